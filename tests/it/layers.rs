//! The folders of `src/` stand in one order: each uses only those before it, and what decides touches nothing outside itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Modules of `src/lib.rs` that have no files, threads, clock, environment or printing, in their order.
const ENGINE: [&str; 15] = [
    "fingerprint",
    "place",
    "scoresheet",
    "clock",
    "ruleset",
    "replay",
    "winnability",
    "event",
    "checks",
    "repair",
    "case",
    "rulings",
    "watch",
    "report",
    "archive",
];

/// Modules that come after the engine and need a feature of the crate.
const DOORS: [&str; 4] = ["lsp", "source", "cli", "desk"];

/// What the engine does not mention.
const OUTSIDE: [&str; 13] = [
    "std::fs",
    "std::env",
    "std::net",
    "std::thread",
    "std::process",
    "SystemTime",
    "Instant::now",
    "io::stdin",
    "io::stdout",
    "io::stderr",
    "println!",
    "Local::now",
    "Utc::now",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Source files of a module with their text, without comments and without what only tests use.
fn code_of(module: &str) -> Vec<(PathBuf, String)> {
    let folder = root().join("src").join(module);
    let single = folder.with_extension("rs");
    let walk = walkdir::WalkDir::new(folder).into_iter().flatten().map(walkdir::DirEntry::into_path);
    walk.chain(single.is_file().then_some(single))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter(|path| !path.iter().any(|part| part == "tests" || part == "tests.rs" || part == "testing.rs"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let tests = text.find("mod tests {").unwrap_or(text.len());
            let code: Vec<&str> =
                text[..tests].lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            (path, code.join("\n"))
        })
        .collect()
}

/// The modules of this crate that the code names: `crate::NAME`, alone or in braces.
fn used(code: &str) -> Vec<&str> {
    let word = |text| {
        let end = |c: char| !c.is_alphanumeric() && c != '_';
        str::split(text, end).next().unwrap_or_default()
    };
    let mut found = Vec::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        assert!(!rest.starts_with('{'), "write one `use crate::` for each module");
        found.push(word(rest));
    }
    found
}

#[test]
fn lib_rs_lists_the_modules_in_this_order() {
    let text = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let listed: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let expected: Vec<&str> = ENGINE.into_iter().chain(DOORS).collect();
    assert_eq!(listed, expected);
}

#[test]
fn a_folder_uses_only_those_before_it() {
    let order: Vec<&str> = ENGINE.into_iter().chain(DOORS).collect();
    for (place, module) in order.iter().enumerate() {
        let code = code_of(module);
        assert!(!code.is_empty(), "src/{module} has no code");
        for (path, code) in code {
            for name in used(&code) {
                let allowed = order[..=place].contains(&name);
                assert!(allowed, "{} uses {name}", path.display());
            }
        }
    }
}

#[test]
fn what_decides_touches_nothing_outside() {
    for (path, code) in ENGINE.into_iter().chain(["lsp"]).flat_map(code_of) {
        for outside in OUTSIDE {
            assert!(!code.contains(outside), "{} has {outside}", path.display());
        }
    }
}

#[test]
fn the_engine_needs_no_c_compiler() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let args = ["tree", "--locked", "--offline", "--no-default-features", "--edges", "normal,build"];
    let output =
        Command::new(cargo).args(args).args(["--prefix", "none"]).current_dir(root()).output().unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(tree.contains("shakmaty"), "{}", String::from_utf8_lossy(&output.stderr));
    for line in tree.lines() {
        let package = line.split(' ').next().unwrap_or_default();
        assert!(package != "cc" && package != "cmake" && !package.ends_with("-sys"), "{line}");
    }
}

/// Run by `.ci/run`: it compiles the engine once more.
#[test]
#[ignore = "builds the engine for the browser, where that target is installed"]
fn the_engine_builds_for_the_browser() {
    let target = "wasm32-unknown-unknown";
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let sysroot = Command::new(rustc).args(["--print", "sysroot"]).output().unwrap();
    let sysroot = String::from_utf8(sysroot.stdout).unwrap();
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(target).is_dir() {
        eprintln!("SKIPPED: the target {target} is not installed");
        return;
    }
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let args = ["check", "--lib", "--locked", "--no-default-features", "--target", target];
    let status = Command::new(cargo).args(args).current_dir(root()).status().unwrap();
    assert!(status.success());
}
