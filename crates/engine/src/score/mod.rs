//! What the results of a run are worth: which program solves which task, how near the others come, and ARC Prize
//! submissions.

mod attempts;
mod cells;
mod collect;
mod judge;
mod pair;

pub use attempts::{Chooser, Chosen, Trial, Trials, submission};
pub use cells::{Share, cell_match, submittable};
pub use collect::{Collector, Keep, Scores, SolvedTask};
pub use judge::{Answer, Judgement, TaskAnswers, judge};
pub use pair::{PairScore, SampleScore, Tally, Verdict};
