//! `referee simulate --show FIGHT`: one fight of a run, told.

use super::{changes, playing, writable, write};
use crate::{
    args::{self, Fight},
    fault::Fault,
    scene,
    screen::{BOLD, Page, paint},
    telling::Teller,
};
use referee_engine::Seat;
use referee_lab::seed_of;
use serde_json::json;

/// Plays one fight of the run at a table and tells it.
pub fn run(args: &args::Simulate, fight: Fight, page: &mut Page) -> Result<(), Fault> {
    let (number, seed) = match fight {
        Fight::Number(number) => (Some(number), seed_of(args.fighting.seed, number)),
        Fight::Seed(seed) => (None, seed),
    };
    let opened = scene::open_changed(&args.scene, &changes(&args.fighting.set)?, Some(args.fighting.seed))?;
    let first = opened.table.line();
    args.journal.as_deref().map_or(Ok(()), writable)?;
    let shown = referee_lab::retell(opened.table, &playing(&args.fighting.policies), seed)?;
    let table = &shown.table;
    if let Some(path) = &args.journal {
        write(path, &table.journal())?;
    }
    let log = table.log(Seat::Gm, first);
    let over = table.view(Seat::Gm).over;
    if page.json {
        page.json(&json!({
            "scene": opened.name,
            "fight": number,
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
    let end = over.unwrap_or_else(|| "undecided: the fight does not end".to_owned());
    let which = number.map_or_else(|| format!("seed {seed}"), |number| format!("fight {number}, seed {seed}"));
    page.line(format!("{}  {} acts, {which}", paint(BOLD, end), shown.acts));
    if let Some(path) = &args.journal {
        page.line(format!("journal {}; view it with: referee replay {}", path.display(), path.display()));
    }
    Ok(())
}
