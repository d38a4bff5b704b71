//! Batteries of which an emulated card runs what it can: outcomes, fuel and memory are the CPU's, whatever the size of launches,
//! whatever is switched off, and whatever happens to the card.

mod common;

use common::scripted::{Script, Scripted};
use megabatt_batch::battery::{BatteryOptions, BatteryReport, CardBattery, OpenCard, TICKS_HERE};
use megabatt_core::{Dialect, Op, Value, json};
use megabatt_cpu::Cpu;
use megabatt_cuda::device::{DeviceError, SharedDevice};
use megabatt_cuda_emulator::EmulatedDevice;
use megabatt_engine::battery::{Passes, prepare};
use megabatt_engine::data::{self, Filter};
use megabatt_engine::run::Sample;
use megabatt_exec::{Cancel, Limits, Outcome, Prepared, RowResult};
use megabatt_lang::Program;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const DIALECT: Dialect = Dialect::Arc;
const CPU: Cpu = Cpu { dialect: DIALECT, engine: megabatt_cpu::Engine::Fast };

/// Programs of the demo, and samples of its tasks.
fn demo(programs: usize, samples: usize) -> (Vec<Program>, Vec<Value>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("the demo is here").flatten() {
        if entry.path().extension().is_some_and(|ending| ending == "py") {
            let text = std::fs::read(entry.path()).expect("readable");
            all.extend(megabatt_lang::parse_bytes("demo", &text, DIALECT).programs);
        }
    }
    all.retain(|program| program.code.params.len() == 1);
    all.sort_by(|a, b| a.name.cmp(&b.name));
    let step = (all.len() / programs).max(1);
    let tasks = data::load(&[folder.join("tasks")], &Filter::default()).tasks;
    let inputs = tasks.iter().map(|task| Sample::all(task).next().expect("tasks have samples").of(task).input.clone());
    (all.into_iter().step_by(step).take(programs).collect(), inputs.take(samples).collect())
}

fn options(samples: Option<usize>) -> BatteryOptions {
    BatteryOptions {
        dialect: DIALECT,
        limits: Limits::default(),
        off: Vec::new(),
        patience: None,
        samples,
        profile: false,
        ticks_here: TICKS_HERE,
    }
}

fn emulated() -> SharedDevice {
    Arc::new(EmulatedDevice::new(1 << 30, 7))
}

fn text_of(result: &RowResult) -> String {
    let outcome = match &result.outcome {
        Outcome::Value(value) => json::to_json(value),
        Outcome::Error(class) => class.name().to_string(),
        Outcome::Limit(limit) => limit.name().to_string(),
    };
    format!("{outcome} {} {} {}", result.address_dependent, result.fuel, result.memory)
}

/// All outcomes, with the card given as long as it needs to have a part in them.
fn outcomes(
    programs: &[Program],
    samples: &[Value],
    device: Option<SharedDevice>,
    options: BatteryOptions,
) -> (Vec<String>, BatteryReport) {
    outcomes_in_groups(programs, samples, device, options, 1)
}

/// The same with so many samples at a time.
fn outcomes_in_groups(
    programs: &[Program],
    samples: &[Value],
    device: Option<SharedDevice>,
    options: BatteryOptions,
    at_once: usize,
) -> (Vec<String>, BatteryReport) {
    let cpu = prepare(&CPU, programs, Passes::default(), &options.limits);
    let open = |device: SharedDevice| -> OpenCard { Box::new(move || Ok(device)) };
    let battery_has_cards = device.is_some();
    let cards = device.into_iter().map(open).collect();
    let battery = CardBattery::new(cpu, samples.to_vec(), cards, options);
    for _ in 0..if battery_has_cards { 600 } else { 0 } {
        let report = battery.report();
        if report.launches > 0 || !report.failures.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut texts = Vec::new();
    for group in samples.chunks(at_once) {
        if let [sample] = group {
            let results = battery.run(std::slice::from_ref(sample), &Cancel::new(), &mut |_| {});
            texts.extend(results.iter().map(text_of));
            continue;
        }
        let inputs: Vec<&[Value]> = group.iter().map(std::slice::from_ref).collect();
        let mut of_samples: Vec<Vec<String>> = group.iter().map(|_| Vec::new()).collect();
        battery.run_many(&inputs, &Cancel::new(), &mut |program, results| {
            assert_eq!(results.len(), group.len());
            for (texts, result) in of_samples.iter_mut().zip(&results) {
                assert_eq!(texts.len(), program, "program by program");
                texts.push(text_of(result));
            }
        });
        texts.extend(of_samples.into_iter().flatten());
    }
    (texts, battery.report())
}

fn on_cpu(programs: &[Program], samples: &[Value]) -> Vec<String> {
    let cpu = prepare(&CPU, programs, Passes::default(), &Limits::default());
    let run = |sample: &Value| cpu.run(std::slice::from_ref(sample), &Cancel::new(), &mut |_| {});
    samples.iter().flat_map(|sample| run(sample).iter().map(text_of).collect::<Vec<_>>()).collect()
}

#[test]
fn outcomes_are_the_cpus_whatever_the_size_of_launches() {
    let (programs, samples) = demo(40, 6);
    let wanted = on_cpu(&programs, &samples);
    for size in [Some(1), Some(3), None] {
        let (got, report) = outcomes(&programs, &samples, Some(emulated()), options(size));
        assert_eq!(got, wanted, "launches of {size:?}");
        assert!(report.rows > 0 && report.failures.is_empty(), "{report:?}");
        assert!(report.left() * 4 < report.rows, "the card left {} of {} rows", report.left(), report.rows);
    }
}

#[test]
fn outcomes_are_the_cpus_for_many_samples_at_a_time() {
    let (programs, samples) = demo(40, 8);
    let wanted = on_cpu(&programs, &samples);
    // Launches of one sample leave groups of which a card has done some samples, is at others, and has not seen the rest.
    for (size, at_once) in [(Some(1), 2), (Some(1), 8), (Some(3), 4), (None, 5)] {
        for off in [vec![], vec![Op::objects, Op::fill]] {
            let options = BatteryOptions { off, ..options(size) };
            let (got, report) = outcomes_in_groups(&programs, &samples, Some(emulated()), options, at_once);
            assert_eq!(got, wanted, "launches of {size:?}, {at_once} at a time");
            assert!(report.rows > 0 && report.failures.is_empty(), "{report:?}");
        }
        let device: SharedDevice = Scripted::new(emulated(), Script::GoneAfter(1));
        let (got, report) = outcomes_in_groups(&programs, &samples, Some(device), options(size), at_once);
        assert_eq!(got, wanted, "a card that is gone, launches of {size:?}, {at_once} at a time");
        assert!(!report.failures.is_empty());
    }
}

#[test]
fn what_is_switched_off_is_the_cpus() {
    let (programs, samples) = demo(20, 2);
    let wanted = on_cpu(&programs, &samples);
    for op in [Op::objects, Op::fill, Op::sfilter, Op::first] {
        let (got, report) =
            outcomes(&programs, &samples, Some(emulated()), BatteryOptions { off: vec![op], ..options(None) });
        assert_eq!(got, wanted, "without {}", op.name());
        assert!(report.rows > 0);
    }
}

#[test]
fn a_card_that_fails_loses_nothing() {
    let (programs, samples) = demo(15, 6);
    let wanted = on_cpu(&programs, &samples);
    let scripts =
        [Script::Launch(1), Script::Launches, Script::GoneAfter(1), Script::NoMoreThan(1 << 20), Script::Streams];
    for script in scripts {
        let device: SharedDevice = Scripted::new(emulated(), script);
        let (got, report) = outcomes(&programs, &samples, Some(device), options(Some(1)));
        assert_eq!(got, wanted, "{script:?}");
        assert!(!report.failures.is_empty(), "{script:?} is told: {report:?}");
    }
}

#[test]
fn without_a_card_it_is_the_cpus_battery() {
    let (programs, samples) = demo(15, 3);
    let (got, report) = outcomes(&programs, &samples, None, BatteryOptions { patience: None, ..options(None) });
    assert_eq!(got, on_cpu(&programs, &samples));
    assert_eq!(report.rows, 0);
}

#[test]
fn a_short_run_does_not_ask_for_a_card() {
    let (programs, samples) = demo(15, 3);
    let patience = Some((Duration::from_millis(1), Duration::from_secs(3_600)));
    let cpu = prepare(&CPU, &programs, Passes::default(), &Limits::default());
    let open: OpenCard = Box::new(|| panic!("nobody needs it"));
    let battery = CardBattery::new(cpu, samples.clone(), vec![open], BatteryOptions { patience, ..options(None) });
    for sample in &samples {
        battery.run(std::slice::from_ref(sample), &Cancel::new(), &mut |_| {});
    }
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(battery.report().rows, 0);
}

#[test]
fn a_machine_without_a_card_has_nothing_to_tell() {
    let (programs, samples) = demo(5, 2);
    let cpu = prepare(&CPU, &programs, Passes::default(), &Limits::default());
    let battery = CardBattery::new(cpu, samples, vec![Box::new(|| Err(DeviceError::NoDriver))], options(None));
    while battery.report().declined.is_none() {
        assert!(battery.report().failures.is_empty(), "that there is none is no failure");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(battery.report().declined.as_deref(), Some("no GPU was found"));
}

#[test]
fn tokpidjins_programs_are_the_cpus() {
    let text = "def solve_00000001(S, I, C):\n    x1 = o_g(I, R5)\n    return x1\n\ndef solve_00000002(I):\n    x1 = rot90(I)\n    return x1\n";
    let programs = megabatt_lang::parse("tok", text, Dialect::Tok).programs;
    let alone: Vec<Program> = programs.iter().filter(|program| program.code.params.len() == 1).cloned().collect();
    let cpu = Cpu { dialect: Dialect::Tok, ..CPU };
    let (_, samples) = demo(1, 2);
    for (programs, why) in [(&programs, "(S, I, C)"), (&alone, "no program of it")] {
        let prepared = prepare(&cpu, programs, Passes::default(), &Limits::default());
        let open: OpenCard = Box::new(|| panic!("nobody needs it"));
        let options = BatteryOptions { dialect: Dialect::Tok, ..options(None) };
        let battery = CardBattery::new(prepared, samples.clone(), vec![open], options);
        while battery.report().declined.is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(battery.report().declined.is_some_and(|told| told.contains(why)));
    }
    let prepared = prepare(&cpu, &alone, Passes::default(), &Limits::default());
    let options = BatteryOptions { dialect: Dialect::Tok, ..options(None) };
    let wanted = prepare(&cpu, &alone, Passes::default(), &Limits::default());
    let battery = CardBattery::new(prepared, samples.clone(), vec![Box::new(|| Ok(emulated()))], options);
    for sample in &samples {
        let run = |battery: &dyn Prepared| -> Vec<String> {
            battery.run(std::slice::from_ref(sample), &Cancel::new(), &mut |_| {}).iter().map(text_of).collect()
        };
        assert_eq!(run(&battery), run(&*wanted));
    }
}
