//! Operations as methods, grids that stay on a device, and iterators.

mod common;

use common::scripted::{Script, Scripted};
use common::{emulated, on_cpu, options, pipeline};
use megabatt_batch::{Backend, Dialect, GridBatch, Options, Results, Row, Runner, Values};
use megabatt_core::{Grid, Op, Set, Value};
use megabatt_cuda_suite::grids::{drawn, grids};
use megabatt_cuda_suite::random::Random;
use std::sync::Arc;

fn texts(rows: &[Row]) -> Vec<String> {
    rows.iter().map(Row::text).collect()
}

#[test]
fn methods_are_the_pipeline_of_their_names() {
    let grids = grids(80, 30, 5);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let batch = GridBatch::new(&runner, grids.clone());
    let wanted = on_cpu(&pipeline("rot90 | crop((1, 0), (3, 2)) | switch(0, 3) | palette", Dialect::Arc), &grids);
    let got = batch.rot90().crop((1, 0), (3, 2)).switch(0, 3).palette().results();
    assert_eq!(texts(&wanted.rows), texts(&got.rows));
    assert!(got.report.on_devices > 0);
    let objects = batch.objects(true, false, true).sizefilter(1).results();
    let wanted = on_cpu(&pipeline("objects(T, F, T) | sizefilter(1)", Dialect::Arc), &grids);
    assert_eq!(texts(&wanted.rows), texts(&objects.rows));
}

#[test]
fn what_is_held_gives_the_same() {
    let mut grids = grids(80, 30, 6);
    grids.push(Grid::from_fn(5, 5, |i, j| (20 * i + j) as i8));
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let lazy = GridBatch::new(&runner, grids.clone()).rot90().trim();
    let held = lazy.hold();
    assert!(held.is_held() && !lazy.is_held());
    let same = |a: GridBatch<'_>, b: GridBatch<'_>, what: &str| {
        let (wanted, got) = (a.results(), b.results());
        assert_eq!(texts(&wanted.rows), texts(&got.rows), "{what}");
        got.report
    };
    let report = same(lazy.clone(), held.clone(), "as it is");
    assert!(report.on_devices > 0 && report.handed_back > 0, "{report:?}");
    same(lazy.vmirror().replace(3, 7), held.vmirror().replace(3, 7), "two more");
    same(lazy.mostcolor(), held.mostcolor(), "a number");
    same(lazy.replace(3, 44), held.replace(3, 44), "other codes than were held");
    same(lazy.upscale(3), held.upscale(3), "larger than the class that was held");
    same(lazy.objects(true, true, false), held.objects(true, true, false), "what is done on the CPU");
    let again = held.vmirror().hold().hmirror();
    same(lazy.vmirror().hmirror(), again, "held twice");
    assert!(!GridBatch::new(&runner, grids.clone()).palette().hold().is_held(), "only grids stay");
}

/// What the CPU gives for a batch of this runner's options.
fn same_on_cpu(what: &str, make: impl Fn(&Runner) -> Results) -> Results {
    let cpu = Runner::new(Options { backend: Backend::Cpu, ..Options::default() }).expect("the CPU is there");
    let device = Runner::with_devices(options(Some(13)), vec![emulated()]);
    let (wanted, got) = (make(&cpu), make(&device));
    assert_eq!(texts(&wanted.rows), texts(&got.rows), "{what}");
    got
}

#[test]
fn other_batches_are_arguments() {
    let mut first = grids(90, 30, 15);
    first.push(Grid::from_fn(70, 2, |i, j| ((i + j) % 10) as i8));
    let mut random = Random::new(3);
    let similar = |grid: &Grid| {
        let (height, width) = (grid.height(), grid.width());
        if random.one_in(4) {
            grids(1, 30, random.below(99) as u64)[0].clone()
        } else {
            drawn(&mut random, height, width)
        }
    };
    let others: Arc<[Grid]> = first.iter().map(similar).collect();
    let more: Arc<[Grid]> = others.iter().rev().cloned().collect();
    type Make<'a> = &'a dyn for<'r> Fn(GridBatch<'r>) -> GridBatch<'r>;
    let cases: [(&str, Make<'_>); 8] = [
        ("hconcat", &|batch| batch.hconcat(&others)),
        ("vconcat", &|batch| batch.rot180().hmirror().vconcat(&others)),
        ("cellwise", &|batch| batch.cellwise(&others, 7).trim()),
        ("the same twice", &|batch| batch.cellwise(&others, -1).vmirror().hconcat(&others)),
        ("two others", &|batch| batch.vconcat(&others).vmirror().hconcat(&more).mostcolor()),
        ("and then a number", &|batch| batch.cellwise(&others, 3).colorcount(3)),
        ("and then the CPU", &|batch| batch.cellwise(&others, 3).then(Op::shape, &[])),
        ("what devices do not know", &|batch| batch.rot90().then_with(Op::equality, &others, &[])),
    ];
    for (name, make) in cases {
        let got = same_on_cpu(name, |runner| make(GridBatch::new(runner, first.clone())).results());
        assert!(got.report.on_devices > 15, "{name}: {:?}", got.report);
        same_on_cpu(name, |runner| make(GridBatch::new(runner, first.clone()).vmirror().hold()).results());
    }
    let tables = |runner: &Runner| {
        let batch = GridBatch::new(runner, first.clone()).cellwise(&others, 0).objects(true, false, true);
        batch.object_tables()
    };
    let cpu = Runner::new(Options { backend: Backend::Cpu, ..Options::default() }).expect("the CPU is there");
    let device = Runner::with_devices(options(None), vec![emulated()]);
    assert_eq!(tables(&cpu), tables(&device));
}

/// Patches of all kinds: places, objects, none at all, outside the grid, two cells in one place, and what is no patch.
fn patches(grids: &[Grid]) -> Vec<Value> {
    let mut random = Random::new(11);
    let set = |items: Vec<Value>| Value::set(Set::from_items(items).expect("places and cells are hashable"));
    let mut one = |(n, grid): (usize, &Grid)| {
        let (height, width) = (grid.height(), grid.width());
        let count = random.below(2 * height * width + 1);
        let (down, right) = if n % 4 == 0 { (height + 3, width + 2) } else { (height, width) };
        let mut places: Vec<(i32, i32)> =
            (0..count).map(|_| (random.below(down) as i32, random.below(right) as i32)).collect();
        places.sort_unstable();
        places.dedup();
        match n % 16 {
            0..=5 => set(places.iter().map(|&(i, j)| Value::Pair(i, j)).collect()),
            6..=11 => set(places.iter().map(|&(i, j)| Value::Cell(random.below(12) as i32 - 1, i, j)).collect()),
            12 => set(Vec::new()),
            13 => set(vec![Value::Cell(3, -1, 0), Value::Cell(4, 0, 0), Value::Cell(300, 0, 0)]),
            14 => set(vec![Value::Cell(3, 0, 0), Value::Cell(4, 0, 0), Value::Pair(1, 1)]),
            _ => Value::Int(5),
        }
    };
    grids.iter().enumerate().map(&mut one).collect()
}

#[test]
fn patches_are_arguments() {
    let mut first = grids(120, 30, 25);
    first.extend(grids(8, 64, 26));
    let all: Arc<Values> = Arc::new(Values::new(patches(&first)));
    let places = vec![Value::Pair(0, 0), Value::Pair(2, 3)];
    let cells = vec![Value::Cell(7, 0, 1), Value::Cell(8, 2, 2)];
    let [places, object] = [places, cells].map(|items| Value::set(Set::from_items(items).expect("hashable")));
    let others: Arc<[Grid]> = first.iter().rev().cloned().collect();
    type Make<'a> = &'a dyn for<'r> Fn(GridBatch<'r>) -> GridBatch<'r>;
    let zeros = |batch: &GridBatch<'_>| batch.ofcolor(0).values().expect("every grid has places");
    let cases: [(&str, Make<'_>); 15] = [
        ("subgrid", &|batch| batch.subgrid(&all)),
        ("fill", &|batch| batch.trim().fill(3, &all)),
        ("underfill", &|batch| batch.underfill(3, &all).vmirror()),
        ("cover", &|batch| batch.cover(&all).mostcolor()),
        ("paint", &|batch| batch.paint(&all)),
        ("underpaint", &|batch| batch.rot90().underpaint(&all)),
        ("fill and paint", &|batch| batch.fill(3, &all).hmirror().paint(&all)),
        ("of the batch itself", &|batch| batch.vmirror().fill(3, &zeros(&batch))),
        ("one for all", &|batch| batch.fill(3, places.clone())),
        ("one object for all", &|batch| batch.paint(object.clone()).cover(places.clone())),
        ("nothing for all", &|batch| batch.underpaint(Value::set(Set::empty()))),
        ("canvas", &|batch| batch.canvas(4, (30, 2)).fill(3, &all).rot90()),
        ("a canvas of nothing", &|batch| batch.rot90().canvas(4, (0, 2)).rot90()),
        ("a grid as a patch", &|batch| batch.rot90().fill(3, &others)),
        ("a grid and patches", &|batch| batch.hconcat(&others).fill(3, &all)),
    ];
    for (name, make) in cases {
        let got = same_on_cpu(name, |runner| make(GridBatch::new(runner, first.clone())).results());
        let none = ["a canvas of nothing", "a grid as a patch"].contains(&name);
        assert!(none || got.report.on_devices > 30, "{name}: {:?}", got.report);
        same_on_cpu(name, |runner| make(GridBatch::new(runner, first.clone()).vmirror().hold()).results());
    }
    let runner = Runner::new(Options::default()).expect("the CPU is there");
    let batch = GridBatch::new(&runner, first.clone());
    assert_eq!(batch.ofcolor(0).subgrid(&others).values().err(), Some(0));
}

#[test]
#[should_panic(expected = "hconcat takes a grid of another batch for each of this one")]
fn other_batches_have_as_many_grids() {
    let runner = Runner::new(Options::default()).expect("the CPU is there");
    let _ = GridBatch::new(&runner, grids(3, 5, 1)).hconcat(&grids(2, 5, 1).into());
}

#[test]
fn a_device_that_goes_while_it_holds_grids_loses_nothing() {
    let grids = grids(30, 30, 7);
    let runner = Runner::with_devices(options(None), vec![Scripted::new(emulated(), Script::GoneAfter(1))]);
    let held = GridBatch::new(&runner, grids.clone()).rot90().hold();
    assert!(held.is_held());
    let got = held.vmirror().results();
    assert_eq!(texts(&on_cpu(&pipeline("rot90 | vmirror", Dialect::Arc), &grids).rows), texts(&got.rows));
}

/// A device that tells what it was asked for, and a runner with it.
fn watched(script: Script) -> (Arc<Scripted>, Runner) {
    let device = Scripted::new(emulated(), script);
    let runner = Runner::with_devices(options(None), vec![device.clone()]);
    (device, runner)
}

#[test]
fn objects_are_found_in_what_is_held() {
    let mut grids = grids(80, 30, 16);
    grids.push(Grid::from_fn(5, 5, |i, j| (20 * i + j) as i8));
    // More than the small class can order, and more than there is room for at first.
    grids.extend((20..30).map(|side| Grid::from_fn(side, side, |i, j| ((i % 3 + j) % 2 * (1 + i % 9)) as i8)));
    let cpu = Runner::new(Options { backend: Backend::Cpu, ..Options::default() }).expect("the CPU is there");
    let (device, runner) = watched(Script::Never);
    let wanted = GridBatch::new(&cpu, grids.clone()).rot90();
    let held = GridBatch::new(&runner, grids.clone()).rot90().hold();
    type Make<'a> = &'a dyn for<'r> Fn(&GridBatch<'r>) -> GridBatch<'r>;
    let cases: [(&str, Make<'_>); 6] = [
        ("objects", &|batch| batch.objects(true, false, true)),
        ("with diagonals", &|batch| batch.objects(false, true, false)),
        ("after more operations", &|batch| batch.vmirror().replace(3, 7).objects(true, false, true)),
        ("filtered", &|batch| batch.objects(true, true, true).colorfilter(3).sizefilter(2)),
        ("partition", &|batch| batch.trim().fgpartition()),
        ("frontiers", &|batch| batch.frontiers()),
    ];
    for (what, make) in cases {
        let (wanted, got) = (make(&wanted).table_results(), make(&held).table_results());
        assert_eq!(texts(&wanted.rows), texts(&got.rows), "{what}");
        assert!(got.report.on_devices > 60 && got.report.failed() == 0, "{what}: {:?}", got.report);
        assert_eq!(got.report.rows, grids.len(), "{what}: {:?}", got.report);
        assert_eq!(make(&held).object_tables().len(), grids.len(), "{what}");
    }
    // The grids themselves go up once.
    let small: Vec<Grid> = grids.iter().filter(|grid| grid.cells().len() < 300).cloned().collect();
    let few = GridBatch::new(&runner, small).hold();
    let first = few.objects(true, false, true).object_tables();
    let uploads = device.uploads();
    assert_eq!(few.objects(true, false, true).object_tables(), first);
    assert_eq!(device.uploads(), uploads, "nothing is uploaded for objects of grids that are there");
}

#[test]
fn what_is_held_is_held_on_from_there() {
    let mut grids = grids(60, 30, 17);
    grids.push(Grid::from_fn(5, 5, |i, j| (20 * i + j) as i8));
    let (device, runner) = watched(Script::Never);
    let lazy = GridBatch::new(&runner, grids.clone());
    let held = lazy.rot90().hold();
    let uploads = device.uploads();
    let more = held.trim().hold();
    let turned = more.vmirror().replace(3, 7).hold();
    let again = turned.hold();
    assert_eq!(device.uploads(), uploads, "the grids are there");
    let same = |a: GridBatch<'_>, b: GridBatch<'_>, what: &str| {
        assert_eq!(texts(&a.results().rows), texts(&b.results().rows), "{what}");
    };
    let wanted = lazy.rot90().trim().vmirror().replace(3, 7);
    same(wanted.clone(), turned, "held three times");
    same(wanted.hmirror(), again.hmirror(), "held a fourth time without more operations");
    drop(again);
    same(lazy.rot90().trim(), more, "what was held in between is still there");
    same(lazy.rot90().mostcolor(), held.mostcolor(), "and so is what was held first");
    // What cannot go on from there begins anew: other codes, and another class.
    let (coded, larger) = (held.replace(3, 44).hold(), held.upscale(2).hold());
    assert!(device.uploads() > uploads);
    same(lazy.rot90().replace(3, 44).vmirror(), coded.vmirror(), "other codes");
    same(lazy.rot90().upscale(2).vmirror(), larger.vmirror(), "another class");
}

#[test]
fn failures_of_what_is_held_are_counted_and_put_cards_aside() {
    let grids = grids(30, 30, 18);
    let wanted = on_cpu(&pipeline("rot90 | vmirror", Dialect::Arc), &grids);
    // Holding itself fails: the next results tell of it, once, and begin from the grids.
    let (_, runner) = watched(Script::Launch(0));
    let batch = GridBatch::new(&runner, grids.clone()).rot90().hold();
    assert!(!batch.is_held());
    let got = batch.vmirror().results();
    assert_eq!(texts(&wanted.rows), texts(&got.rows));
    assert_eq!((got.report.failed(), got.report.rescued), (1, 0), "{:?}", got.report);
    assert!(got.report.failures.keys().all(|why| why.contains("launching a kernel failed")), "{:?}", got.report);
    assert_eq!(batch.vmirror().results().report.failed(), 0, "it was told");

    // Asking for what is held fails, again and again.
    for objects in [false, true] {
        let (device, runner) = watched(Script::GoneAfter(1));
        let held = GridBatch::new(&runner, grids.clone()).rot90().hold();
        let asked = if objects { held.vmirror().objects(true, false, true) } else { held.vmirror() };
        let wanted = on_cpu(
            &pipeline(if objects { "rot90 | vmirror | objects(T, F, T)" } else { "rot90 | vmirror" }, Dialect::Arc)
                .with_tables(),
            &grids,
        );
        assert!(held.is_held());
        for time in 1..=3 {
            let got = asked.table_results();
            assert_eq!(texts(&wanted.rows), texts(&got.rows));
            assert_eq!((got.report.failed(), got.report.rescued), (1, 30), "{time}: {:?}", got.report);
            assert_eq!(got.report.put_aside.len(), usize::from(time == 3), "{time}: {:?}", got.report);
        }
        let launches = device.launches();
        let got = asked.table_results();
        assert_eq!(texts(&wanted.rows), texts(&got.rows));
        assert_eq!((device.launches(), got.report.failed()), (launches, 0), "a card that was put aside is left alone");
    }
}

#[test]
fn held_grids_that_lack_memory_go_in_smaller_parts() {
    let grids = grids(60, 30, 19);
    // The planes of 60 grids fit, their results do not.
    let (_, runner) = watched(Script::NoMoreThan(60 * 512 + 20_000));
    let held = GridBatch::new(&runner, grids.clone()).hold();
    assert!(held.is_held());
    let got = held.upscale(3).trim().results();
    let wanted = on_cpu(&pipeline("upscale(3) | trim", Dialect::Arc), &grids);
    assert_eq!(texts(&wanted.rows), texts(&got.rows));
    assert_eq!(got.report.failed(), 0, "{:?}", got.report);
}

#[test]
fn iterators_are_batched_and_keep_their_order() {
    let grids = grids(3_000, 12, 8);
    let pipeline = pipeline("rot90 | replace(0, 4)", Dialect::Arc);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let rows: Vec<Row> = runner.map(&pipeline, grids.iter()).collect();
    assert_eq!(texts(&on_cpu(&pipeline, &grids).rows), texts(&rows));
    assert_eq!(runner.map(&pipeline, Vec::<Grid>::new()).count(), 0);
}
