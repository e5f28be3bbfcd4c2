//! Leads calls elsewhere: those of the C library on memory to the test of growth, which counts them, and those that the compiler
//! puts on every edge past libFuzzer, which has no use for them and says so.

fn main() {
    for name in ["memcpy", "memmove", "memset", "memcmp", "bcmp"] {
        println!("cargo::rustc-link-arg-tests=-Wl,--wrap={name}");
    }
    println!("cargo::rustc-link-arg-bins=-Wl,--wrap=__sanitizer_cov_trace_pc");
    println!("cargo::rerun-if-changed=build.rs");
}
