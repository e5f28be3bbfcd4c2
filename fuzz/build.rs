//! Redirects calls. The C library's memory functions go to the growth test, which counts them. In the fuzz
//! targets, the calls that the compiler inserts on every edge bypass libFuzzer's function, which rejects
//! them.

fn main() {
    for name in ["memcpy", "memmove", "memset", "memcmp", "bcmp"] {
        println!("cargo::rustc-link-arg-tests=-Wl,--wrap={name}");
    }
    println!("cargo::rustc-link-arg-bins=-Wl,--wrap=__sanitizer_cov_trace_pc");
    println!("cargo::rerun-if-changed=build.rs");
}
