//! Embeds every file of `rulesets/`, so that a new ruleset needs no line of Rust.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    embed_rulesets()
}

fn embed_rulesets() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=rulesets");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("rulesets");
    let mut paths =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let mut table = String::from(
        "/// Id and text of every built-in ruleset.\npub(crate) const BUILT_IN: &[(&str, &str)] = &[\n",
    );
    for path in paths {
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(table, "    ({id:?}, include_str!({:?})),", path.to_string_lossy())?;
    }
    table.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("rulesets.rs"), table)?;
    Ok(())
}
