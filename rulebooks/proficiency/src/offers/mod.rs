//! What can be done now, with the slots to fill.

mod acts;
mod drawn;
mod gm;
mod joint;

pub use drawn::drawn;

use crate::{Intent, Proficiency, table::Table};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, RuleId, Seat, Slot};

/// What `seat` may do now, and what it may not with the reason.
pub fn offers(book: &Proficiency, table: &Table, seat: Seat) -> Vec<Offer> {
    let mut all = Vec::new();
    if table.over.is_none() {
        for who in table.ids().filter(|&who| seat.plays(who) && table.is_able(who)) {
            acts::offers(book, table, who, &mut all);
        }
    }
    if seat.is_gm() {
        gm::offers(book, table, &mut all);
    }
    all
}

/// The slots of one offer.
pub fn slots(book: &Proficiency, table: &Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    match filled.verb.as_str() {
        verb if acts::is_verb(verb) => acts::slots(book, table, actor(table, seat, filled)?, filled),
        verb if gm::is_verb(verb) && seat.is_gm() => gm::slots(book, table, filled),
        other => Err(unknown(book, table, seat, other)),
    }
}

/// The intent of a filled offer.
pub fn intent(book: &Proficiency, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
    if gm::is_verb(&filled.verb) && seat.is_gm() {
        gm::plainly_wrong(filled)?;
    }
    filled.check(&slots(book, table, seat, filled)?)?;
    match filled.verb.as_str() {
        verb if acts::is_verb(verb) => acts::intent(book, table, actor(table, seat, filled)?, filled),
        _ => gm::intent(book, table, filled),
    }
}

/// Who does it, if this seat may say so.
fn actor(table: &Table, seat: Seat, filled: &Filled) -> Result<ActorId, Refusal> {
    let Some(actor) = filled.actor.filter(|actor| table.has(*actor)) else {
        return Err(Refusal::plain("no-actor", format!("{} needs somebody who does it", filled.verb)));
    };
    if !seat.plays(actor) {
        return Err(Refusal::plain("not-your-character", "this seat does not play that character"));
    }
    Ok(actor)
}

fn unknown(book: &Proficiency, table: &Table, seat: Seat, verb: &str) -> Refusal {
    let mut verbs: Vec<String> = offers(book, table, seat).into_iter().map(|offer| offer.verb).collect();
    verbs.sort();
    verbs.dedup();
    Refusal::plain("unknown-verb", format!("nothing is called {verb:?} here")).allowing(verbs)
}

/// A choice for a character.
fn of_actor(table: &Table, who: ActorId) -> Choice {
    let sheet = table.sheet(who);
    Choice::new(sheet.key.clone(), sheet.name.clone()).of_actor(who)
}

/// Characters that fit, to choose from.
fn actors(table: &Table, fits: impl Fn(ActorId) -> bool) -> Vec<Choice> {
    table.ids().filter(|&who| fits(who)).map(|who| of_actor(table, who)).collect()
}

/// The place of a word in a list; `none` and what is left out have no place.
fn place_of<T>(list: &[T], word: Option<&str>, key: impl Fn(&T) -> &str) -> Option<u8> {
    list.iter().position(|each| Some(key(each)) == word).map(|at| at as u8)
}

/// The characters whose words stand in a slot, with commas between.
fn named(table: &Table, filled: &Filled, slot: &str) -> Result<Vec<ActorId>, Refusal> {
    let words = filled.get(slot).unwrap_or_default().split(',').filter(|word| !word.is_empty());
    words.map(|word| table.find(word)).collect()
}

/// An offer without warning.
fn offer(
    verb: &str,
    actor: Option<ActorId>,
    label: &str,
    group: &str,
    cost: &str,
    rule: RuleId,
    refused: Option<Refusal>,
) -> Offer {
    Offer {
        verb: verb.into(),
        actor,
        label: label.into(),
        group: group.into(),
        cost: cost.into(),
        rule,
        refused,
        warning: None,
    }
}
