//! `referee replay`: a journal played again.

use crate::{
    args,
    fault::Fault,
    play::situation,
    scene,
    screen::{BOLD, DIM, GOOD, Page, paint},
    telling::Teller,
};
use referee_engine::{JournalFault, Seat};
use referee_shelf::open_journal;
use serde_json::json;

/// Replays, verifies, and shows the log.
pub fn run(args: &args::Replay, page: &mut Page) -> Result<(), Fault> {
    let source = scene::read(&args.journal)?;
    let file = &source.file;
    let mut table = open_journal(&source.text, args.verify).map_err(|error| match error.why {
        // The journal can be read, but what it says did not happen: that is what verifying is for.
        JournalFault::Differs(_) => Fault::Failed(format!("{file}: {error}")),
        _ => Fault::File(format!("{file}: {error}")),
    })?;
    if let Some(promised) = &args.commitment {
        let told = referee_server::commitment_of(&source.text);
        if told.as_deref() != Some(promised.trim().to_lowercase().as_str()) {
            let why = "its seed does not match the commitment; the export of a table in play has another seed";
            return Err(Fault::Failed(format!("{file}: {why}")));
        }
    }
    let last = table.line();
    if let Some(until) = args.until {
        let why = || Fault::Usage(format!("{file} has no line {until}; its last is {last}"));
        table = table.fork(until).ok_or_else(why)?;
    }
    if page.json {
        page.json(&json!({
            "book": table.book(),
            "lines": table.line(),
            "verified": args.verify,
            "digest": table.digest(),
            "log": table.log(Seat::Gm, 0),
            "view": table.view(Seat::Gm),
        }));
        return Ok(());
    }
    let teller = Teller::of(&*table);
    for entry in table.log(Seat::Gm, 0) {
        page.lines(teller.entry(&entry, page));
    }
    page.line("");
    situation::show(&*table, Seat::Gm, page);
    page.line("");
    let lines =
        if table.line() == last { format!("{last} lines") } else { format!("{} of {last} lines", table.line()) };
    let verified = if args.verify { paint(GOOD, "every die verified") } else { String::new() };
    page.line(format!("{} {} {verified}", paint(BOLD, lines), paint(DIM, format!("digest {}", table.digest()))));
    Ok(())
}
