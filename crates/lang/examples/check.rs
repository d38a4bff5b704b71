//! Loads files of programs and says what is in them: `cargo run -p megabatt-lang --example check -- FILE...`

use megabatt_lang::{Dialect, parse, parse_bytes};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let start = Instant::now();
        let module = parse_bytes(&path, &bytes, Dialect::Rearc);
        let loaded = start.elapsed();
        for diagnostic in module.diagnostics.iter().take(20) {
            print!("{}", diagnostic.render());
        }
        let start = Instant::now();
        let ids: Vec<_> = module.programs.iter().map(|p| (p.exact_id(), p.canonical_id())).collect();
        let hashed = start.elapsed();
        let start = Instant::now();
        let printed: Vec<_> = module.programs.iter().map(|p| p.to_source()).collect();
        let written = start.elapsed();
        let same = |(text, ids): (&String, &(_, _))| {
            parse("printed", text, Dialect::Rearc).programs.last().map(|p| (p.exact_id(), p.canonical_id()))
                == Some(*ids)
        };
        let kept = printed.iter().zip(&ids).filter(|pair| same(*pair)).count();
        println!(
            "{path}: {} programs, {} messages, loaded in {loaded:?}, ids in {hashed:?}, printed in {written:?}, {kept} read back the same",
            module.programs.len(),
            module.diagnostics.len(),
        );
    }
    Ok(())
}
