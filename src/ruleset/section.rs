//! What a section of a ruleset file is made of: keys, each with a description, a type and its articles.
//!
//! `sections!` declares the sections; the description of a key is its doc comment, so that `rulesets diff`, `rulesets
//! show` and rustdoc say the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::value::{Cited, Confidence};

/// One key of the model.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Name of its section, as in the file.
    pub section: &'static str,
    /// Its name in the section.
    pub name: &'static str,
    /// What it means, as an arbiter would say it; one line, or several.
    pub doc: &'static str,
    /// Does a value fit the key? Otherwise the reason.
    pub(crate) accepts: fn(&toml::Value) -> Result<(), String>,
    /// The JSON Schema of its value.
    pub(crate) schema: fn() -> serde_json::Value,
}

impl Key {
    /// `section.name`, as messages name it.
    pub fn path(&self) -> String {
        format!("{}.{}", self.section, self.name)
    }

    /// Whether a value fits the key.
    ///
    /// # Errors
    /// The reason why it does not.
    pub fn fits(&self, value: &toml::Value) -> Result<(), String> {
        (self.accepts)(value)
    }

    /// The JSON Schema of the key's value.
    pub fn value_schema(&self) -> serde_json::Value {
        (self.schema)()
    }

    /// What its section is about.
    pub fn subject(&self) -> String {
        let sections = super::model::Laws::sections();
        let doc = sections.iter().find(|(name, _, _)| *name == self.section).map_or("", |(_, doc, _)| doc);
        doc.trim().trim_end_matches('.').to_owned()
    }

    /// The description without the blanks that doc comments begin with.
    pub fn label(&self) -> String {
        self.doc.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Where something stands in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file as it was named.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// A value as a file gives it.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The value.
    pub value: Arc<toml::Value>,
    /// Its articles.
    pub articles: Arc<[Arc<str>]>,
    /// How sure it is.
    pub confidence: Confidence,
    /// Where it stands.
    pub place: Place,
}

/// The values of a ruleset, or of a layer of one, by section and name.
#[derive(Debug, Clone, Default)]
pub struct Values(pub(crate) BTreeMap<(&'static str, &'static str), Leaf>);

impl Values {
    /// The typed value of a key; the error is the reason why there is none.
    pub(crate) fn cited<T: DeserializeOwned>(
        &self,
        section: &'static str,
        name: &'static str,
    ) -> Result<Cited<T>, String> {
        let leaf = self.0.get(&(section, name)).ok_or_else(|| format!("{section}.{name} is missing"))?;
        let value = read::<T>(&leaf.value).map_err(|why| format!("{section}.{name}: {why}"))?;
        Ok(Cited { value, articles: Arc::clone(&leaf.articles), confidence: leaf.confidence })
    }

    /// Puts every value of `over` in the place of the one here.
    pub(crate) fn overlay(&mut self, over: &Values) {
        self.0.extend(over.0.iter().map(|(key, leaf)| (*key, leaf.clone())));
    }

    /// The value of a key as the file has it.
    pub fn get(&self, section: &str, name: &str) -> Option<&Leaf> {
        let key = super::model::key(section, name)?;
        self.0.get(&(key.section, key.name))
    }

    /// All values, by section and name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str, &Leaf)> {
        self.0.iter().map(|((section, name), leaf)| (*section, *name, leaf))
    }
}

fn read<T: DeserializeOwned>(value: &toml::Value) -> Result<T, String> {
    value.clone().try_into().map_err(|e: toml::de::Error| e.message().trim().to_owned())
}

/// The check behind [`Key::accepts`] for a key of type `T`.
pub(crate) fn accepts<T: DeserializeOwned>(value: &toml::Value) -> Result<(), String> {
    read::<T>(value).map(|_| ())
}

/// Declares sections: the struct with its typed fields, and the list of its keys.
macro_rules! sections {
    ($(
        $(#[doc = $doc:literal])+
        $section:ident: $Type:ident {
            $($(#[doc = $key_doc:literal])+ $key:ident: $T:ty),+ $(,)?
        }
    )+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq)]
        pub struct $Type {
            $($(#[doc = $key_doc])+ pub $key: $crate::ruleset::Cited<$T>,)+
        }

        impl $Type {
            pub(crate) const DOC: &'static str = concat!($($doc),+);
            pub(crate) const KEYS: &'static [$crate::ruleset::section::Key] = &[
                $($crate::ruleset::section::Key {
                    section: stringify!($section),
                    name: stringify!($key),
                    doc: concat!($($key_doc),+),
                    accepts: $crate::ruleset::section::accepts::<$T>,
                    schema: <$T as $crate::ruleset::schema::Described>::schema,
                }),+
            ];

            pub(crate) fn build(values: &$crate::ruleset::section::Values) -> Result<Self, String> {
                Ok($Type { $($key: values.cited(stringify!($section), stringify!($key))?),+ })
            }
        }
    )+};
}
pub(crate) use sections;
