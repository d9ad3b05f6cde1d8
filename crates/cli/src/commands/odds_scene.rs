//! `referee odds SCENE --as NAME --do ACT`: the exact chances of everything that can come of an act.

use crate::{
    args::{self, Reacting},
    commands::odds_dice::fraction,
    fault::Fault,
    play::command,
    scene,
    screen::{Align, BOLD, Cell, Columns, DIM, INK, Page, bar, paint, percent},
    telling::Teller,
};
use referee_engine::{Reactions, Seat};
use referee_shelf::{Branch, Measure, Odds};

/// Opens the scene, reads the act and prints its odds.
pub fn run(args: &args::Odds, act: &str, page: &mut Page) -> Result<(), Fault> {
    let opened = scene::open(&args.what, Some(0))?;
    let table = &*opened.table;
    let actor = args.actor.as_ref().map(|name| scene::actor(&table.actors(), name)).transpose()?;
    let filled = command::read(table, Seat::Gm, actor, act)?;
    let odds = table.odds(Seat::Gm, &filled, reactions(args.reactions))?;
    if page.json {
        page.json(&odds);
        return Ok(());
    }
    print(&odds, &Teller::of(table), page);
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
pub fn print(odds: &Odds, teller: &Teller, page: &mut Page) {
    let how = match odds.reactions {
        "best" => "whoever may react does what is best for their side",
        "never" => "nobody reacts",
        "always" => "whoever can react does",
        _ => "every combination of answers",
    };
    page.line(format!("{}  {}", paint(BOLD, &odds.act), paint(DIM, how)));
    for branch in &odds.branches {
        page.line("");
        if odds.reactions == "all" {
            page.line(choices(branch, teller));
        }
        if branch.measures.is_empty() {
            page.line(paint(DIM, "  nothing about it is left to chance, or nothing is measured"));
        }
        let right = Align::Right;
        let mut columns = Columns::new(&[Align::Left, Align::Left, Align::Left, right, right, right]);
        for measure in &branch.measures {
            rows(measure, teller, &mut columns, page.ascii);
        }
        page.lines(columns.lines("  "));
    }
}

fn choices(branch: &Branch, teller: &Teller) -> String {
    let answers: Vec<String> =
        branch.choices.iter().map(|chosen| format!("{}: {}", teller.who(chosen.who), chosen.option)).collect();
    let answers = if answers.is_empty() { "nobody is asked".to_owned() } else { answers.join(", ") };
    let certain = branch.chance == referee_dice::Chance::ONE;
    let chance = if certain { String::new() } else { format!("  comes up {}", percent(branch.decimal)) };
    format!("{}{}", paint(BOLD, answers), paint(DIM, chance))
}

fn rows(measure: &Measure, teller: &Teller, columns: &mut Columns, ascii: bool) {
    let whom = measure.who.map(|who| format!(" · {}", teller.name(who))).unwrap_or_default();
    let mut title = format!("{}{whom}", measure.name);
    let count = measure.outcomes.len();
    for (index, outcome) in measure.outcomes.iter().enumerate() {
        let word = match (outcome.word.as_str(), outcome.value) {
            ("", Some(value)) => value.to_string(),
            ("—", None) => "none".to_owned(),
            (word, _) => word.to_owned(),
        };
        // "At least" says something new only between the two ends.
        let between = index > 0 && index + 1 < count;
        let at_least = if between { format!("{} or more", percent(outcome.at_least.to_f64())) } else { String::new() };
        columns.row([
            Cell::new(BOLD, std::mem::take(&mut title)),
            word.into(),
            Cell::new(INK, bar(outcome.decimal, 24, ascii)),
            percent(outcome.decimal).into(),
            Cell::new(DIM, fraction(&outcome.chance)),
            Cell::new(DIM, at_least),
        ]);
    }
}
