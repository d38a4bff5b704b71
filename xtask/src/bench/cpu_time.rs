//! CPU time of processes started from here.

/// User and system seconds of all child processes that have ended.
#[cfg(unix)]
pub fn of_children() -> f64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: getrusage writes a whole rusage to the pointer, which is valid for one; all zeros are a valid rusage,
    // so the value is initialised even if the call fails.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Not known here.
#[cfg(not(unix))]
pub fn of_children() -> f64 {
    f64::NAN
}
