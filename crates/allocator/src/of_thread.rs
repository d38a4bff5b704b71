//! Where a thread finds what is its own.
//!
//! The Python package is a library that is loaded at run time, and in such a library Rust asks the system's loader where a thread's
//! variables are, with a call for each block of memory taken or given back. On Linux the loader puts the variables of a library at
//! a fixed distance from what each thread has of the program itself, if the library asks for that, and mimalloc's variables do: so
//! nothing more is asked of the loader here, and two instructions take the place of the call.

use crate::recent::Recent;

/// What is this thread's. All of it is zero at first, and it stays there as long as the thread.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[inline(always)]
pub fn recent() -> *const Recent {
    let place: *const Recent;
    // SAFETY: it adds the distance that the loader has written down to the address of the thread, which stands at its own beginning.
    // The sum is the same as long as the thread runs, and nothing is read that anybody changes.
    unsafe {
        std::arch::asm!(
            "mov {place}, qword ptr [rip + megabatt_allocator_recent@GOTTPOFF]",
            "add {place}, qword ptr fs:[0]",
            place = out(reg) place,
            options(pure, nomem, nostack),
        );
    }
    place
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
std::arch::global_asm!(
    ".pushsection .tbss.megabatt_allocator_recent, \"awT\", @nobits",
    ".p2align 4",
    ".globl megabatt_allocator_recent",
    ".hidden megabatt_allocator_recent",
    ".type megabatt_allocator_recent, @object",
    ".size megabatt_allocator_recent, {size}",
    "megabatt_allocator_recent:",
    ".zero {size}",
    ".popsection",
    size = const size_of::<Recent>(),
);

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
const _: () = assert!(align_of::<Recent>() <= 16);

/// What is this thread's.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[inline(always)]
pub fn recent() -> *const Recent {
    thread_local! {
        static RECENT: Recent = const { Recent::new() };
    }
    RECENT.with(std::ptr::from_ref)
}
