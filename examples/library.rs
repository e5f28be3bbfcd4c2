//! flagfall as a library: the findings of a PGN, then a ruling on a dispute. Run it in the repository: `cargo run --example library`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use flagfall::archive::{FileSettings, check_pgn};
use flagfall::case::{Case, Loaded};
use flagfall::checks::Settings;
use flagfall::chrono::NaiveDate;
use flagfall::ruleset::Library;
use flagfall::rulings::{Session, adjudicate};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/disputes");
    let game = env::args().nth(1).map_or(folder.join("pinned-knight.pgn"), Into::into);
    let today = NaiveDate::from_ymd_opt(2026, 11, 22).ok_or("no such day")?;

    let settings = FileSettings::new(Settings::automatic(today));
    for finding in check_pgn(&game.to_string_lossy(), &fs::read(&game)?, &settings) {
        println!("{}:{}: {}: {}", finding.file, finding.line.unwrap_or(0), finding.check, finding.message);
    }

    let load = |name: &str| {
        let bytes = fs::read(folder.join(name)).map_err(|why| why.to_string())?;
        Ok(Loaded { name: name.into(), bytes })
    };
    let text = fs::read_to_string(folder.join("pinned-knight.toml"))?;
    let case = Case::parse(&"pinned-knight.toml".into(), &text, &load)?;
    for ruling in
        adjudicate(&case, &"pinned-knight.toml".into(), &Session::new(&Library::built_in(), today))?.rulings
    {
        println!("{}", ruling.ruling);
    }
    Ok(())
}
