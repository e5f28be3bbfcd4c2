//! Time controls: a control that was read can be written, and reading it back gives the same control.

use flagfall::clock::{TimeControl, Written};

/// Reads a time control and writes it in both forms.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let read = match TimeControl::parse(text) {
        Ok(written) => written,
        Err(fault) => return drop(fault.to_string()),
    };
    let Some(control) = read.control() else { return };
    for written in [control.pgn(), control.us_chess()].into_iter().flatten() {
        let again =
            TimeControl::parse(&written).unwrap_or_else(|fault| panic!("{text:?} as {written:?}: {fault}"));
        let again = again.control().unwrap_or_else(|| panic!("{text:?} as {written:?}: no control"));
        assert_eq!(again.stages(), control.stages(), "{text:?} as {written:?}");
        assert_eq!(again.is_hourglass(), control.is_hourglass(), "{text:?} as {written:?}");
    }
    assert!(matches!(read, Written::Formal(_) | Written::UsChess(_) | Written::Words(_)));
    let _ = (control.to_string(), control.main_ms(), control.in_minutes());
    for number in [1, 2, 40, 41, 1000, u32::MAX] {
        let _ = (control.stage_of(number), control.playing_time_ms(number), control.added_after(number));
    }
}
