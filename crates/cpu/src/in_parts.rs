//! Moving a value right after it was written.
//!
//! A value is written in parts: what it is, then what there is of it. A processor that copies all of its bytes at once while these parts
//! are in its store buffer waits until they have left it, which takes as long as a small call. Copied in the same parts, each comes
//! straight out of the buffer. [`crate::Machine::call_to`] avoids such a move; where there has to be one, it is made here.

use std::mem::MaybeUninit;

/// What values and results of calls are made of.
type Parts = (MaybeUninit<u32>, MaybeUninit<u32>, MaybeUninit<u64>);

/// # Safety
/// Both are valid for what they point to, and only one of the two is used as a value from then on.
#[inline(always)]
unsafe fn copy<T>(from: *const T, to: *mut T) {
    const { assert!(size_of::<T>() == 16 && align_of::<T>() == 8) };
    let (from, to) = (from.cast::<MaybeUninit<u32>>(), to.cast::<MaybeUninit<u32>>());
    // SAFETY: these are the 16 bytes of the value, of which some may be nothing. They are read as volatile, so that nobody puts the
    // reads together again.
    unsafe {
        let parts: Parts =
            (from.read_volatile(), from.add(1).read_volatile(), from.add(2).cast::<MaybeUninit<u64>>().read_volatile());
        to.write(parts.0);
        to.add(1).write(parts.1);
        to.add(2).cast::<MaybeUninit<u64>>().write(parts.2);
    }
}

/// The value that was there.
///
/// # Safety
/// Nobody uses or drops what is there from then on.
#[inline(always)]
pub unsafe fn take<T>(from: &T) -> T {
    let mut taken = MaybeUninit::<T>::uninit();
    // SAFETY: one is a reference, the other a place on the stack; the caller gives the value up.
    unsafe {
        copy(from, taken.as_mut_ptr());
        taken.assume_init()
    }
}

/// Puts the value that was there in the place of another one.
///
/// # Safety
/// As for [`take`].
#[inline(always)]
pub unsafe fn put<T>(from: &T, to: &mut T) {
    // SAFETY: what was in the place is dropped before it is written over; nothing comes between. The caller gives the value up.
    unsafe {
        std::ptr::drop_in_place(to);
        copy(from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::{Arc, Fail, Result, Set, Value};
    use std::mem::ManuallyDrop;

    #[test]
    fn values_are_moved_and_not_copied() {
        let set = Arc::new(Set::grown_pairs(vec![(1, 2), (3, 4)]));
        let values = || {
            let kinds = [Value::None, Value::Int(-7), Value::Bool(true), Value::Float(0.5), Value::Pair(3, -4)];
            let others =
                [Value::Cell(1, 2, 3), Value::Triple(-1, 2, -3), Value::Set(set.clone()), Value::empty_tuple()];
            kinds.into_iter().chain(others)
        };
        for value in values() {
            let given = ManuallyDrop::new(value.clone());
            // SAFETY: it is not used again.
            let taken = unsafe { take(&*given) };
            assert_eq!(taken, value);
            let mut place: Result<Value> = Ok(Value::Set(set.clone()));
            let given: ManuallyDrop<Result<Value>> = ManuallyDrop::new(Ok(taken));
            // SAFETY: it is not used again.
            unsafe { put(&*given, &mut place) };
            assert_eq!(place, Ok(value));
            let failed: ManuallyDrop<Result<Value>> = ManuallyDrop::new(Err(Fail::TYPE));
            // SAFETY: it is not used again.
            unsafe { put(&*failed, &mut place) };
            assert_eq!(place, Err(Fail::TYPE));
        }
        assert!(set.is_unique());
    }
}
