//! What can be done now, with the slots to fill: one file for each kind of act.

mod acts;
mod drawn;
mod fight;
mod gm;
mod gm_read;
mod round;
pub(crate) mod slots;

pub use drawn::drawn;

use crate::{Intent, Segments, table::Table};
use referee_engine::{ActorId, Filled, Offer, Refusal, RuleId, Seat, Slot};

/// What `seat` may do now, and what it may not with the reason.
pub fn offers(book: &Segments, table: &Table, seat: Seat) -> Vec<Offer> {
    let mut all = Vec::new();
    for who in table.ids().filter(|&who| seat.plays(who)) {
        if table.may_act(who).is_ok() {
            round::offers(book, table, who, &mut all);
            fight::offers(book, table, who, &mut all);
            acts::offers(book, table, who, &mut all);
        }
        all.push(offer(
            "free-attacks",
            Some(who),
            "What to answer when a foe moves in range",
            "Standing",
            referee_engine::rule!("SE-R92"),
        ));
    }
    if seat.is_gm() {
        gm::offers(book, table, &mut all);
    }
    all
}

/// An offer without anything special.
fn offer(verb: &str, actor: Option<ActorId>, label: &str, group: &str, rule: RuleId) -> Offer {
    Offer {
        verb: verb.into(),
        actor,
        label: label.into(),
        group: group.into(),
        cost: String::new(),
        rule,
        refused: None,
        warning: None,
    }
}

/// The slots of one offer.
pub fn slots(book: &Segments, table: &Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    if gm::VERBS.contains(&filled.verb.as_str()) {
        gm_only(seat)?;
        return gm::slots(book, table, filled);
    }
    let who = actor(table, seat, filled)?;
    match filled.verb.as_str() {
        verb if round::VERBS.contains(&verb) => round::slots(book, table, who, filled),
        verb if fight::VERBS.contains(&verb) => fight::slots(book, table, who, filled),
        verb if acts::VERBS.contains(&verb) => acts::slots(book, table, who, filled),
        other => Err(unknown(book, table, seat, other)),
    }
}

/// The intent of a filled offer. Names are read here; whether it is legal, the rule itself says.
pub fn intent(book: &Segments, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
    if let Some((name, _)) =
        filled.slots.iter().find(|(name, value)| value.is_empty() && !gm::MAY_BE_EMPTY.contains(&name.as_str()))
    {
        return Err(Refusal::plain("bad-value", format!("{name} is empty")));
    }
    if gm::VERBS.contains(&filled.verb.as_str()) {
        gm_only(seat)?;
        return Ok(Intent::Gm(gm_read::intent(book, table, filled)?));
    }
    let who = actor(table, seat, filled)?;
    match filled.verb.as_str() {
        verb if round::VERBS.contains(&verb) => round::intent(table, who, filled),
        verb if fight::VERBS.contains(&verb) => fight::intent(book, table, who, filled),
        verb if acts::VERBS.contains(&verb) => acts::intent(table, who, filled),
        other => Err(unknown(book, table, seat, other)),
    }
}

/// SE-034: what the GM announces, nobody else does.
fn gm_only(seat: Seat) -> Result<(), Refusal> {
    if seat.is_gm() {
        Ok(())
    } else {
        Err(Refusal::by(referee_engine::rule!("SE-034"), "gm-only", "only the GM says that"))
    }
}

/// Who does it, if this seat may say so.
fn actor(table: &Table, seat: Seat, filled: &Filled) -> Result<ActorId, Refusal> {
    let Some(actor) = filled.actor.filter(|actor| actor.index() < table.actors.len()) else {
        return Err(Refusal::plain("no-actor", format!("{} needs somebody who does it", filled.verb)));
    };
    if seat.plays(actor) {
        Ok(actor)
    } else {
        Err(Refusal::plain("not-your-character", "this seat does not play that character"))
    }
}

fn unknown(book: &Segments, table: &Table, seat: Seat, verb: &str) -> Refusal {
    let mut verbs: Vec<String> = offers(book, table, seat).into_iter().map(|offer| offer.verb).collect();
    verbs.sort();
    verbs.dedup();
    Refusal::plain("unknown-verb", format!("nothing is called {verb:?} here")).allowing(verbs)
}
