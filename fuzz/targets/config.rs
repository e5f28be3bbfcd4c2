#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| flagfall_fuzz::door("config", data));
