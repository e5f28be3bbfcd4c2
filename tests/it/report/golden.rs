//! The golden file of each format, in `fixtures/report/`. `FLAGFALL_BLESS=1` rewrites them; a person reads the difference.

use std::path::Path;

use flagfall::report::{Detail, FORMATS, Format, Settings, Summary};

use super::findings::{CHECKS, illegal_move, points, run};

fn settings() -> Settings<'static> {
    Settings { checks: &CHECKS, root: Some("/home/arbiter/open"), ..Settings::default() }
}

/// Compares with the file `name`, in which `[VERSION]` stands for the version.
fn golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/report").join(name);
    let actual = actual.replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
    if std::env::var_os("FLAGFALL_BLESS").is_some() {
        std::fs::write(&path, &actual).unwrap();
    }
    snapbox::assert_data_eq!(actual, snapbox::Data::read_from(&path, None).raw());
}

#[test]
fn every_format_has_its_golden_file() {
    for format in FORMATS {
        golden(&format!("run.{}", format.name), &run(format.name, &settings()));
    }
}

#[test]
fn text_short_and_full() {
    golden("short.text", &run("text", &Settings { detail: Detail::Short, ..settings() }));
    golden("full.text", &run("text", &Settings { detail: Detail::Full, ..settings() }));
    golden("color.text", &run("text", &Settings { color: true, ..settings() }));
}

#[test]
fn statistics_in_the_formats_that_have_them() {
    let mut summary = Summary { files: 2, games: 17, plies: 1203, ..Summary::default() };
    let findings = [illegal_move(), points(), illegal_move()];
    findings.iter().for_each(|finding| summary.count(finding));
    for format in FORMATS {
        let mut out = Vec::new();
        let Some(mut report) = format.statistics(&settings(), Box::new(&mut out)) else { continue };
        report.begin().unwrap();
        for finding in &findings {
            report.file(&finding.file).unwrap();
            report.finding(finding).unwrap();
        }
        report.end(&summary).unwrap();
        drop(report);
        golden(&format!("statistics.{}", format.name), &String::from_utf8(out).unwrap());
    }
    assert!(Format::named("sarif").unwrap().statistics(&settings(), Box::new(std::io::sink())).is_none());
}
