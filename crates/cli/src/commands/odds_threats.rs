//! `referee odds SCENE --as NAME [--at NAME]`: everything somebody can do to somebody, now or on the next turn.

use super::odds_scene::{is_off_turn, odds_of, reactions};
use crate::{
    args,
    fault::Fault,
    scene,
    screen::{BOLD, DIM, Page, paint, percent, wrap},
};
use referee_engine::{ActorCard, ActorId, Choice, Domain, Filled, Odds, Seat};
use referee_shelf::{Chain, OpenTable, complete};
use serde_json::json;

/// Finds every act that is aimed at somebody, and tells its odds.
pub fn run(args: &args::Odds, actor: &str, page: &mut Page) -> Result<(), Fault> {
    let opened = scene::open(&args.what, Some(0))?;
    let table = &*opened.table;
    let actors = table.actors();
    let actor = scene::actor(&actors, actor)?;
    let at = args.at.as_ref().map(|name| scene::actor(&actors, name)).transpose()?;
    let reactions = reactions(args.reactions);
    let start = Chain { on_turn_of: is_off_turn(table, actor).then_some(actor), deeds: Vec::new() };
    let there = start.on_turn_of.map(|_| table.likely(&start)).transpose()?;
    let here = there.as_deref().unwrap_or(table);
    let mut found: Vec<(Filled, Odds)> = Vec::new();
    for filled in aimed(here, actor, at) {
        let chain = start.clone().then(filled.clone(), reactions.into());
        match odds_of(table, &chain).map_err(Fault::from) {
            Ok(odds) => found.push((filled, odds)),
            // Too large for exact odds, or refused in the end: nothing to tell of it here.
            Err(Fault::TooLarge(_) | Fault::Refused(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    let name = |id: ActorId| actors.iter().find(|card| card.id == id).map_or("somebody", |card| card.name.as_str());
    if page.json {
        let acts: Vec<_> = found.iter().map(|(act, odds)| json!({ "act": act.to_string(), "odds": odds })).collect();
        let key = |id: ActorId| actors.iter().find(|card| card.id == id).map(|card| card.key.clone());
        page.json(&json!({
            "as": key(actor),
            "at": at.and_then(key),
            "next_turn": start.on_turn_of.is_some(),
            "reactions": reactions.to_string(),
            "acts": acts,
        }));
        return Ok(());
    }
    let when = if start.on_turn_of.is_some() { "on the next turn" } else { "now" };
    let whom = at.map(|at| format!(" to {}", name(at))).unwrap_or_default();
    page.line(paint(BOLD, format!("What {} can do{whom} {when}", name(actor))));
    if found.is_empty() {
        page.line(paint(DIM, "no act with a target"));
    }
    for (act, odds) in &found {
        page.line("");
        page.line(paint(BOLD, act));
        page.lines(wrap(&told(odds, at, &actors), page.width, "  ", "  "));
    }
    Ok(())
}

/// The acts of an actor that are aimed at somebody, other slots at their defaults or their first value.
fn aimed(table: &dyn OpenTable, actor: ActorId, at: Option<ActorId>) -> Vec<Filled> {
    let mut all = Vec::new();
    let offers = table.offers(Seat::Gm).into_iter();
    for offer in offers.filter(|offer| offer.actor == Some(actor) && offer.refused.is_none()) {
        let start = Filled::of(&offer.verb, offer.actor);
        let Ok(slots) = table.slots(Seat::Gm, &start) else { continue };
        let is_aim = |choice: &&Choice| choice.actor.is_some_and(|id| id != actor && at.is_none_or(|at| at == id));
        for slot in &slots {
            let Domain::One { of } = &slot.domain else { continue };
            for choice in of.iter().filter(is_aim) {
                all.extend(complete(table, Seat::Gm, start.clone().with(&slot.name, &choice.key)));
            }
        }
    }
    all
}

/// The odds in a sentence: each measure with its words.
fn told(odds: &Odds, at: Option<ActorId>, actors: &[ActorCard]) -> String {
    let mut parts = Vec::new();
    for group in &odds.groups {
        for marginal in &group.marginals {
            if at.is_some() && marginal.who.is_some() && marginal.who != at {
                continue;
            }
            let whom = marginal.who.and_then(|who| actors.iter().find(|card| card.id == who));
            let whom = whom.filter(|_| at.is_none()).map(|card| format!(" {}", card.name)).unwrap_or_default();
            let values: Vec<String> = marginal
                .values
                .iter()
                .map(|value| format!("{} {}", value.word, percent(value.chance.to_f64())))
                .collect();
            parts.push(format!("{}{whom}: {}", marginal.measure, values.join(", ")));
        }
    }
    if parts.is_empty() { "this act has no measured result".to_owned() } else { parts.join("; ") }
}
