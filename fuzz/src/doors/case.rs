//! Cases under every ruleset: hearing a case twice gives the same rulings, and every format can write them.
//!
//! The first part of the input is the case file; the second is the content of every file that it names.

use std::sync::{Arc, LazyLock};

use flagfall::case::{Case, Loaded};
use flagfall::report::ruling::{Arrangement, FORMATS, Heard};
use flagfall::rulings::{Session, adjudicate};

use super::{library, parts, pick, today};

static RULESETS: LazyLock<Vec<Arc<str>>> = LazyLock::new(|| library().ids());

/// Hears a case under its own ruleset and under another.
pub fn run(data: &[u8]) {
    let [text, other] = parts(data);
    let Ok(text) = std::str::from_utf8(text) else { return };
    let file: Arc<str> = "case.toml".into();
    let load = |name: &str| Ok::<_, String>(Loaded { name: name.into(), bytes: other.to_vec() });
    let Ok(case) = Case::parse(&file, text, &load) else { return };
    let rulesets = &*RULESETS;
    let another = &*rulesets[pick(data, rulesets.len())];
    for ruleset in [None, Some(another)] {
        hear(&case, &file, ruleset);
    }
}

fn hear(case: &Case, file: &Arc<str>, ruleset: Option<&str>) {
    let library = library();
    let read = |_: &std::path::Path| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let session = Session {
        library: &library,
        read: &read,
        today: today(),
        ruleset,
        time_control: None,
        supervision: None,
    };
    let heard = || {
        let outcome = adjudicate(case, file, &session).map_err(|fault| fault.to_string());
        [Heard::alone(file.to_string(), outcome)]
    };
    let (first, second) = (heard(), heard());
    for format in FORMATS {
        let written = |heard: &[Heard]| {
            let mut out = Vec::new();
            format.write(&mut out, heard, Arrangement::One).expect("memory");
            String::from_utf8(out).expect("UTF-8")
        };
        assert_eq!(written(&first), written(&second), "{}, twice", format.name);
    }
}
