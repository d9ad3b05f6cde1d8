//! `referee schema`: for editors that complete and check a file while it is written.

use crate::{
    args::{self, SchemaKind},
    fault::Fault,
    screen::Page,
};
use referee_engine::case::case_schema;
use referee_shelf::{SchemaOf, book};

/// Prints a schema; it is JSON with and without `--json`.
pub fn run(args: &args::Schema, page: &mut Page) -> Result<(), Fault> {
    let book = book(&args.book)?;
    let schema = match args.of {
        SchemaKind::Scene => book.schema(SchemaOf::Scene),
        SchemaKind::Content => book.schema(SchemaOf::Content),
        SchemaKind::Case => case_schema(),
    };
    page.json(&schema);
    Ok(())
}
