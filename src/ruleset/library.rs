//! The available rulesets: the built-in ones, and those that a user names by path.
//!
//! Built-in files are parsed once, on first use. The rules of a ruleset are computed when it is loaded, so
//! that looking them up for every game of an archive costs nothing. Tests check that the built-in files have
//! no faults.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;

use super::fault::{Fault, Faults, nearest};
use super::file::{File, Head};
use super::ruleset::{Claim, Ruleset};
use crate::place::Place;

include!(concat!(env!("OUT_DIR"), "/rulesets.rs"));

/// Why a ruleset cannot be provided.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// There is no ruleset of that name.
    #[error("there is no ruleset `{id}`{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    Unknown {
        /// The name asked for.
        id: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// The file cannot be read.
    #[error("{}: {why}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error message.
        why: String,
    },
    /// The file has faults.
    #[error(transparent)]
    Broken(#[from] Faults),
}

/// The maximum number of user files that may extend one another. Links can make one file look like many.
const LONGEST_CHAIN: usize = 32;

/// Reads the text of a ruleset file; the command line passes in the file system.
pub type ReadText<'r> = &'r dyn Fn(&Path) -> std::io::Result<String>;

/// The rulesets that can be named by id.
#[derive(Debug)]
pub struct Library {
    slots: BTreeMap<Arc<str>, Slot>,
    pub(crate) families: BTreeMap<Arc<str>, Family>,
}

#[derive(Debug)]
struct Slot {
    name: String,
    text: &'static str,
    head: Head,
    parsed: OnceLock<(Arc<File>, Vec<Fault>)>,
    loaded: OnceLock<Result<Arc<Ruleset>, Faults>>,
}

/// The rulesets of one publisher in chronological order.
#[derive(Debug, Default)]
pub(crate) struct Family {
    /// The first day of each period, and the ids of the rulesets in force in it, ordered by speed name.
    pub(crate) epochs: Vec<(NaiveDate, Vec<Arc<str>>)>,
    /// The last day for which the publisher's texts were checked.
    pub(crate) known_until: Option<NaiveDate>,
}

impl Library {
    /// The built-in rulesets.
    pub fn built_in() -> Library {
        Library::of(BUILT_IN.iter().copied())
    }

    /// Whether any file of a family may have amendments. Searches the text, so that the files need not be
    /// parsed.
    pub(crate) fn has_amendments(&self, family: &str) -> bool {
        let own = self.slots.iter().filter(|(id, _)| id.starts_with(family));
        own.into_iter().any(|(_, slot)| slot.text.contains("[[amendment]]"))
    }

    /// A library of the given files (id and text).
    pub(crate) fn of(files: impl IntoIterator<Item = (&'static str, &'static str)>) -> Library {
        let slots = files.into_iter().map(|(id, text)| {
            let name = format!("rulesets/{id}.toml");
            let head = File::read_head(&name, text);
            (Arc::from(id), Slot { name, text, head, parsed: OnceLock::new(), loaded: OnceLock::new() })
        });
        let mut library = Library { slots: slots.collect(), families: BTreeMap::new() };
        library.families = library.timelines();
        library
    }

    /// The ids of all rulesets, by family, date and speed.
    pub fn ids(&self) -> Vec<Arc<str>> {
        let timed = self.families.values().flat_map(|family| family.epochs.iter().flat_map(|(_, ids)| ids));
        let mut ids: Vec<Arc<str>> = Vec::new();
        for id in timed.chain(self.slots.keys()) {
            if !ids.contains(id) {
                ids.push(Arc::clone(id));
            }
        }
        ids
    }

    /// The families: `fide`, `uscf`.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.families.keys().map(|family| family.as_ref())
    }

    /// The last day for which each family's texts were checked.
    pub fn known_until(&self) -> impl Iterator<Item = (&str, NaiveDate)> {
        self.families.iter().filter_map(|(name, family)| Some((name.as_ref(), family.known_until?)))
    }

    /// The ids that a name means: an id itself, or an edition without its speed (`fide-2023`).
    pub fn ids_named(&self, name: &str) -> Vec<Arc<str>> {
        if self.slots.contains_key(name) {
            return vec![name.into()];
        }
        let of_edition = |id: &Arc<str>| {
            let category = self.head(id, |head| head.category.clone());
            category.is_some_and(|category| id.strip_suffix(category.as_ref()) == Some(&format!("{name}-")))
        };
        self.ids().into_iter().filter(of_edition).collect()
    }

    /// The ruleset with this id.
    pub fn get(&self, id: &str) -> Result<Arc<Ruleset>, RulesetError> {
        let Some(slot) = self.slots.get(id) else {
            // Of several that are as near, the newest edition.
            let known = self.ids();
            let nearest = nearest(id, known.iter().rev().map(|id| id.as_ref())).map(str::to_owned);
            return Err(RulesetError::Unknown { id: id.to_owned(), nearest });
        };
        let loaded = slot.loaded.get_or_init(|| {
            let mut faults = Vec::new();
            let chain = self.chain(id, &mut faults);
            Ruleset::new(id.into(), &slot.name, chain, faults).map(Arc::new)
        });
        Ok(loaded.clone()?)
    }

    /// Loads a user's ruleset from the file at `path`, which may extend a built-in ruleset by id or another
    /// file by path.
    pub fn load(&self, path: &Path, read: ReadText<'_>) -> Result<Arc<Ruleset>, RulesetError> {
        let mut faults = Vec::new();
        let chain = self.files_of(path, read, &mut faults)?;
        let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Ruleset::checked(id.into(), &shown(path), chain, faults).map(Arc::new)?)
    }

    /// Like [`Library::load`]. It is also a fault if the file claims a day that a built-in ruleset with
    /// another id claims.
    pub fn check(&self, path: &Path, read: ReadText<'_>) -> Result<Arc<Ruleset>, RulesetError> {
        let ruleset = self.load(path, read)?;
        let Some(claim) = ruleset.claim() else { return Ok(ruleset) };
        let others = self.slots.keys().filter_map(|id| self.claim(id));
        match others.into_iter().find(|other| other.same_day(&claim)) {
            None => Ok(ruleset),
            Some(other) => Err(Faults(vec![claim.fault(&other.id)]).into()),
        }
    }

    /// The last day on which a ruleset is in force: the day before the next one of its family and speed,
    /// otherwise as its file says.
    pub fn last_day(&self, ruleset: &Ruleset) -> Option<NaiveDate> {
        let claims = self.slots.keys().filter_map(|id| self.claim(id));
        let next = claims.filter_map(|claim| claim.follows(ruleset)).min();
        next.and_then(|day| day.pred_opt()).or(ruleset.until)
    }

    fn claim(&self, id: &Arc<str>) -> Option<Claim> {
        let (from, place) = self.head(id, |head| head.from.clone())?;
        let speed =
            [self.head(id, |head| head.family.clone())?, self.head(id, |head| head.category.clone())?];
        Some(Claim::new(Arc::clone(id), speed, from, place))
    }

    /// The built-in file `id` and the chain of files that it extends; the most extended file comes first.
    fn chain(&self, id: &str, faults: &mut Vec<Fault>) -> Vec<Arc<File>> {
        let mut chain: Vec<Arc<File>> = Vec::new();
        let mut seen: Vec<Arc<str>> = Vec::new();
        let mut next: Option<(Arc<str>, Option<Place>)> = Some((id.into(), None));
        while let Some((id, place)) = next.take() {
            let Some(slot) = self.slots.get(&id) else {
                faults.extend(place.map(|place| unknown_parent(&id, place)));
                break;
            };
            if seen.contains(&id) {
                faults.extend(place.map(|place| cycle(&seen, &id, place)));
                break;
            }
            seen.push(id);
            let (file, own) = slot.parsed();
            faults.extend(own.iter().cloned());
            next = file.head.extends.clone().map(|(id, place)| (id, Some(place)));
            chain.insert(0, Arc::clone(file));
        }
        chain
    }

    /// The file at `path` and the files that it extends; the most extended file comes first.
    fn files_of(
        &self,
        path: &Path,
        read: ReadText<'_>,
        faults: &mut Vec<Fault>,
    ) -> Result<Vec<Arc<File>>, RulesetError> {
        let unreadable =
            |why: std::io::Error| RulesetError::Unreadable { path: path.to_owned(), why: why.to_string() };
        let (mut path, mut text) = (path.to_owned(), read(path).map_err(unreadable)?);
        let (mut files, mut built_in) = (Vec::new(), Vec::new());
        let mut seen: Vec<Arc<str>> = Vec::new();
        loop {
            let (file, own) = File::read(&shown(&path), &text);
            faults.extend(own);
            seen.push(shown(&normalized(&path)).into());
            let extends = file.head.extends.clone();
            files.push(Arc::new(file));
            let Some((parent, place)) = extends else { break };
            if self.slots.contains_key(&parent) {
                built_in = self.chain(&parent, faults);
                break;
            }
            path = path.parent().unwrap_or(Path::new("")).join(parent.as_ref());
            let name = shown(&normalized(&path));
            if seen.iter().any(|file| **file == *name) {
                faults.push(cycle(&seen, &name, place));
                break;
            }
            if files.len() == LONGEST_CHAIN {
                faults.push(too_long(place));
                break;
            }
            match read(&path) {
                Ok(of_parent) => text = of_parent,
                Err(why) => {
                    faults.push(self.no_parent(&parent, &why, place));
                    break;
                }
            }
        }
        built_in.extend(files.into_iter().rev());
        Ok(built_in)
    }

    fn no_parent(&self, name: &str, why: &std::io::Error, place: Place) -> Fault {
        let mut fault = unknown_parent(name, place);
        if why.kind() == std::io::ErrorKind::InvalidData {
            fault.message = format!("extends `{name}`: {why}");
            return fault;
        }
        fault.help = nearest(name, self.slots.keys().map(|id| id.as_ref()))
            .map(|near| format!("did you mean `{near}`?"));
        fault
    }

    /// A key from the head of a built-in file, own or inherited.
    fn head<T>(&self, id: &str, key: impl Fn(&Head) -> Option<T>) -> Option<T> {
        let mut id: Arc<str> = id.into();
        for _ in 0..=self.slots.len() {
            let head = &self.slots.get(&id)?.head;
            if let Some(value) = key(head) {
                return Some(value);
            }
            id = Arc::clone(&head.extends.as_ref()?.0);
        }
        None
    }

    fn timelines(&self) -> BTreeMap<Arc<str>, Family> {
        let mut families: BTreeMap<Arc<str>, Family> = BTreeMap::new();
        type Dated = (NaiveDate, Arc<str>, Arc<str>, Arc<str>);
        let mut dated: Vec<Dated> = Vec::new();
        for id in self.slots.keys() {
            let from = self.head(id, |head| head.from.clone()).map(|(from, _)| from);
            let family = self.head(id, |head| head.family.clone());
            let category = self.head(id, |head| head.category.clone());
            if let (Some(from), Some(family), Some(category)) = (from, family, category) {
                let known = self.head(id, |head| head.known_until);
                let entry = families.entry(Arc::clone(&family)).or_default();
                entry.known_until = entry.known_until.max(known);
                dated.push((from, family, category, Arc::clone(id)));
            }
        }
        dated.sort();
        for (name, family) in &mut families {
            let mut current: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
            for (from, _, category, id) in dated.iter().filter(|(_, family, _, _)| family == name) {
                current.insert(Arc::clone(category), Arc::clone(id));
                let in_force = current.values().cloned().collect();
                match family.epochs.last_mut() {
                    Some((day, ids)) if day == from => *ids = in_force,
                    _ => family.epochs.push((*from, in_force)),
                }
            }
        }
        families
    }
}

impl Slot {
    fn parsed(&self) -> &(Arc<File>, Vec<Fault>) {
        self.parsed.get_or_init(|| {
            let (file, faults) = File::read(&self.name, self.text);
            (Arc::new(file), faults)
        })
    }
}

/// The path without `.` and `name/..` parts, so that two spellings of one file compare equal.
fn normalized(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        let into_folder = matches!(out.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if into_folder => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

fn too_long(place: Place) -> Fault {
    let message = format!("extends: more than {LONGEST_CHAIN} files extend one another");
    Fault { place, key: "extends".to_owned(), message, help: None }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn cycle(seen: &[Arc<str>], id: &str, place: Place) -> Fault {
    let round: Vec<&str> = seen.iter().map(|id| id.as_ref()).chain([id]).collect();
    let message = format!("extends forms a cycle: {}", round.join(" → "));
    Fault { place, key: "extends".to_owned(), message, help: None }
}

fn unknown_parent(id: &str, place: Place) -> Fault {
    let message = format!("extends `{id}`: there is no such ruleset or file");
    Fault { place, key: "extends".to_owned(), message, help: None }
}
