//! Columns: builders that count the bytes they hold, so that a batch stays small whatever the tags say.

use std::sync::Arc;

use arrow_array::builder::{Int32Builder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

/// Rows of a batch.
const ROWS: usize = 64 << 10;
/// Bytes of texts from which on a batch is full.
const BYTES: usize = 16 << 20;

/// What a column holds.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// UTF-8 text.
    Text,
    /// A signed number of 64 bits.
    Long,
    /// A signed number of 32 bits.
    Int,
    /// A list of texts.
    Texts,
}

/// A column: its name, what it holds, and whether it may be null.
pub(crate) type Column = (&'static str, Kind, bool);

/// The Arrow schema of columns.
pub(crate) fn schema(columns: &[Column]) -> SchemaRef {
    let field = |(name, kind, nullable): &Column| {
        let of = match kind {
            Kind::Text => DataType::Utf8,
            Kind::Long => DataType::Int64,
            Kind::Int => DataType::Int32,
            Kind::Texts => DataType::List(Arc::new(Field::new("item", DataType::Utf8, false))),
        };
        Field::new(*name, of, *nullable)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

enum Builder {
    Text(StringBuilder),
    Long(Int64Builder),
    Int(Int32Builder),
    Texts(ListBuilder<StringBuilder>),
}

impl Builder {
    fn new(kind: Kind) -> Builder {
        match kind {
            Kind::Text => Builder::Text(StringBuilder::new()),
            Kind::Long => Builder::Long(Int64Builder::new()),
            Kind::Int => Builder::Int(Int32Builder::new()),
            Kind::Texts => {
                let item = Field::new("item", DataType::Utf8, false);
                Builder::Texts(ListBuilder::new(StringBuilder::new()).with_field(item))
            }
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Builder::Text(of) => Arc::new(of.finish()),
            Builder::Long(of) => Arc::new(of.finish()),
            Builder::Int(of) => Arc::new(of.finish()),
            Builder::Texts(of) => Arc::new(of.finish()),
        }
    }
}

/// A value of a row.
pub(crate) enum Value<'v> {
    /// Of a column of texts.
    Text(Option<&'v str>),
    /// Of a column of numbers. One that does not fit is null.
    Number(Option<u64>),
    /// The 64 bits of half a key, as a signed number.
    Bits(Option<u64>),
    /// Of a column of lists; an empty list is null.
    Texts(&'v [String]),
}

/// A batch that is being filled.
pub(crate) struct Batch {
    schema: SchemaRef,
    builders: Vec<Builder>,
    rows: usize,
    bytes: usize,
}

impl Batch {
    /// An empty batch.
    pub(crate) fn new(columns: &[Column]) -> Batch {
        let builders = columns.iter().map(|(_, kind, _)| Builder::new(*kind)).collect();
        Batch { schema: schema(columns), builders, rows: 0, bytes: 0 }
    }

    /// Adds a row, which has a value for each column.
    pub(crate) fn push<'v>(&mut self, row: impl IntoIterator<Item = Value<'v>>) {
        for (builder, value) in self.builders.iter_mut().zip(row) {
            match (builder, value) {
                (Builder::Text(of), Value::Text(text)) => {
                    self.bytes += text.map_or(0, str::len);
                    of.append_option(text);
                }
                (Builder::Long(of), Value::Number(number)) => {
                    of.append_option(number.and_then(|number| i64::try_from(number).ok()));
                }
                (Builder::Long(of), Value::Bits(bits)) => of.append_option(bits.map(u64::cast_signed)),
                (Builder::Int(of), Value::Number(number)) => {
                    of.append_option(number.and_then(|number| i32::try_from(number).ok()));
                }
                (Builder::Texts(of), Value::Texts(texts)) => {
                    self.bytes += texts.iter().map(String::len).sum::<usize>();
                    texts.iter().for_each(|text| of.values().append_value(text));
                    of.append(!texts.is_empty());
                }
                // A value of another kind than its column; a test holds rows and columns together.
                (Builder::Text(of), _) => of.append_null(),
                (Builder::Long(of), _) => of.append_null(),
                (Builder::Int(of), _) => of.append_null(),
                (Builder::Texts(of), _) => of.append(false),
            }
        }
        self.rows += 1;
    }

    /// Whether no more rows should be added.
    pub(crate) fn is_full(&self) -> bool {
        self.rows >= ROWS || self.bytes >= BYTES
    }

    /// The rows so far, unless there are none; the batch is empty after that.
    pub(crate) fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.rows == 0 {
            return Ok(None);
        }
        (self.rows, self.bytes) = (0, 0);
        let arrays = self.builders.iter_mut().map(Builder::finish).collect();
        RecordBatch::try_new(Arc::clone(&self.schema), arrays).map(Some)
    }
}
