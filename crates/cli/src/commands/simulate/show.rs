//! `referee simulate --show SEED`: one fight, told.

use super::{changes, playing, write};
use crate::{
    args,
    fault::Fault,
    scene,
    screen::{BOLD, Page, paint},
    telling::Teller,
};
use referee_engine::Seat;
use serde_json::json;

/// Plays one fight with shown dice and tells it.
pub fn run(args: &args::Simulate, seed: u64, page: &mut Page) -> Result<(), Fault> {
    let opened = scene::open_changed(&args.scene, &changes(&args.fighting.set)?, Some(seed))?;
    let first = opened.table.line();
    let shown = referee_lab::show(opened.table, &playing(&args.fighting.policies), seed)?;
    let table = &shown.table;
    if let Some(path) = &args.journal {
        write(path, &table.journal())?;
    }
    let log = table.log(Seat::Gm, first);
    let over = table.view(Seat::Gm).over;
    if page.json {
        page.json(&json!({
            "scene": opened.name,
            "seed": seed,
            "acts": shown.acts,
            "over": over,
            "digest": table.digest(),
            "log": log,
            "journal": args.journal.is_none().then(|| table.journal()),
        }));
        return Ok(());
    }
    let teller = Teller::of(&**table);
    for entry in log {
        page.lines(teller.entry(&entry, page));
    }
    page.line("");
    let end = over.unwrap_or_else(|| "it goes on and on; nobody has won".to_owned());
    page.line(format!("{}  {} acts, seed {seed}", paint(BOLD, end), shown.acts));
    if let Some(path) = &args.journal {
        page.line(format!("journal {}; see it again with: referee replay {}", path.display(), path.display()));
    }
    Ok(())
}
