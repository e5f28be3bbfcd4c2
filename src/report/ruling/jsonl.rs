//! JSON objects, one case per line.

use std::io::{self, Write};

use super::{Arrangement, Heard, json};
use crate::report;

pub(super) fn write(out: &mut dyn Write, cases: &[Heard], _: Arrangement) -> io::Result<()> {
    for case in cases {
        report::json::write(&mut *out, &json::head(json::entry(case)))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
