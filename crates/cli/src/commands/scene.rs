//! `referee scene`: a scene as a file to keep or share.

use crate::{args, commands::simulate::changes, fault::Fault, scene::open_changed, screen::Page};
use serde_json::json;

/// Prints a scene that was opened, so it holds.
pub fn run(args: &args::Scene, page: &mut Page) -> Result<(), Fault> {
    let opened = open_changed(&args.scene, &changes(&args.set)?, Some(0))?;
    if opened.is_journal {
        return Err(Fault::Usage(format!("{} is a journal, which does not contain its scene", opened.name)));
    }
    if page.json {
        page.json(&json!({ "name": opened.name, "scene": opened.source.text }));
    } else {
        page.line(opened.source.text.trim_end());
    }
    Ok(())
}
