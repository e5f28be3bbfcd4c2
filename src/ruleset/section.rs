//! The sections of a ruleset file: keys, each with a description, a type and its articles.
//!
//! The macro `sections!` declares the sections. The description of a key is its doc comment, so that
//! `rulesets diff`, `rulesets show` and rustdoc use the same text.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::value::{Cited, Confidence};
use crate::place::Place;

/// One key of the model.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The name of its section in the file.
    pub section: &'static str,
    /// The name of the key in its section.
    pub name: &'static str,
    /// What it means, in an arbiter's words; one or more lines.
    pub doc: &'static str,
    /// Checks whether a value is valid for the key. The error is the reason.
    pub(crate) accepts: fn(&toml::Value) -> Result<(), String>,
    /// The JSON Schema of its value.
    pub(crate) schema: fn() -> serde_json::Value,
}

impl Key {
    /// `section.name`, as used in messages.
    pub fn path(&self) -> String {
        format!("{}.{}", self.section, self.name)
    }

    /// Checks whether a value is valid for the key.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn fits(&self, value: &toml::Value) -> Result<(), String> {
        (self.accepts)(value)
    }

    /// The JSON Schema of the key's value.
    pub fn value_schema(&self) -> serde_json::Value {
        (self.schema)()
    }

    /// The description of its section, without the final full stop.
    pub fn subject(&self) -> String {
        let sections = super::model::Laws::sections();
        let doc = sections.iter().find(|(name, _, _)| *name == self.section).map_or("", |(_, doc, _)| doc);
        doc.trim().trim_end_matches('.').to_owned()
    }

    /// The description on one line, without surplus blanks.
    pub fn label(&self) -> String {
        self.doc.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A value as written in a file.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The value.
    pub value: Arc<toml::Value>,
    /// Its articles.
    pub articles: Arc<[Arc<str>]>,
    /// How certain the value is.
    pub confidence: Confidence,
    /// Its position.
    pub place: Place,
}

/// The values of a ruleset, or of a layer of one, by section and name.
#[derive(Debug, Clone, Default)]
pub struct Values(pub(crate) BTreeMap<(&'static str, &'static str), Leaf>);

impl Values {
    /// The typed value of a key. The error is the reason why there is none.
    pub(crate) fn cited<T: DeserializeOwned>(
        &self,
        section: &'static str,
        name: &'static str,
    ) -> Result<Cited<T>, String> {
        let leaf = self.0.get(&(section, name)).ok_or_else(|| format!("{section}.{name} is missing"))?;
        let value = read::<T>(&leaf.value).map_err(|why| format!("{section}.{name}: {why}"))?;
        Ok(Cited { value, articles: Arc::clone(&leaf.articles), confidence: leaf.confidence })
    }

    /// Replaces values by those in `over`, and adds its new ones.
    pub(crate) fn overlay(&mut self, over: &Values) {
        self.0.extend(over.0.iter().map(|(key, leaf)| (*key, leaf.clone())));
    }

    /// The value of a key as written in the file.
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

/// The implementation of [`Key::accepts`] for a key of type `T`.
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
