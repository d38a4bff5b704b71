//! What `mb.jit` makes of a Python function: the calls it made while it was traced, as code.

use crate::convert::{Many, Reader, Same, grids};
use crate::function::Function;
use crate::grid_batch::arrays;
use crate::{attempt, call, errors, flow, options, outcome};
use megabatt_core::code::Action;
use megabatt_core::{Call, Closure, Code, Dialect, Grid as CoreGrid, Operand, Step, Value};
use megabatt_exec::{Limits, Outcome, Row};
use megabatt_lang::Program;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyList, PyTuple};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    /// How many functions are being traced on this thread, one inside of the other.
    static TRACING: Cell<u32> = const { Cell::new(0) };
}

/// Whether calls are to be written down instead of made.
pub fn is_tracing() -> bool {
    TRACING.get() > 0
}

/// Sets how many functions are being traced on this thread, and tells how many it were.
#[pyfunction]
pub fn tracing(depth: u32) -> u32 {
    TRACING.replace(depth)
}

/// Writes a call down: what it will give.
pub fn record<'py>(
    function: &Bound<'py, Function>,
    args: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, pyo3::types::PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    function.py().import("megabatt._trace")?.call_method1("record", (function, args, keywords))
}

/// Code that was traced.
#[pyclass(frozen, module = "megabatt._native")]
pub struct Traced {
    program: Program,
    foreign: bool,
}

/// What a step works on: `(slot,)`, or `(None, constant)`.
fn operand(reader: &mut Reader, object: &Bound<'_, PyAny>) -> PyResult<Operand> {
    let tuple = object.cast::<PyTuple>()?;
    match tuple.len() {
        1 => Ok(Operand::Slot(tuple.get_item(0)?.extract()?)),
        _ => Ok(Operand::Const(reader.value(&tuple.get_item(1)?)?)),
    }
}

fn operands(reader: &mut Reader, list: &Bound<'_, PyAny>) -> PyResult<Vec<Operand>> {
    list.cast::<PyList>()?.iter().map(|item| operand(reader, &item)).collect()
}

/// A step: `(None, [operand, …])` for a tuple, `(function, [operand, …], [(keyword, operand), …])` for a call.
fn action(reader: &mut Reader, step: &Bound<'_, PyTuple>) -> PyResult<Action> {
    let args = operands(reader, &step.get_item(1)?)?;
    let function = step.get_item(0)?;
    if function.is_none() {
        return Ok(Action::Tuple(args));
    }
    let mut keywords = Vec::new();
    for keyword in step.get_item(2)?.cast::<PyList>()?.iter() {
        let (name, value) = keyword.extract::<(String, Bound<'_, PyAny>)>()?;
        keywords.push((name, operand(reader, &value)?));
    }
    Ok(Action::Call(Call { function: operand(reader, &function)?, args, keywords }))
}

/// The grid that an outcome is, if it is one.
fn grid_of(outcome: &Outcome) -> Option<megabatt_core::Arc<CoreGrid>> {
    match outcome {
        Outcome::Value(Value::Grid(grid)) => Some(grid.clone()),
        // Small grids may be rows.
        Outcome::Value(value) => CoreGrid::from_value(value).map(megabatt_core::Arc::new),
        Outcome::Error(_) | Outcome::Limit(_) => None,
    }
}

/// Results with arrays for grids: a single one if all are grids of one shape, else a list in which everything that is no grid is
/// `other` of its number.
fn as_arrays<'py>(
    py: Python<'py>,
    grids: &[Option<megabatt_core::Arc<CoreGrid>>],
    mut other: impl FnMut(usize) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(all) = grids.iter().map(Option::as_deref).collect::<Option<Vec<&CoreGrid>>>() {
        return arrays::of_grids(py, &all);
    }
    let list = PyList::empty(py);
    for (n, grid) in grids.iter().enumerate() {
        match grid {
            Some(grid) => list.append(arrays::of_grids(py, &[grid])?.get_item(0)?)?,
            None => list.append(other(n)?)?,
        }
    }
    Ok(list.into_any())
}

#[pymethods]
impl Traced {
    #[new]
    fn new(
        name: String,
        params: Vec<String>,
        steps: Vec<Bound<'_, PyTuple>>,
        result: &Bound<'_, PyAny>,
        dialect: &str,
    ) -> PyResult<Traced> {
        let dialect = options::dialect(dialect)?;
        let mut reader = Reader::of(dialect);
        let first = params.len() as u32;
        let mut made = Vec::with_capacity(steps.len());
        for (slot, step) in (first..).zip(&steps) {
            made.push(Step { action: action(&mut reader, step)?, slot, line: slot - first + 2 });
        }
        let result = operand(&mut reader, result)?;
        let slots = first + made.len() as u32;
        let code = Code { name: name.clone(), params, slots, steps: made, result };
        let foreign = code.is_foreign();
        let program = Program { name, code: Arc::new(code), line: 1, file: "<traced>".into(), task: None, dialect };
        Ok(Traced { program, foreign })
    }

    /// What it gives for these arguments. A single one is a grid in any form.
    #[pyo3(signature = (*args))]
    fn __call__<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let mut reader = Reader::of(self.program.dialect);
        let row = Row { code: self.program.code.clone(), inputs: self.inputs(args, &mut reader)? };
        let dialect = self.program.dialect;
        let (result, same) = call::run_knowing(py, &row, dialect, &Limits::default(), reader.same)?;
        outcome::answer_for(py, &result.outcome, dialect, same, || {
            errors::words_of_call(&self.program.name, &self.program.code.params, args, None)
        })
    }

    /// What it gives for each grid, on all cores. Where it raises, the exception is in the place of the value if `keep`;
    /// else the first one is raised. With `numpy`, grids are arrays; see [`as_arrays`].
    #[pyo3(signature = (grids, keep=false, threads=0, numpy=false))]
    fn map<'py>(
        &self,
        py: Python<'py>,
        grids: &Bound<'py, PyAny>,
        keep: bool,
        threads: i64,
        numpy: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let threads = options::threads(threads)?;
        if self.program.code.params.len() != 1 {
            let name = &self.program.name;
            return Err(PyTypeError::new_err(format!("{name}.map wants a function of one grid")));
        }
        if numpy {
            arrays::module(py, "map(…, numpy=True)")?;
        }
        let inputs = grids::Many::of(grids, &self.program.name)?;
        let (code, dialect) = (&self.program.code, self.program.dialect);
        let mut writer = Many::new(py, dialect);
        // Where exceptions are kept, their place in the list says which grid it was.
        let mut write = |n: usize, outcome: &Outcome| match keep {
            true => match outcome::next(py, outcome, &mut writer) {
                Err(error) if error.is_instance_of::<pyo3::exceptions::PyException>(py) => {
                    Ok(error.into_value(py).into_bound(py).into_any())
                }
                written => written,
            },
            false => {
                outcome::next_for(py, outcome, &mut writer, || format!("{}, {}", self.program.name, inputs.place(n)))
            }
        };
        let list = PyList::empty(py);
        if self.foreign {
            let read: Vec<Value> = (0..inputs.len()).map(|n| inputs.get(n)).collect::<PyResult<_>>()?;
            let mut grids = Vec::with_capacity(read.len());
            for input in read {
                let row = Row { code: code.clone(), inputs: vec![input] };
                let result = call::run_interruptibly(py, &row, dialect, &Limits::default())?;
                // At once: what Python raised is put aside until the next call.
                list.append(write(list.len(), &result.outcome)?)?;
                grids.push(grid_of(&result.outcome));
            }
            return if numpy { as_arrays(py, &grids, |n| list.get_item(n)) } else { Ok(list.into_any()) };
        }
        let program = (code, dialect);
        if numpy {
            let (mut outcomes, mut grids) = (Vec::with_capacity(inputs.len()), Vec::with_capacity(inputs.len()));
            flow::run(
                py,
                program,
                threads,
                inputs.len(),
                |n| inputs.get(n),
                |outcome| {
                    grids.push(grid_of(&outcome));
                    outcomes.push(outcome);
                    Ok(())
                },
            )?;
            return as_arrays(py, &grids, |n| write(n, &outcomes[n]));
        }
        flow::run(
            py,
            program,
            threads,
            inputs.len(),
            |n| inputs.get(n),
            |outcome| list.append(write(list.len(), &outcome)?),
        )?;
        Ok(list.into_any())
    }

    /// What it gives for these values, or NotImplemented where Python has to find out: the arguments are no values of the DSL,
    /// a limit was reached, or the answer depends on addresses. Raises what the function raises.
    #[pyo3(signature = (*args))]
    fn attempt<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        if args.len() != self.program.code.params.len() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        attempt::row(py, self.program.dialect, args, |inputs| Row { code: self.program.code.clone(), inputs })
    }

    /// The program as a text in arc-dsl's style, with the helpers it uses before it.
    #[getter]
    fn source(&self) -> PyResult<String> {
        if self.foreign {
            return Err(PyValueError::new_err(format!(
                "{} calls a function of Python's, so it has no text in the DSL and no lines to show; make the primitives in it \
                 straight lines of operations (.why_slow of a primitive says what keeps it from that), or call it as it is",
                self.program.name
            )));
        }
        Ok(self.program.to_source())
    }

    /// Whether it runs without Python.
    #[getter]
    fn native(&self) -> bool {
        !self.foreign
    }

    #[getter]
    fn dialect(&self) -> &'static str {
        self.program.dialect.name()
    }

    /// How many lines it has.
    fn __len__(&self) -> usize {
        self.program.code.steps.len()
    }

    /// It as a function that operations take.
    #[getter]
    fn function(&self) -> PyResult<Function> {
        let closure = Closure::User(self.program.code.clone());
        let function = megabatt_core::Function::new(closure).map_err(crate::errors::raise)?;
        Ok(Function { value: Value::func(function), dialect: self.program.dialect })
    }
}

impl Traced {
    fn inputs(&self, args: &Bound<'_, PyTuple>, reader: &mut Reader) -> PyResult<Vec<Value>> {
        let params = &self.program.code.params;
        if args.len() != params.len() {
            let (name, params, given) = (&self.program.name, params.join(", "), args.len());
            return Err(PyTypeError::new_err(format!("{name}({params}) was called with {given} arguments")));
        }
        if let [_] = params[..] {
            let only = args.get_item(0)?;
            let is_set = only.is_instance_of::<PyFrozenSet>();
            return Ok(vec![if is_set { reader.value(&only)? } else { grids::value_or_any(&only)? }]);
        }
        // Sets are read by one reader, so that those that are the same stay the same.
        let read = |arg: Bound<'_, PyAny>| match arg.is_instance_of::<PyList>() || grids::is_array(&arg)? {
            true => grids::grid(&arg).map(Value::Grid),
            false => reader.value(&arg),
        };
        args.iter().map(read).collect()
    }
}

impl Traced {
    /// A function of a file.
    pub fn of(program: Program) -> Traced {
        Traced { foreign: false, program }
    }

    pub fn core_dialect(&self) -> Dialect {
        self.program.dialect
    }

    /// The row of a call, if the arguments are values of the DSL and as many as it takes.
    pub fn row(&self, args: &Bound<'_, PyTuple>) -> Option<(Row, Same)> {
        let (inputs, same) = attempt::inputs(self.program.dialect, args)?;
        let fits = inputs.len() == self.program.code.params.len();
        fits.then(|| (Row { code: self.program.code.clone(), inputs }, same))
    }
}
