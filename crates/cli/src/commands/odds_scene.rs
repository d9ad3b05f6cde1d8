//! `referee odds SCENE --as NAME --do ACT`: the exact chances of everything that can come of an act.

use crate::{
    args::{self, Reacting},
    commands::{
        odds_dice::fraction,
        progress::{self, Meter, thousands},
    },
    fault::Fault,
    play::command::{self, Whose},
    plot, scene,
    screen::{self, Align, BOLD, Columns, DIM, INK, Page, bar, paint, percent},
};
use referee_dice::Chance;
use referee_engine::{
    ActorId, Deciding, Effort, ExploreError, Filled, Odds, OddsError, Reactions, Seat, Status,
    odds::{Group, Marginal},
};
use referee_lab::chart::{self, Bar};
use referee_shelf::{Chain, OpenTable};
use serde_json::{Value, json};
use std::{cell::Cell, sync::atomic::Ordering};

/// Opens the scene, reads the acts and prints their odds.
pub fn run(args: &args::Odds, act: &str, page: &mut Page) -> Result<(), Fault> {
    let opened = scene::open(&args.what, Some(0))?;
    let table = &*opened.table;
    let actor = args.actor.as_ref().map(|name| scene::actor(&table.actors(), name)).transpose()?;
    let reactions = reactions(args.reactions);
    let deciding = Deciding { reactions, answers: args.answers.clone() };
    let mut asked = vec![read(table, actor, act, &deciding)?];
    if args.both {
        asked.push(other_way(table, &asked[0], &deciding)?);
    }
    let mut shown = Vec::new();
    let mut unasked = args.answers.clone();
    for asked in asked {
        let (odds, left) = odds_where_asked(table, &asked.chain)?;
        unasked.retain(|key| left.contains(key));
        shown.push((asked, odds));
    }
    if let Some(key) = unasked.into_iter().next() {
        return Err(OddsError::Explore(ExploreError::NeverAsked(key)).into());
    }
    if let Some(path) = &args.plot {
        let pictures: Vec<(String, String)> =
            shown.iter().flat_map(|(asked, odds)| pictures(&asked.title(table), odds)).collect();
        plot::write(path, &chart::stack(&pictures))?;
    }
    if page.json {
        let all: Vec<Value> = shown.iter().map(|(asked, odds)| asked.to_json(table, &args.answers, odds)).collect();
        match &all[..] {
            [only] => page.json(only),
            _ => page.json(&all),
        }
        return Ok(());
    }
    for (number, (asked, odds)) in shown.iter().enumerate() {
        if number > 0 {
            page.line("");
        }
        print(odds, &asked.title(table), reactions, page);
    }
    Ok(())
}

/// What the odds are asked of, read from what a person typed.
pub struct Asked {
    /// For the table.
    pub chain: Chain,
    reactions: Reactions,
}

impl Asked {
    /// In words: whose turn, and what they do.
    pub fn title(&self, table: &dyn OpenTable) -> String {
        let acts: Vec<String> = self.chain.deeds.iter().map(|deed| deed.filled.to_string()).collect();
        let actors = table.actors();
        let name = |id| actors.iter().find(|card| card.id == id).map_or("somebody", |card| card.name.as_str());
        match self.chain.on_turn_of {
            Some(actor) => format!("{}'s next turn: {}", name(actor), acts.join("; ")),
            None => acts.join("; "),
        }
    }

    fn to_json(&self, table: &dyn OpenTable, answers: &[String], odds: &Odds) -> Value {
        let acts: Vec<String> = self.chain.deeds.iter().map(|deed| deed.filled.to_string()).collect();
        let key = |id| table.actors().into_iter().find(|card| card.id == id).map(|card| card.key);
        json!({
            "act": acts.join("; "),
            "on_turn_of": self.chain.on_turn_of.and_then(key),
            "reactions": self.reactions.to_string(),
            "answers": answers,
            "odds": odds,
        })
    }
}

/// The most ways that are followed: some seconds of work.
const MOST_WAYS: usize = 2_000_000;

/// A single act now takes the fast path. Shows progress, and stops on Ctrl-C.
pub fn odds_of(table: &dyn OpenTable, chain: &Chain) -> Result<Odds, OddsError> {
    let (meter, stop, ways) = (Meter::new("ways"), progress::stop(), Cell::new(0u64));
    let is_wanted = || {
        ways.set(ways.get() + 1);
        if ways.get().is_multiple_of(1024) {
            meter.tell(|| format!("{} paths followed", thousands(ways.get())));
        }
        !stop.load(Ordering::Relaxed)
    };
    let effort = Effort { is_wanted: &is_wanted, ..MOST_WAYS.into() };
    let odds = match (&chain.deeds[..], chain.on_turn_of) {
        ([deed], None) => table.odds_within(effort, deed.by, &deed.filled, deed.deciding.clone()),
        _ => table.chain_within(effort, chain),
    };
    meter.clear();
    odds
}

/// The same with each settled answer where it is asked for, and the answers that are not asked for anywhere.
fn odds_where_asked(table: &dyn OpenTable, chain: &Chain) -> Result<(Odds, Vec<String>), OddsError> {
    let (mut chain, mut unasked) = (chain.clone(), Vec::new());
    loop {
        match odds_of(table, &chain) {
            Err(OddsError::Explore(ExploreError::NeverAsked(key))) => {
                chain = chain.without(&key);
                unasked.push(key);
            }
            odds => return Ok((odds?, unasked)),
        }
    }
}

/// Reads acts apart by semicolons. What the first cannot be now, it is on the actor's next turn; each further one is
/// read where the ones before it most likely lead.
fn read(table: &dyn OpenTable, actor: Option<ActorId>, acts: &str, deciding: &Deciding) -> Result<Asked, Fault> {
    let reactions = deciding.reactions;
    let mut chain = Chain::default();
    let mut acts = acts.split(';').map(str::trim).filter(|act| !act.is_empty());
    let first =
        acts.next().ok_or_else(|| Fault::Usage("an act begins with a verb, such as: attack target=bandit".into()))?;
    let now = command::read(table, Seat::Gm, Whose::perhaps(actor), first);
    let filled = match (now, actor.filter(|actor| is_off_turn(table, *actor))) {
        (Ok(filled), None) => filled,
        (Ok(filled), Some(_)) if table.odds(Seat::Gm, &filled, reactions.into()).is_ok() => filled,
        (Err(fault), None) => return Err(fault),
        (_, Some(actor)) => {
            chain.on_turn_of = Some(actor);
            command::read(&*table.likely(&chain)?, Seat::Gm, Whose::Of(Some(actor)), first)?
        }
    };
    chain = chain.then(filled, deciding.clone());
    for act in acts {
        let there = table.likely(&chain)?;
        chain = chain.then(command::read(&*there, Seat::Gm, Whose::perhaps(actor), act)?, deciding.clone());
    }
    Ok(Asked { chain, reactions })
}

/// Is it not this one's turn?
pub fn is_off_turn(table: &dyn OpenTable, actor: ActorId) -> bool {
    matches!(table.status(), Status::Acting(acting) if !acting.contains(&actor))
}

/// The same verb from the target against the actor, on the target's next turn.
fn other_way(table: &dyn OpenTable, asked: &Asked, deciding: &Deciding) -> Result<Asked, Fault> {
    let deed = asked.chain.deeds.last().ok_or_else(|| Fault::Usage("--do names no act".into()))?;
    let actors = table.actors();
    let me = deed.filled.actor.and_then(|id| actors.iter().find(|card| card.id == id));
    let target = deed.filled.slots.iter().find_map(|(slot, value)| {
        let card = actors.iter().find(|card| card.key == *value)?;
        Some((slot, card))
    });
    let (Some(me), Some((slot, target))) = (me, target) else {
        return Err(Fault::Usage("--both needs an act with a target, such as: attack target=bandit".into()));
    };
    let on_turn_of = is_off_turn(table, target.id).then_some(target.id);
    let filled = Filled::of(&deed.filled.verb, Some(target.id)).with(slot, &me.key);
    let chain = Chain { on_turn_of, deeds: Vec::new() }.then(filled, deciding.clone());
    Ok(Asked { chain, reactions: deciding.reactions })
}

/// A chart for each measure.
fn pictures(title: &str, odds: &Odds) -> Vec<(String, String)> {
    let mut pictures = Vec::new();
    for group in &odds.groups {
        let choices: Vec<String> =
            group.choices.iter().map(|choice| format!("{}: {}", choice.name, choice.chosen.key)).collect();
        for marginal in &group.marginals {
            let bars: Vec<Bar> = marginal
                .values
                .iter()
                .map(|value| Bar {
                    label: value.word.clone(),
                    value: value.chance.to_f64(),
                    text: percent(value.chance.to_f64()),
                    ..Bar::default()
                })
                .collect();
            let whom = marginal.name.as_ref().map(|name| format!(" · {name}")).unwrap_or_default();
            let with = if choices.is_empty() { String::new() } else { format!(" ({})", choices.join(", ")) };
            let heading = format!("{title}{with} · {}{whom}", marginal.measure);
            pictures.push((heading.clone(), chart::bars(&heading, &bars, 1.0)));
        }
    }
    pictures
}

/// How those who are asked decide.
pub fn reactions(reacting: Reacting) -> Reactions {
    match reacting {
        Reacting::Best => Reactions::Best,
        Reacting::Never => Reactions::Never,
        Reacting::Always => Reactions::Always,
        Reacting::All => Reactions::All,
    }
}

/// Prints odds: a table for each combination of answers, a block of rows for each measure.
pub fn print(odds: &Odds, act: &str, reactions: Reactions, page: &mut Page) {
    let how = match reactions {
        Reactions::Best => "everybody reacts in the best way for their side",
        Reactions::Never => "nobody reacts",
        Reactions::Always => "everybody who can react does",
        Reactions::All => "every combination of answers",
    };
    page.line(format!("{}  {}", paint(BOLD, act), paint(DIM, how)));
    for group in &odds.groups {
        page.line("");
        if !group.choices.is_empty() {
            page.line(choices(group));
        }
        if group.marginals.is_empty() {
            page.line(paint(DIM, "  this act has no measured result"));
        }
        let right = Align::Right;
        let mut columns = Columns::new(&[Align::Left, Align::Left, Align::Left, right, right, right]);
        for marginal in &group.marginals {
            rows(marginal, &mut columns, page.ascii);
        }
        page.lines(columns.lines("  "));
    }
    if let Some(doubt) = odds.doubt() {
        page.line(paint(DIM, format!("{doubt}, because some dice can explode without limit")));
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
            screen::Cell::new(BOLD, std::mem::take(&mut title)),
            value.word.as_str().into(),
            screen::Cell::new(INK, bar(part, 24, ascii)),
            percent(part).into(),
            screen::Cell::new(DIM, fraction(&value.chance)),
            screen::Cell::new(DIM, more),
        ]);
    }
}
