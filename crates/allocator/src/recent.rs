//! The blocks that a thread gave back last, by size: the next one asked for is the last one given back.
//!
//! mimalloc goes through all blocks of a page before it hands out one again that was freed, so what it hands out has mostly left the
//! processor's cache, and a small value costs a wait for memory. Here what was freed last is handed out first.

use crate::of_thread;
use libmimalloc_sys as mi;
use std::cell::Cell;
use std::ptr;

/// Blocks larger than this are mimalloc's alone.
pub const LARGEST: usize = 1024;

/// The sizes that are told apart; mimalloc has the same, so nothing is lost by asking for a whole one.
const SIZES: [usize; 20] =
    [16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024];

/// As many bytes of each size are kept.
const KEPT: usize = 64 * 1024;

/// For each number of sixteen bytes: which size it takes.
static CLASSES: [u8; LARGEST / 16 + 1] = {
    let mut classes = [0; LARGEST / 16 + 1];
    let (mut n, mut class) = (0, 0);
    while n < classes.len() {
        if n * 16 > SIZES[class] {
            class += 1;
        }
        classes[n] = class as u8;
        n += 1;
    }
    classes
};

#[inline(always)]
pub fn class_of(size: usize) -> usize {
    CLASSES[size.div_ceil(16)] as usize
}

/// A block that is free begins with the address of the next one.
struct Free {
    next: *mut Free,
}

/// Blocks of one size. Everything is a cell: while a block is given back, memory may be wanted, and that comes here, too.
struct List {
    head: Cell<*mut Free>,
    /// How many more it takes.
    room: Cell<u32>,
}

#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
enum Stage {
    New = 0,
    Open,
    /// The thread ends, or is just getting ready: nothing is kept.
    Closed,
}

/// What a thread has. When all of it is zero, the thread is new: the lists are empty and have room for nothing.
pub struct Recent {
    lists: [List; SIZES.len()],
    stage: Cell<Stage>,
}

thread_local! {
    static CLOSE: Close = const { Close };
}

/// Gives everything back when a thread ends.
struct Close;

impl Drop for Close {
    fn drop(&mut self) {
        let recent = here();
        recent.stage.set(Stage::Closed);
        for list in &recent.lists {
            while let Some(block) = list.pop() {
                // SAFETY: what is in a list is a block of mimalloc's that is nobody's.
                unsafe { mi::mi_free(block.cast()) };
            }
            list.room.set(0);
        }
    }
}

/// Has the processor get a block that will be wanted next, while nobody waits for it. It may be none.
#[inline(always)]
fn soon(block: *const Free) {
    // SAFETY: nothing is read that the program could see, from whichever address.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(block.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = block;
}

impl List {
    #[inline(always)]
    fn pop(&self) -> Option<*mut Free> {
        let block = self.head.get();
        if block.is_null() {
            return None;
        }
        // SAFETY: what is in a list begins with the address of the next.
        let next = unsafe { (*block).next };
        self.head.set(next);
        soon(next);
        self.room.set(self.room.get() + 1);
        Some(block)
    }
}

/// The lists of this thread.
#[inline(always)]
fn here() -> &'static Recent {
    // SAFETY: nothing is to be dropped of the lists, so they are there as long as their thread, which keeps them to itself.
    unsafe { &*of_thread::recent() }
}

/// A block of the size of a class; null if there is none to be had.
#[inline(always)]
pub fn take(class: usize) -> *mut u8 {
    match here().lists[class].pop() {
        Some(block) => block.cast(),
        // SAFETY: any size will do.
        None => unsafe { mi::mi_malloc(SIZES[class]) }.cast(),
    }
}

/// Takes a block back.
///
/// # Safety
///
/// The block came from [`take`] with the same class, on whichever thread, and is nobody's any more.
#[inline(always)]
pub unsafe fn give(block: *mut u8, class: usize) {
    let recent = here();
    let list = &recent.lists[class];
    if list.room.get() == 0 && !recent.opens() {
        // SAFETY: the block is mimalloc's.
        return unsafe { mi::mi_free(block.cast()) };
    }
    let block: *mut Free = block.cast();
    // SAFETY: every block has room for an address and is aligned for it.
    unsafe { (*block).next = list.head.get() };
    list.head.set(block);
    list.room.set(list.room.get() - 1);
}

impl Recent {
    /// What a thread has at first where its variables are not zero by themselves.
    #[cfg_attr(all(target_arch = "x86_64", target_os = "linux"), allow(dead_code, reason = "they are zero there"))]
    pub const fn new() -> Recent {
        let lists = [const { List { head: Cell::new(ptr::null_mut()), room: Cell::new(0) } }; SIZES.len()];
        Recent { lists, stage: Cell::new(Stage::New) }
    }

    /// With the first block that is given back, room is made, and it is asked for that all are given back when the thread ends. Whether
    /// that was now.
    #[cold]
    fn opens(&self) -> bool {
        if self.stage.get() != Stage::New {
            return false;
        }
        self.stage.set(Stage::Closed);
        if CLOSE.try_with(|_| ()).is_err() {
            return false;
        }
        self.stage.set(Stage::Open);
        for (list, size) in self.lists.iter().zip(SIZES) {
            list.room.set((KEPT / size) as u32);
        }
        true
    }
}
