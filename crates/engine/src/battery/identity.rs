//! Which equal lines of one program may be one node.
//!
//! Python makes an object each time a line runs, and in two places it shows whether two things are one object: a set
//! meets itself in `a & a` and its equal in `a & b`, which may give other orders; and a function equals itself alone.
//! Numbers and tuples are the same however often they were made. So equal lines are one node unless two of them make
//! sets or functions and both get to where it could show.

use megabatt_core::code::{Action, Call, Code, Operand};
use megabatt_core::{Op, Type, Value};

/// How far the value of a line gets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// No further than into calls that give nothing of it back, or call it.
    Hidden,
    /// The items of its items may get further.
    ItemsOfItems,
    /// Its items may get further.
    Items,
    Anywhere,
}

/// For each step of a program whether its value could be told from that of an equal line.
pub fn shows(code: &Code) -> Vec<bool> {
    let mut reaches = vec![Reach::Hidden; code.slots as usize];
    let mut reach = |operand: &Operand, how: Reach| {
        if let Operand::Slot(slot) = operand {
            let reach = &mut reaches[*slot as usize];
            *reach = how.max(*reach);
        }
    };
    reach(&code.result, Reach::Anywhere);
    for step in &code.steps {
        match &step.action {
            Action::Call(call) | Action::Try(call) => {
                call.args.iter().enumerate().for_each(|(n, arg)| reach(arg, reach_of(call, n)));
                call.keywords.iter().for_each(|(_, operand)| reach(operand, Reach::Anywhere));
            }
            Action::Tuple(items) => items.iter().for_each(|item| reach(item, Reach::Anywhere)),
            Action::Copy(operand) => reach(operand, Reach::Anywhere),
        }
    }
    let shows = |action: &Action, reach: Reach| match reach {
        Reach::Hidden => false,
        Reach::ItemsOfItems => makes_items(action) && !makes_objects_of_a_grid(action),
        Reach::Items => makes_items(action),
        Reach::Anywhere => makes_an_object(action),
    };
    code.steps.iter().map(|step| shows(&step.action, reaches[step.slot as usize])).collect()
}

/// How far a call lets an argument get. What it is meant to be does not matter: a "patch" may be a tuple of functions, and
/// `hmirror` gives them back.
fn reach_of(call: &Call, n: usize) -> Reach {
    use Type::{Container, Containers, Element, Func, Indices, IntSet, Object, Patch, Piece, Set};
    let Operand::Const(Value::Op(op)) = &call.function else { return Reach::Anywhere };
    match (op, op.info().params.get(n).map(|param| param.ty)) {
        // The one shows itself, the other gives places back as it got them.
        (Op::intersection | Op::toindices, _) => Reach::Anywhere,
        (Op::size, _) | (_, Some(Func)) => Reach::Hidden,
        (_, Some(Patch | Piece)) if only_counts_with(*op) => Reach::Hidden,
        (Op::merge, _) => Reach::ItemsOfItems,
        // Sets are equal by their items; of functions it would show.
        (Op::equality | Op::contained, _) => Reach::Items,
        (_, Some(Container | Containers | Set | IntSet | Patch | Object | Indices | Element | Piece)) => Reach::Items,
        _ => Reach::Anywhere,
    }
}

/// Whether it needs ints for the places of a patch, so that nothing else of it gets further.
fn only_counts_with(op: Op) -> bool {
    use Op::{
        adjacent, backdrop, bordering, r#box, center, centerofmass, cover, delta, fill, gravitate, height, hline,
        inbox, manhattan, outbox, portrait, position, shape, square, subgrid, toobject, underfill, vline, width,
    };
    matches!(
        op,
        adjacent
            | backdrop
            | bordering
            | r#box
            | center
            | centerofmass
            | cover
            | delta
            | fill
            | gravitate
            | height
            | hline
            | inbox
            | manhattan
            | outbox
            | portrait
            | position
            | shape
            | square
            | subgrid
            | toobject
            | underfill
            | vline
            | width
    )
}

/// Whether it makes a function, or sets or functions inside of what it gives. All others give what they got in another
/// container, or numbers and places.
fn makes_items(action: &Action) -> bool {
    use Op::{apply, mapply, mpapply, papply, prapply, rapply, valmax, valmin};
    let Some(op) = op_of(action) else { return matches!(action, Action::Call(_) | Action::Try(_)) };
    op.info().result == Type::Func
        || makes_objects_of_a_grid(action)
        || matches!(op, apply | mapply | mpapply | papply | prapply | rapply | valmax | valmin)
}

/// Whether it gives a set of sets of cells.
fn makes_objects_of_a_grid(action: &Action) -> bool {
    matches!(op_of(action), Some(Op::objects | Op::partition | Op::fgpartition | Op::frontiers))
}

fn op_of(action: &Action) -> Option<Op> {
    match action {
        Action::Call(Call { function: Operand::Const(Value::Op(op)), .. }) => Some(*op),
        _ => None,
    }
}

/// Whether Python would make a set or a function each time the line runs.
fn makes_an_object(action: &Action) -> bool {
    use Type::{Bool, Cell, Grid, Int, Num, Pair, Tuple, TupleTuple};
    let Some(op) = op_of(action) else { return matches!(action, Action::Call(_) | Action::Try(_)) };
    let info = op.info();
    let calls_functions = info.params.iter().any(|param| param.ty == Type::Func);
    let plain = matches!(info.result, Bool | Int | Pair | Num | Grid | Cell | Tuple | TupleTuple);
    // Of two sets, or pairs of sets, `subtract` makes others.
    !takes_out(op) && (calls_functions || !plain || op == Op::subtract)
}

/// Whether it gives an argument or an item of one, which is the same object each time.
fn takes_out(op: Op) -> bool {
    use Op::{argmax, argmin, branch, extract, first, identity, last, leastcommon, mostcommon, other};
    matches!(op, first | last | other | extract | argmax | argmin | identity | branch | mostcommon | leastcommon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Dialect;

    fn shown(lines: &str) -> Vec<bool> {
        let text = format!("def solve(I):\n{lines}");
        let module = megabatt_lang::parse("test.py", &text, Dialect::Arc);
        assert!(module.diagnostics.is_empty());
        shows(&module.programs[0].code)
    }

    #[test]
    fn numbers_and_grids_never_show() {
        assert_eq!(shown("    a = rot90(I)\n    b = height(a)\n    c = astuple(a, b)\n    return c\n"), [false; 3]);
    }

    #[test]
    fn sets_show_where_they_could_meet() {
        let lines = "    a = asindices(I)\n    b = fill(I, ONE, a)\n    c = ofcolor(I, ONE)\n    d = intersection(c, c)\n    \
                     e = corners(d)\n    f = toindices(e)\n    g = paint(b, recolor(ONE, f))\n    return g\n";
        assert_eq!(shown(lines), [false, false, true, false, true, false, false, false]);
        let lines = "    a = palette(I)\n    b = first(a)\n    c = objects(I, T, F, T)\n    d = first(c)\n    \
                     e = remove(b, a)\n    f = order(e, identity)\n    return f\n";
        assert_eq!(shown(lines), [false, false, true, false, false, true]);
    }

    #[test]
    fn functions_show_unless_they_are_only_called() {
        let lines = "    f = compose(flip, first)\n    g = fork(both, f, f)\n    h = rbind(equality, g)\n    \
                     x = sfilter(I, h)\n    y = f(I)\n    return x\n";
        assert_eq!(shown(lines), [false, true, false, true, false]);
    }

    #[test]
    fn items_that_a_call_made_show_wherever_it_gives_them_back() {
        let made = |line: &str| shown(&format!("    a = apply(lbind(rbind, add), I)\n    b = {line}\n    return b\n"));
        for line in ["hmirror(a)", "shift(a, UNITY)", "palette(a)", "uppermost(a)", "recolor(ONE, a)", "merge(a)"] {
            assert!(made(line)[1], "{line}");
        }
        for line in ["size(a)", "fill(I, ONE, a)", "height(a)"] {
            assert!(!made(line)[1], "{line}");
        }
    }

    #[test]
    fn what_is_taken_out_is_one_object() {
        let lines = "    a = objects(I, T, F, T)\n    b = argmax(a, size)\n    c = intersection(b, b)\n    return b\n";
        assert_eq!(shown(lines), [true, false, false]);
    }
}
