use super::event_prelude::*;

check! {
    /// A record that every report needs is absent or empty.
    ///
    /// ## Why it matters
    /// Rating officers need name, city, federation, first and last day and chief arbiter of an event; a
    /// report without them is sent back.
    ///
    /// ## Example
    /// Nothing behind the code of the chief arbiter:
    /// ```trf
    /// 102
    /// ```
    ///
    /// ## What to do
    /// Fill in the record.
    id: "missing-record", severity: Warning, on: Event(run)
}

/// Records that a report needs, and what they say.
const NEEDED: &[(&str, &str)] = &[
    ("012", "the name of the event"),
    ("022", "the city"),
    ("032", "the federation"),
    ("042", "the first day"),
    ("052", "the last day"),
    ("102", "the chief arbiter"),
];

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.event.format != Format::Trf {
        return;
    }
    for (code, meaning) in NEEDED.iter().filter(|(code, _)| file.event.record(code).is_none()) {
        let empty = file.event.records.iter().find(|record| record.code == *code);
        let (line, state) = empty.map_or((1, "missing"), |record| (record.line, "empty"));
        out.line(line, format!("record {code}, {meaning}, is {state}")).field = Some((*code).into());
    }
}
