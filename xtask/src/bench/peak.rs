//! The most memory that a process started from here had.

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};

/// A process that has ended.
pub struct Ended {
    pub status: ExitStatus,
    /// What it printed.
    pub printed: Vec<u8>,
    /// The most memory it had at once, in bytes, where that is known.
    pub peak: Option<u64>,
}

/// Runs a command to its end. What it says of trouble the user sees.
pub fn run(command: &mut Command) -> io::Result<Ended> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?;
    let mut printed = Vec::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_end(&mut printed)?;
    }
    let (status, peak) = wait(&mut child)?;
    Ok(Ended { status, printed, peak })
}

/// `getrusage`, which knows all children only, would give the peak of the largest so far.
#[cfg(unix)]
fn wait(child: &mut std::process::Child) -> io::Result<(ExitStatus, Option<u64>)> {
    use std::os::unix::process::ExitStatusExt;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    let mut status = 0;
    loop {
        // SAFETY: both pointers are valid for what wait4 writes to them; the process is a child that nobody waited for.
        let ended = unsafe { libc::wait4(child.id() as libc::pid_t, &mut status, 0, usage.as_mut_ptr()) };
        if ended != -1 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: wait4 succeeded and wrote it; all zeros are a valid rusage besides.
    let usage = unsafe { usage.assume_init() };
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    Ok((ExitStatus::from_raw(status), u64::try_from(usage.ru_maxrss).ok().map(|peak| peak * unit)))
}

#[cfg(not(unix))]
fn wait(child: &mut std::process::Child) -> io::Result<(ExitStatus, Option<u64>)> {
    Ok((child.wait()?, None))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn each_process_has_a_peak_of_its_own() {
        let peak = |megabytes: usize| {
            let script = format!("head -c {megabytes}000000 /dev/zero | tail -c {megabytes}000000 | wc -c; exit 3");
            let ended = run(Command::new("sh").args(["-c", &script])).expect("sh starts");
            assert_eq!((ended.status.code(), ended.printed), (Some(3), format!("{megabytes}000000\n").into_bytes()));
            ended.peak.expect("known on Unix")
        };
        let (large, small) = (peak(60), peak(1));
        assert!(small > 100_000 && large > small + 30_000_000, "{small} and {large} bytes");
    }
}
