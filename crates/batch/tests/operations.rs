//! Every operation that devices know, through the whole path on the emulated one, against the CPU.

mod common;

use common::{assert_same, emulated, on_cpu, options, pipeline};
use megabatt_batch::{Dialect, Row, Runner};
use megabatt_core::Grid;
use megabatt_cuda_suite::grids::grids;

/// Pipelines that devices do from end to end.
const ON_DEVICES: &[&str] = &[
    "hmirror",
    "vmirror",
    "dmirror",
    "cmirror",
    "rot90",
    "rot180",
    "rot270",
    "replace(3, 7)",
    "replace(replacer=-1, replacee=0)",
    "switch(0, 5)",
    "crop((1, 2), (3, 4))",
    "crop(ORIGIN, (30, 30))",
    "crop((-3, -4), (2, 3))",
    "trim",
    "tophalf",
    "bottomhalf",
    "lefthalf",
    "righthalf",
    "upscale(2)",
    "upscale(0)",
    "hupscale(3)",
    "vupscale(2)",
    "downscale(3)",
    "downscale(0)",
    "compress",
    "hsplit(2)",
    "vsplit(3)",
    "hsplit(5)",
    "hconcat(_, vmirror(_))",
    "hconcat(rot180(_), _)",
    "hconcat(_, _)",
    "vconcat(_, hmirror(_))",
    "vconcat(_, rot90(_))",
    "cellwise(_, vmirror(_), 0)",
    "cellwise(rot90(_), _, -1)",
    "ofcolor(0)",
    "fill(_, 4, ofcolor(_, 0))",
    "underfill(_, 4, ofcolor(_, 0))",
    "cover(_, ofcolor(_, 5))",
    "subgrid(ofcolor(_, 1), _)",
    "mostcolor",
    "leastcolor",
    "numcolors",
    "colorcount(5)",
    "palette",
    "hconcat(vmirror(_), rot180(_))",
    "fill(_, 4, ofcolor(hmirror(_), 0))",
    "trim | hconcat(_, I)",
    "trim | hconcat(I, _)",
    "rot90 | hconcat(I, trim(_))",
    "rot90 | vconcat(vmirror(_), hmirror(rot90(I)))",
    "replace(0, 5) | cellwise(_, rot180(I), 0) | vconcat(_, I)",
    "tophalf | fill(_, 3, ofcolor(I, 0)) | hconcat(_, vmirror(_))",
    "rot90 | subgrid(ofcolor(vmirror(I), 5), _)",
    "identity | rot90 | identity",
    "identity(rot90(_)) | hconcat(identity(_), _)",
    "vmirror(trim(rot90(_)))",
    "canvas(0, shape(_))",
    "canvas(-7, shape(trim(_))) | vconcat(_, canvas(4, shape(_)))",
    "hconcat(_, canvas(3, (40, 5)))",
    "trim | hconcat(canvas(2, shape(I)), _)",
    "trim | hconcat(canvas(2, shape(_)), I)",
    "fill(canvas(0, shape(_)), 3, ofcolor(_, 0))",
    "fill(trim(_), 3, ofcolor(hmirror(_), 0))",
    "trim | fill(I, 3, ofcolor(_, 0))",
    "trim | cover(hmirror(I), ofcolor(vmirror(_), 0))",
    "trim | underfill(hmirror(_), 7, ofcolor(I, 0))",
    "trim | subgrid(ofcolor(_, 0), vmirror(I))",
    "subgrid(ofcolor(rot90(_), 0), trim(_))",
    "paint(_, recolor(3, ofcolor(_, 0)))",
    "underpaint(_, recolor(3, ofcolor(rot90(_), 0)))",
    "fill(_, 4, recolor(3, ofcolor(_, 0)))",
    "paint(canvas(0, shape(_)), recolor(2, ofcolor(_, 5)))",
    "rot90 | paint(_, asobject(I))",
    "trim | underpaint(vmirror(_), asobject(I))",
    "hupscale(2) | cover(_, asobject(I))",
    "rot90 | vmirror | replace(3, 7)",
    "rot90 | upscale(2) | lefthalf | switch(1, 2) | trim | dmirror | compress | hmirror | tophalf | mostcolor",
    "trim | trim | hconcat(_, vmirror(_)) | vconcat(_, hmirror(_)) | cellwise(_, rot180(_), 10)",
];

/// Pipelines whose end, or all of them, the CPU does.
const MIXED: &[(&str, usize)] = &[
    ("rot90 | hsplit(2) | first", 2),
    ("vmirror | palette | size", 1),
    ("ofcolor(0) | size", 1),
    ("rot90 | objects(T, F, T) | size", 1),
    ("trim | hconcat(_, hconcat(I, _))", 1),
    ("trim | hconcat(_, I) | shape", 2),
    ("shape", 0),
    ("replace(3, 1000) | rot90", 0),
    ("apply(size, _) | rot90", 0),
    ("canvas(1000, shape(_)) | rot90", 0),
    ("canvas(mostcolor(_), shape(_)) | rot90", 0),
    ("rot90 | paint(_, asobject(vmirror(I)))", 1),
    // A tuple of one grid is no grid.
    ("rot90 | hsplit(1)", 1),
    ("vsplit(1) | first", 0),
    // There is nothing to do.
    ("identity | size", 0),
];

fn some_grids(seed: u64) -> Vec<Grid> {
    let mut all = grids(60, 30, seed);
    all.extend(grids(10, 64, seed + 1));
    // Too large for any class, and with values that have no code.
    all.push(Grid::from_fn(70, 3, |i, j| ((i + j) % 10) as i8));
    all.push(Grid::from_fn(5, 5, |i, j| (20 * i + j) as i8));
    all
}

#[test]
fn every_operation_gives_what_the_cpu_gives() {
    let grids = some_grids(1);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    for text in ON_DEVICES {
        let pipeline = pipeline(text, Dialect::Arc);
        assert!(pipeline.runs_on_devices(), "{text}");
        let got = runner.run(&pipeline, &grids);
        assert_same(text, &on_cpu(&pipeline, &grids), &got, &grids);
        let report = &got.report;
        assert_eq!((report.failed(), report.rows), (0, grids.len()), "{text}: {report:?}");
        assert_eq!(report.on_devices + report.handed_back + report.too_large, grids.len(), "{text}: {report:?}");
        let all_raise = ["upscale(0)", "downscale(0)"].contains(text);
        assert!(all_raise || report.on_devices > 0, "{text}: {report:?}");
    }
}

#[test]
fn what_devices_do_not_know_is_done_on_the_cpu() {
    let grids = some_grids(2);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    for (text, stages) in MIXED {
        let pipeline = pipeline(text, Dialect::Arc);
        assert_eq!(pipeline.stages_on_devices(), *stages, "{text}");
        let got = runner.run(&pipeline, &grids);
        assert_same(text, &on_cpu(&pipeline, &grids), &got, &grids);
    }
}

/// Tables of objects, which devices find.
const TABLES: &[(&str, Dialect)] = &[
    ("objects(T, F, T)", Dialect::Arc),
    ("objects(T, T, T)", Dialect::Arc),
    ("objects(F, F, T)", Dialect::Arc),
    ("objects(F, T, T)", Dialect::Arc),
    ("objects(T, F, F)", Dialect::Arc),
    ("objects(1, T, F)", Dialect::Arc),
    ("objects(F, F, F)", Dialect::Arc),
    ("objects(F, T, 0)", Dialect::Arc),
    ("partition", Dialect::Arc),
    ("fgpartition", Dialect::Arc),
    ("frontiers", Dialect::Arc),
    ("rot90 | replace(3, 7) | objects(T, T, F) | sizefilter(2)", Dialect::Arc),
    ("trim | objects(T, F, T) | colorfilter(5) | sizefilter(1)", Dialect::Arc),
    ("trim | fgpartition | colorfilter(2)", Dialect::Arc),
    ("o_g(R5)", Dialect::Tok),
    ("mir_rot_t(R1) | o_g(R7) | sizefilter(1)", Dialect::Tok),
    ("partition", Dialect::Tok),
    ("fgpartition", Dialect::Tok),
    ("frontiers", Dialect::Tok),
];

#[test]
fn objects_are_found_on_devices_in_the_order_of_their_set() {
    let mut grids = grids(30, 30, 5);
    grids.extend(some_grids(6).split_off(66));
    let runner = Runner::with_devices(options(Some(20)), vec![emulated()]);
    for (text, dialect) in TABLES {
        let pipeline = pipeline(text, *dialect).with_tables();
        assert!(pipeline.runs_on_devices() && pipeline.gives_tables(), "{text}");
        let got = runner.run(&pipeline, &grids);
        assert_same(text, &on_cpu(&pipeline, &grids), &got, &grids);
        let report = &got.report;
        assert!(report.on_devices > grids.len() / 4 && report.failed() == 0, "{text}: {report:?}");
        assert!(got.rows.iter().filter(|row| matches!(row, Row::Objects(_))).count() >= report.on_devices, "{text}");
    }
    let other = pipeline("objects(T, F, T) | size", Dialect::Arc).with_tables();
    assert!(!other.gives_tables() && other.stages_on_devices() == 0);
}

#[test]
fn toks_forms_are_the_same_operations() {
    let grids = some_grids(3);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let mut texts: Vec<String> = (0..8).map(|code| format!("mir_rot_t({code})")).collect();
    texts.extend(
        [
            "rot90 | hmirror_t | vmirror_t | dmirror_t | cmirror_t | rot180 | rot270",
            "trim | tophalf | bottomhalf | lefthalf | righthalf",
            "compress | upscale_t(2) | hupscale(2) | vupscale(1) | downscale(2)",
            "hconcat(_, vmirror_t(_)) | vconcat(_, hmirror_t(_))",
            "replace(BLACK, RED) | switch(RED, 5)",
            "mostcolor_t",
            "leastcolor_t",
            "numcolors_t",
            "colorcount_t(RED)",
            "f_ofcolor(BLACK)",
            "o_g(R5)",
            "p_g",
            "rot90 | trim | p_g",
            "p_g | size",
            "palette_t",
            "vmirror_t | palette_t | size",
        ]
        .map(String::from),
    );
    for text in texts {
        let pipeline = pipeline(&text, Dialect::Tok);
        let got = runner.run(&pipeline, &grids);
        assert_same(&text, &on_cpu(&pipeline, &grids), &got, &grids);
        let on_devices =
            ["o_g(R5)", "mir_rot_t(7)"].contains(&text.as_str()) || got.report.on_devices > grids.len() / 4;
        assert!(on_devices, "{text}: {:?}", got.report);
    }
}

/// Where tokpidjin's operations differ from arc-dsl's of the same name, at edges and in what is smaller, rows are the CPU's.
#[test]
fn toks_forms_differ_at_edges() {
    let grids = some_grids(9);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let texts = [
        "crop((1, 2), (3, 4))",
        "crop(ORIGIN, (9, 3)) | rot90",
        "crop((0, 1), (2, 2)) | hconcat(_, vmirror_t(_)) | crop((1, 1), (1, 2))",
        "crop((2, 1), (40, 1))",
        "subgrid(f_ofcolor(_, BLACK), _)",
        "trim | subgrid(f_ofcolor(I, 8), _)",
        "trim | subgrid(f_ofcolor(_, BLACK), I)",
        "rot90 | subgrid(f_ofcolor(vmirror_t(I), 5), _)",
        "subgrid(f_ofcolor(_, BLACK), trim(_))",
        "fill(_, RED, f_ofcolor(_, BLACK))",
        "tophalf | underfill(_, RED, f_ofcolor(I, 0))",
        "cover(_, f_ofcolor(_, 0))",
        "paint(_, recolor_i(RED, f_ofcolor(_, 0)))",
        "underpaint(vmirror_t(_), recolor_i(3, f_ofcolor(_, 0)))",
        "rot90 | paint(_, asobject(I))",
        "underpaint(_, asobject(I))",
        "canvas(RED, shape_t(_))",
        "fill(canvas(RED, shape_t(_)), 0, f_ofcolor(_, 0))",
        "hconcat(_, canvas(RED, (3, 3)))",
        "cellwise(_, rot90(_), 0)",
        "trim | cellwise(_, I, 3)",
        "hsplit(2)",
        "hsplit(3)",
        "vsplit(3) | first_t",
        "vsplit(4)",
        "hsplit(7)",
        "identity | rot90",
    ];
    for text in texts {
        let pipeline = pipeline(text, Dialect::Tok);
        assert!(pipeline.stages_on_devices() > 0, "{text}");
        let got = runner.run(&pipeline, &grids);
        assert_same(text, &on_cpu(&pipeline, &grids), &got, &grids);
        assert!(got.report.on_devices > 0, "{text}: {:?}", got.report);
    }
    let none = [
        ("crop((-1, 0), (3, 3))", 0),
        ("hconcat(_, crop(_, (0, 0), (2, 2)))", 0),
        ("rot90 | hsplit(1)", 1),
        ("trim | cellwise(I, _, 3)", 2),
    ];
    for (text, stages) in none {
        let pipeline = pipeline(text, Dialect::Tok);
        assert_eq!(pipeline.stages_on_devices(), stages, "{text}");
        assert_same(text, &on_cpu(&pipeline, &grids), &runner.run(&pipeline, &grids), &grids);
    }
}

/// What is drawn on, and where the places come from, each made of what was given or of what the row began with.
#[test]
fn drawings_take_grids_of_all_sides() {
    let mut grids = grids(25, 12, 14);
    grids.extend(some_grids(15).split_off(66));
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let sides = [
        "_",
        "hmirror(_)",
        "trim(_)",
        "canvas(5, shape(rot90(_)))",
        "canvas(0, (4, 7))",
        "I",
        "rot90(I)",
        "lefthalf(I)",
    ];
    let calls = [
        "fill({g}, 3, ofcolor({p}, 0))",
        "underfill({g}, 3, ofcolor({p}, 0))",
        "cover({g}, ofcolor({p}, 0))",
        "paint({g}, recolor(3, ofcolor({p}, 0)))",
        "subgrid(ofcolor({p}, 0), {g})",
        "hconcat({g}, {p})",
        "cellwise({g}, {p}, 3)",
    ];
    for g in sides {
        for p in sides.iter().filter(|p| format!("{g}{p}").contains('_')) {
            for call in calls {
                let arc = format!("tophalf | {}", call.replace("{g}", g).replace("{p}", p));
                let tok =
                    arc.replace("ofcolor", "f_ofcolor").replace("recolor", "recolor_i").replace("mirror", "mirror_t");
                for (text, dialect) in [(arc, Dialect::Arc), (tok.replace("shape", "shape_t"), Dialect::Tok)] {
                    let pipeline = pipeline(&text, dialect);
                    let got = runner.run(&pipeline, &grids);
                    assert_same(&text, &on_cpu(&pipeline, &grids), &got, &grids);
                    assert!(pipeline.runs_on_devices(), "{text}");
                }
            }
        }
    }
}

#[test]
fn the_one_pass_of_turns_is_what_the_operations_give_one_by_one() {
    let grids = some_grids(4);
    let turns =
        ["hmirror", "vmirror", "dmirror", "cmirror", "rot90", "rot180", "rot270", "replace(0, 5)", "switch(5, -3)"];
    for a in turns {
        for b in turns {
            let text = format!("{a} | {b} | switch(1, 2)");
            // Something that is no turn and does nothing makes the pipeline go step by step.
            let steps = format!("{a} | {b} | switch(1, 2) | upscale(1)");
            let (quick, plain) = (pipeline(&text, Dialect::Arc), pipeline(&steps, Dialect::Arc));
            assert_same(&text, &on_cpu(&plain, &grids), &on_cpu(&quick, &grids), &grids);
        }
    }
}
