//! The cases of `fixtures/rulings/`: read once, and ruled on once per ruleset, for all tests that look at every one of them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use flagfall::case::{Case, Loaded};
use flagfall::ruleset::{Library, ReadText};
use flagfall::rulings::{Adjudication, Session, adjudicate};

use crate::amount::every;

/// The day that is taken as today.
pub(crate) const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 9, 1).unwrap();

/// The built-in rulesets.
pub(crate) static LIBRARY: LazyLock<Library> = LazyLock::new(Library::built_in);

/// A case that was read.
pub(crate) struct GoldenCase {
    pub(crate) path: PathBuf,
    pub(crate) name: Arc<str>,
    pub(crate) case: Case,
}

/// A ruling on a case, and how long it took.
pub(crate) struct Ruled {
    pub(crate) case: &'static GoldenCase,
    pub(crate) ruled: Adjudication,
    pub(crate) took: Duration,
}

/// The rulings on all cases under one ruleset. Cases that it cannot rule on are left out.
pub(crate) struct Rulings {
    /// The ruleset; `None` for each case's own.
    pub(crate) ruleset: Option<&'static str>,
    all: OnceLock<Vec<Ruled>>,
}

pub(crate) static OWN: Rulings = Rulings::under(None);
pub(crate) static FIDE_2009_STANDARD: Rulings = Rulings::under(Some("fide-2009-standard"));
pub(crate) static FIDE_2009_RAPID: Rulings = Rulings::under(Some("fide-2009-rapid"));
pub(crate) static FIDE_2023_BLITZ: Rulings = Rulings::under(Some("fide-2023-blitz"));
pub(crate) static USCF_7_REGULAR: Rulings = Rulings::under(Some("uscf-7-regular"));
pub(crate) static USCF_7_BLITZ: Rulings = Rulings::under(Some("uscf-7-blitz"));

/// Every case, in the order of the files.
pub(crate) fn cases() -> &'static [GoldenCase] {
    static CASES: LazyLock<Vec<GoldenCase>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rulings");
        let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
        walk.flatten()
            .map(walkdir::DirEntry::into_path)
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
            .map(GoldenCase::read)
            .collect()
    });
    &CASES
}

impl GoldenCase {
    fn read(path: PathBuf) -> GoldenCase {
        let name: Arc<str> = path.file_name().unwrap().to_string_lossy().into();
        let load = |file: &str| -> Result<Loaded, String> {
            let bytes = std::fs::read(path.with_file_name(file)).map_err(|why| why.to_string())?;
            Ok(Loaded { name: file.into(), bytes })
        };
        let case = Case::parse(&name, &std::fs::read_to_string(&path).unwrap(), &load).unwrap();
        GoldenCase { path, name, case }
    }

    /// The ruling under a ruleset, or the case's own. `read` reads a ruleset that is a file.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn rule(&self, ruleset: Option<&str>, read: ReadText<'_>) -> Result<Adjudication, String> {
        let session = Session { ruleset, read, ..Session::new(&LIBRARY, TODAY) };
        adjudicate(&self.case, &self.name, &session).map_err(|why| why.to_string())
    }
}

impl Rulings {
    const fn under(ruleset: Option<&'static str>) -> Rulings {
        Rulings { ruleset, all: OnceLock::new() }
    }

    /// The rulings, which are made when they are first asked for: all, or on every third case if the ruleset is not the case's own.
    pub(crate) fn all(&'static self) -> &'static [Ruled] {
        let step = if self.ruleset.is_some() { every(3) } else { 1 };
        self.all.get_or_init(|| cases().iter().step_by(step).filter_map(|case| self.rule(case)).collect())
    }

    fn rule(&self, case: &'static GoldenCase) -> Option<Ruled> {
        let start = Instant::now();
        let ruled = case.rule(self.ruleset, &|path| std::fs::read_to_string(path));
        let took = start.elapsed();
        Some(Ruled { case, ruled: ruled.ok()?, took })
    }
}
