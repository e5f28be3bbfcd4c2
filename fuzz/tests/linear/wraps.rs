//! Counting wrappers of the C library's memory functions. `build.rs` redirects the calls of the test here.

use std::ffi::{c_int, c_void};

use flagfall_fuzz::steps::add;

/// This many bytes count as one step.
const STEP: usize = 16;

macro_rules! counted {
    ($($wrap:ident, $real:ident($($arg:ident: $of:ty),*) -> $back:ty;)+) => {
        unsafe extern "C" {
            $(fn $real($($arg: $of,)* bytes: usize) -> $back;)+
        }
        $(
            /// # Safety
            /// As for the wrapped function.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $wrap($($arg: $of,)* bytes: usize) -> $back {
                add((bytes / STEP) as u64);
                // SAFETY: the caller upholds the contract of the wrapped function.
                unsafe { $real($($arg,)* bytes) }
            }
        )+
    };
}

counted! {
    __wrap_memcpy, __real_memcpy(to: *mut c_void, from: *const c_void) -> *mut c_void;
    __wrap_memmove, __real_memmove(to: *mut c_void, from: *const c_void) -> *mut c_void;
    __wrap_memset, __real_memset(to: *mut c_void, byte: c_int) -> *mut c_void;
    __wrap_memcmp, __real_memcmp(a: *const c_void, b: *const c_void) -> c_int;
    __wrap_bcmp, __real_bcmp(a: *const c_void, b: *const c_void) -> c_int;
}
