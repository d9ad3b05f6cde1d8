//! `referee odds SCENE --as NAME --do ACT`: the exact chances of everything that can come of an act.

use crate::{
    args::{self, Reacting},
    commands::odds_dice::fraction,
    fault::Fault,
    play::command,
    scene,
    screen::{Align, BOLD, Cell, Columns, DIM, INK, Page, bar, paint, percent},
};
use referee_dice::Chance;
use referee_engine::{
    Deciding, Filled, Odds, Reactions, Seat,
    odds::{Group, Marginal},
};
use serde_json::json;

/// Opens the scene, reads the act and prints its odds.
pub fn run(args: &args::Odds, act: &str, page: &mut Page) -> Result<(), Fault> {
    let opened = scene::open(&args.what, Some(0))?;
    let table = &*opened.table;
    let actor = args.actor.as_ref().map(|name| scene::actor(&table.actors(), name)).transpose()?;
    let filled = command::read(table, Seat::Gm, actor, act)?;
    let reactions = reactions(args.reactions);
    let deciding = Deciding { reactions, answers: args.answers.clone() };
    let odds = table.odds(Seat::Gm, &filled, deciding)?;
    if page.json {
        page.json(&json!({
            "act": filled.to_string(),
            "reactions": reactions.to_string(),
            "answers": args.answers,
            "odds": odds,
        }));
        return Ok(());
    }
    print(&odds, &filled, reactions, page);
    Ok(())
}

fn reactions(reacting: Reacting) -> Reactions {
    match reacting {
        Reacting::Best => Reactions::Best,
        Reacting::Never => Reactions::Never,
        Reacting::Always => Reactions::Always,
        Reacting::All => Reactions::All,
    }
}

/// Prints odds: a table for each combination of answers, a block of rows for each measure.
pub fn print(odds: &Odds, act: &Filled, reactions: Reactions, page: &mut Page) {
    let how = match reactions {
        Reactions::Best => "whoever may react does what is best for their side",
        Reactions::Never => "nobody reacts",
        Reactions::Always => "whoever can react does",
        Reactions::All => "every combination of answers",
    };
    page.line(format!("{}  {}", paint(BOLD, act), paint(DIM, how)));
    for group in &odds.groups {
        page.line("");
        if !group.choices.is_empty() {
            page.line(choices(group));
        }
        if group.marginals.is_empty() {
            page.line(paint(DIM, "  nothing of it is measured"));
        }
        let right = Align::Right;
        let mut columns = Columns::new(&[Align::Left, Align::Left, Align::Left, right, right, right]);
        for marginal in &group.marginals {
            rows(marginal, &mut columns, page.ascii);
        }
        page.lines(columns.lines("  "));
    }
    if !odds.error.is_zero() {
        page.line(paint(DIM, format!("off by at most {:.1e}, since dice explode without end", odds.error.to_f64())));
    }
}

fn choices(group: &Group) -> String {
    let answers: Vec<String> =
        group.choices.iter().map(|choice| format!("{}: {}", choice.name, choice.chosen.key)).collect();
    let part = if group.whole == Chance::ONE {
        String::new()
    } else {
        format!("  in {} of all cases", percent(group.whole.to_f64()))
    };
    format!("{}{}", paint(BOLD, answers.join(", ")), paint(DIM, part))
}

fn rows(marginal: &Marginal, columns: &mut Columns, ascii: bool) {
    let whom = marginal.name.as_ref().map(|name| format!(" · {name}")).unwrap_or_default();
    let mut title = format!("{}{whom}", marginal.measure);
    let mut at_least: Chance = marginal.values.iter().map(|value| value.chance.clone()).sum();
    let count = marginal.values.len();
    for (index, value) in marginal.values.iter().enumerate() {
        // "Or more" says something new only between the two ends.
        let between = index > 0 && index + 1 < count;
        let more = if between { format!("{} or more", percent(at_least.to_f64())) } else { String::new() };
        at_least = at_least.checked_sub(&value.chance).unwrap_or(Chance::ZERO);
        let part = value.chance.to_f64();
        columns.row([
            Cell::new(BOLD, std::mem::take(&mut title)),
            value.word.as_str().into(),
            Cell::new(INK, bar(part, 24, ascii)),
            percent(part).into(),
            Cell::new(DIM, fraction(&value.chance)),
            Cell::new(DIM, more),
        ]);
    }
}
