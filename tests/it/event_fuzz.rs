//! No bytes make the readers of result files, the standings or the event checks panic.

use flagfall::checks::{EventSettings, check_event};
use flagfall::event::standings::{Options, standings};
use flagfall::event::tiebreaks::{Edition, parse_list};
use flagfall::event::{Format, Kind, read};
use flagfall::report::crosstable::trf;
use proptest::prelude::*;

const ALL: &str = "DE,BH:C1,BH:M1,FB,SB:C1,AOB,PS:C1,WIN,WON,BPG,BWG,REP,STD,TPN,KS,ARO:C1,TPR,PTP,APRO,APPO,RTNG,SSSC,EMMSB,EDEBT,BC,TBR,BBE,MMED,SOLK,CUM,MED,KASH,CUMOPP";

fn everything(bytes: &[u8], format: Format) {
    let Some(event) = read("x".into(), bytes, format) else { return };
    let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    let _ = check_event(&event, Some(&event), &EventSettings::new(day));
    for edition in [Edition::Y2009, Edition::Y2023, Edition::Y2026] {
        for kind in [None, Some(Kind::RoundRobin), Some(Kind::Swiss), Some(Kind::Team), Some(Kind::Knockout)]
        {
            let options =
                Options { kind, tiebreaks: parse_list(ALL).unwrap(), k: Some(20), ..Options::new(edition) };
            let table = standings(&event, &options);
            let _ = trf::text(&event, &table);
        }
    }
}

/// A report file with some of its bytes changed.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/events/exercise-2026.trf");
    let whole = std::fs::read(path).unwrap();
    let length = whole.len();
    let change = (
        0..length,
        prop_oneof![any::<u8>(), proptest::sample::select(b"0123456789wb-+=*UHFZ \n\t.".to_vec())],
    );
    proptest::collection::vec(change, 1..30).prop_map(move |changes| {
        let mut bytes = whole.clone();
        changes.into_iter().for_each(|(at, byte)| bytes[at] = byte);
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn damaged_report_files(bytes in damaged()) {
        everything(&bytes, Format::Trf);
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        for format in [Format::Trf, Format::GamesCsv, Format::TableCsv, Format::TableJson, Format::Pgn] {
            everything(&bytes, format);
        }
    }

    #[test]
    fn tables_of_any_cells(cells in proptest::collection::vec("[-+=0-9wbWBLDXFHU½*,é]{0,6}", 12)) {
        let mut text = "no;name;rating;1;2;3;points\n".to_owned();
        for (no, row) in cells.chunks(3).enumerate() {
            text.push_str(&format!("{};P{no};2000;{};1\n", no + 1, row.join(";")));
        }
        everything(text.as_bytes(), Format::TableCsv);
    }
}
