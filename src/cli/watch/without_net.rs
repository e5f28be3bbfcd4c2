//! Addresses in a build without the feature `net`: refused, with what to do.

use std::convert::Infallible;

use anyhow::bail;

use super::sources::Asking;
use crate::watch::recording::Came;

/// News that never comes.
pub(super) enum News {}

impl News {
    pub(super) fn came(&self) -> Came<'_> {
        match *self {}
    }
}

/// An address that cannot be asked.
pub(super) struct Address {
    pub(super) name: String,
    never: Infallible,
}

impl Address {
    pub(super) fn open(address: &str, _: Asking) -> anyhow::Result<Address> {
        bail!(
            "{address}: this build reads no addresses; this one does: \
             cargo install --locked --path . --profile dist --features net"
        )
    }

    pub(super) fn has_more(&mut self) -> bool {
        match self.never {}
    }

    pub(super) fn next(&mut self) -> Option<News> {
        match self.never {}
    }

    pub(super) fn read_once(&mut self) -> Vec<News> {
        match self.never {}
    }
}
