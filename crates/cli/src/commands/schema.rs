//! `referee schema`: for editors that complete and check a file while it is written.

use crate::{
    args::{self, SchemaKind},
    fault::Fault,
    screen::Page,
};
use referee_shelf::{SchemaOf, book};

/// Prints a schema; it is JSON with and without `--json`.
pub fn run(args: &args::Schema, page: &mut Page) -> Result<(), Fault> {
    let (of, word) = match args.of {
        SchemaKind::Scene => (SchemaOf::Scene, "scenes"),
        SchemaKind::Content => (SchemaOf::Content, "content"),
        SchemaKind::Case => (SchemaOf::Case, "cases"),
    };
    let book = book(&args.book)?;
    let schema = book.schema(of);
    let schema = schema.ok_or_else(|| Fault::Usage(format!("{} has no schema for {word}", book.name())))?;
    page.json(&schema);
    Ok(())
}
