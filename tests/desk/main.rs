//! `flagfall desk` from outside: the built program, asked over the loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod attacks;
mod axe;
mod browser;
mod client;
mod disputes;
#[allow(dead_code, reason = "shared with the tests of the sheet")]
#[path = "../browser/driver.rs"]
mod driver;
mod forms;
mod golden;
mod journal;
mod kills;
mod live;
mod pages;
mod pictures;
mod rule;
