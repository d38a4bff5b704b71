//! Running an example as the program it is.

use crate::block::{Block, Example};
use crate::check::Came;
use megabatt_core::Value;
use megabatt_cpu::Cpu;
use megabatt_exec::{Cancel, Limits, Outcome, Row};

impl Block {
    /// What the example gives; an error says why it cannot be run at all.
    pub fn run(&self, example: &Example, cpu: Cpu) -> Result<Came, String> {
        let module = megabatt_lang::parse("example", &self.program(example, "example"), cpu.dialect);
        if let Some(wrong) = module.diagnostics.first() {
            return Err(wrong.render());
        }
        let program = module.programs.first().ok_or("it is no program")?;
        let row = Row { code: program.code.clone(), inputs: vec![Value::None] };
        match cpu.run_row(&row, &Limits::default(), &Cancel::new()).outcome {
            Outcome::Value(value) => Ok(Came::Value(value)),
            Outcome::Error(class) => Ok(Came::Raised(class.name().to_string())),
            Outcome::Limit(limit) => Err(format!("limit: {}", limit.name())),
        }
    }
}
