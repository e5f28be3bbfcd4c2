//! HTTP: connections within limits, who may ask, and answers with their headers.

pub(super) mod answer;
pub(super) mod guard;
pub(super) mod request;
pub(super) mod server;
mod patient;
