//! The order of all shapes in one set.

use super::super::equals::came_first;
use super::super::union::Numbering;
use super::{All, Distinct, Shape};
use megabatt_core::hash;
use megabatt_core::set::{Growth, order_of_grown};

/// Adds the items of the union, known by their positions in its content, shape by shape in the order in which a set has the shapes.
pub fn add_all<S: Shape>(all: &All<S>, union: &[S::Item], growth: &mut Growth<'_>) {
    match Numbering::of(union) {
        Numbering::ByPlace(numbers) => add_numbered(all, |item| numbers.number(item, union), growth),
        Numbering::Hashed(known) => add_numbered(all, |item| known[&item], growth),
    }
}

fn add_numbered<S: Shape>(all: &All<S>, number: impl Fn(S::Item) -> u32, growth: &mut Growth<'_>) {
    let Distinct { shapes, numbers } = match all.of_set {
        true => Distinct { shapes: all.shapes.clone(), numbers: Vec::new() },
        false => Distinct::of(all),
    };
    // The numbers of the items of all shapes, one shape after the other.
    let mut items: Vec<u32> = Vec::new();
    let (mut starts, mut hashes) = (vec![0], Vec::with_capacity(shapes.len()));
    for shape in &shapes {
        let start = items.len();
        items.extend(shape.iter().flat_map(|shape| shape.items()).map(&number));
        starts.push(items.len());
        if !all.of_set {
            let its = &items[start..];
            let xored = its.iter().fold(0, |xored, &item| xored ^ hash::shuffled(growth.hash(item)));
            hashes.push(hash::of_frozenset(xored, its.len()));
        }
    }
    let order: Vec<usize> = if all.of_set {
        all.source.positions_in_order().collect()
    } else {
        let came = came_first(&all.source, &numbers, shapes.len());
        let mut order = Vec::new();
        order_of_grown(came.iter().map(|&n| hashes[n as usize]), &mut order);
        order.into_iter().map(|at| came[at as usize] as usize).collect()
    };
    let (mut new, mut own) = (Vec::new(), Vec::new());
    for n in order {
        if growth.is_complete() {
            break;
        }
        let Some(shape) = shapes[n] else { continue };
        let its = &items[starts[n]..starts[n + 1]];
        new.clear();
        new.extend(its.iter().copied().filter(|&item| !growth.has(item)));
        growth.add(&new, |growth, ordered| {
            shape.order(its, growth, &mut own);
            ordered.extend(own.iter().map(|&at| its[at as usize]).filter(|&item| !growth.has(item)));
        });
    }
}
