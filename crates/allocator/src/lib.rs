//! mimalloc, asked in the way it answers fastest.
//!
//! Programs make and drop many small values, which mimalloc does in less time than the system's allocator. Rust tells an
//! allocator the alignment of every piece of memory, and mimalloc's functions that take one look for a block of the next
//! larger size whenever the size is no power of two, and leave pages in which freeing is slower. But every block of mimalloc's
//! has the alignment of C's largest types, which is more than nearly all values need: those are asked for by size alone.
//!
//! Small blocks that a thread gave back last are kept in front of mimalloc, by size (`recent`).

mod of_thread;
mod recent;

use libmimalloc_sys as mi;
use std::alloc::{GlobalAlloc, Layout, System};

/// To be named as `#[global_allocator]`.
pub struct Allocator;

/// The number of mimalloc's option `purge_delay`, for which the crate has no name.
const PURGE_DELAY: mi::mi_option_t = 15;

/// Free memory goes back to the system after this many milliseconds instead of mimalloc's 1,000: samples of a battery need much and
/// little memory in turn, and the system clears each page that it hands out again.
const GIVE_BACK_AFTER: std::ffi::c_long = 10_000;

/// The number of mimalloc's option `destroy_on_exit`, for which the crate has no name.
const DESTROY_ON_EXIT: mi::mi_option_t = 22;

/// Nothing is given back at the end of the process: the system takes all of it at once, in less time than it takes part after part.
const LEAVE_ALL: std::ffi::c_long = 2;

/// To be called before there is a second thread.
pub fn settle() {
    // SAFETY: the options exist, and nobody else looks at them while there is one thread.
    unsafe {
        mi::mi_option_set_default(PURGE_DELAY, GIVE_BACK_AFTER);
        mi::mi_option_set_default(DESTROY_ON_EXIT, LEAVE_ALL);
    }
}

/// What every block is aligned to that is not smaller than this itself.
const ALWAYS_ALIGNED_TO: usize = 16;

/// Whether the system's allocator is to be used instead. A constant, but in builds for measuring.
#[cfg(not(feature = "ablation"))]
#[inline(always)]
const fn is_off() -> bool {
    false
}

/// Whether the system's allocator is to be used instead: if `MEGABATT_WITHOUT` names `allocator`. Asked at the first allocation, so
/// that whoever gave a block takes it back; without an allocation of its own.
#[cfg(feature = "ablation")]
fn is_off() -> bool {
    use std::sync::atomic::{AtomicU8, Ordering};
    const UNKNOWN: u8 = 0;
    const ON: u8 = 1;
    const OFF: u8 = 2;
    static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
    match STATE.load(Ordering::Relaxed) {
        UNKNOWN => {
            // SAFETY: the name ends with a zero; nobody changes the environment before the first allocation.
            let named = unsafe { libc::getenv(c"MEGABATT_WITHOUT".as_ptr()) };
            // SAFETY: what is there is a string that ends with a zero.
            let off = !named.is_null()
                && unsafe { std::ffi::CStr::from_ptr(named) }
                    .to_bytes()
                    .split(|&b| b == b',')
                    .any(|n| n == b"allocator");
            STATE.store(if off { OFF } else { ON }, Ordering::Relaxed);
            off
        }
        state => state == OFF,
    }
}

fn is_always_aligned(align: usize, size: usize) -> bool {
    align <= ALWAYS_ALIGNED_TO && align <= size
}

/// Whether blocks of this kind are kept in front of mimalloc.
#[inline(always)]
fn is_small(align: usize, size: usize) -> bool {
    size <= recent::LARGEST && is_always_aligned(align, size)
}

/// `realloc` where the old block or the new one is small.
///
/// # Safety
///
/// As `realloc`'s.
unsafe fn moved(block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
    let (align, old) = (layout.align(), layout.size());
    if is_small(align, old) && is_small(align, size) && recent::class_of(old) == recent::class_of(size) {
        return block;
    }
    // SAFETY: the alignment is a layout's, and the caller answers for the size; both blocks have as much as is copied, and the old
    // one is the caller's to give back.
    unsafe {
        let new = Allocator.alloc(Layout::from_size_align_unchecked(size, align));
        if !new.is_null() {
            std::ptr::copy_nonoverlapping(block, new, old.min(size));
            Allocator.dealloc(block, layout);
        }
        new
    }
}

// SAFETY: mimalloc's functions do what `GlobalAlloc` asks for. Those without an alignment give blocks that are aligned as C's
// `malloc` aligns them: any block for its own size, up to 16.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_off() {
            // SAFETY: what is asked of this one is asked of that one.
            return unsafe { System.alloc(layout) };
        }
        let (size, align) = (layout.size(), layout.align());
        if is_small(align, size) {
            return recent::take(recent::class_of(size));
        }
        // SAFETY: any size and any power of two will do; a block that cannot be had is null.
        let block = unsafe {
            if is_always_aligned(align, size) { mi::mi_malloc(size) } else { mi::mi_malloc_aligned(size, align) }
        };
        block.cast()
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_off() {
            // SAFETY: as in `alloc`.
            return unsafe { System.alloc_zeroed(layout) };
        }
        let (size, align) = (layout.size(), layout.align());
        if is_small(align, size) {
            let block = recent::take(recent::class_of(size));
            if !block.is_null() {
                // SAFETY: the block has at least this size.
                unsafe { block.write_bytes(0, size) };
            }
            return block;
        }
        // SAFETY: as in `alloc`.
        let block = unsafe {
            if is_always_aligned(align, size) { mi::mi_zalloc(size) } else { mi::mi_zalloc_aligned(size, align) }
        };
        block.cast()
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_off() {
            // SAFETY: then the block is from there, too.
            return unsafe { System.dealloc(block, layout) };
        }
        if is_small(layout.align(), layout.size()) {
            // SAFETY: `alloc` took it from there, with the same size.
            return unsafe { recent::give(block, recent::class_of(layout.size())) };
        }
        // SAFETY: the caller has the block from here; how it was asked for does not matter for giving it back.
        unsafe { mi::mi_free(block.cast()) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_off() {
            // SAFETY: then the block is from there, too.
            return unsafe { System.realloc(block, layout, size) };
        }
        let align = layout.align();
        if is_small(align, layout.size()) || is_small(align, size) {
            // SAFETY: what is asked of this one is asked of that one.
            return unsafe { moved(block, layout, size) };
        }
        // SAFETY: the caller has the block from here. A block that stays where it is was aligned before.
        let block = unsafe {
            if is_always_aligned(align, size) {
                mi::mi_realloc(block.cast(), size)
            } else {
                mi::mi_realloc_aligned(block.cast(), size, align)
            }
        };
        block.cast()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_the_delay() {
        // SAFETY: it only looks.
        let delay = unsafe { mi::mi_option_get(PURGE_DELAY) };
        assert!(std::env::var_os("MIMALLOC_PURGE_DELAY").is_some() || delay == 1_000, "{delay}");
    }

    /// The next option is how much is reserved, which no other has as its value.
    #[test]
    fn the_option_is_what_becomes_of_all_at_the_end() {
        if ["DESTROY_ON_EXIT", "ARENA_RESERVE"]
            .iter()
            .all(|name| std::env::var_os(format!("MIMALLOC_{name}")).is_none())
        {
            // SAFETY: it only looks.
            let [none, reserve] = [0, 1].map(|after| unsafe { mi::mi_option_get(DESTROY_ON_EXIT + after) });
            assert_eq!((none, reserve), (0, 1 << 20));
        }
    }

    /// Blocks go from one thread to another, threads end with blocks in their lists, and no two blocks in use are one.
    #[test]
    fn blocks_may_be_given_back_by_another_thread() {
        let layouts: Vec<Layout> =
            (0..2_000).map(|n| Layout::from_size_align(n % 1_500 + 1, 1).expect("a size")).collect();
        for _ in 0..4 {
            let fill = || -> Vec<usize> {
                let filled = layouts.iter().enumerate().map(|(n, layout)| {
                    // SAFETY: each block is used within its size and given back once.
                    let block = unsafe { Allocator.alloc(*layout) };
                    // SAFETY: as above.
                    unsafe { block.write_bytes(n as u8, layout.size()) };
                    block.expose_provenance()
                });
                filled.collect()
            };
            let (here, there) = (fill(), std::thread::scope(|scope| scope.spawn(fill).join()).expect("it ends"));
            for (n, layout) in layouts.iter().enumerate() {
                for block in [here[n], there[n]] {
                    let block: *mut u8 = std::ptr::with_exposed_provenance_mut(block);
                    // SAFETY: as above.
                    unsafe {
                        assert!((0..layout.size()).all(|at| *block.add(at) == n as u8), "block {n}");
                        Allocator.dealloc(block, *layout);
                    }
                }
            }
        }
    }

    /// Grows and shrinks a block and looks at its address and its bytes each time.
    #[test]
    fn blocks_are_aligned_and_keep_what_is_in_them() {
        for align in [1, 2, 4, 8, 16, 32, 64, 4096] {
            for size in [1, 2, 3, 7, 8, 9, 12, 15, 16, 17, 24, 40, 48, 100, 1000, 5000, 70_000, 3_000_000] {
                let layout = Layout::from_size_align(size, align).expect("a size and a power of two");
                for changed in [size / 2 + 1, size + 1, size * 3] {
                    // SAFETY: each block is used within its size and given back once.
                    unsafe {
                        let block = Allocator.alloc_zeroed(layout);
                        assert!(block.addr().is_multiple_of(align) && (0..size).all(|n| *block.add(n) == 0));
                        block.write_bytes(7, size);
                        let other = Allocator.alloc(layout);
                        assert!(other.addr().is_multiple_of(align) && other != block);
                        Allocator.dealloc(other, layout);
                        let block = Allocator.realloc(block, layout, changed);
                        let kept = (0..size.min(changed)).all(|n| *block.add(n) == 7);
                        assert!(kept && block.addr().is_multiple_of(align), "{size} to {changed} aligned to {align}");
                        Allocator.dealloc(block, Layout::from_size_align(changed, align).expect("as above"));
                    }
                }
            }
        }
    }
}
