//! Placeholder
use crate::event::model::Event;
/// Writes.
pub fn write(_event: &Event) -> String {
    String::new()
}
