//! What can be done now, with the slots to fill: one file for each kind of act.

mod attack;
mod defend;
mod drawn;
mod gear;
mod gm;
mod look;
mod magic;
mod movement;
pub(crate) mod slots;

pub use drawn::drawn;

use crate::{
    Intent, Stamina,
    table::{Mode, Table},
    turn,
};
use referee_engine::{ActorId, Filled, Offer, Refusal, RuleId, Seat, Slot, rule};

/// What `seat` may do now, and what it may not with the reason.
pub fn offers(book: &Stamina, table: &Table, seat: Seat) -> Vec<Offer> {
    let mut all = Vec::new();
    for who in table.ids().filter(|&who| seat.plays(who) && table.has_turn(who)) {
        attack::offers(book, table, who, &mut all);
        movement::offers(book, table, who, &mut all);
        gear::offers(book, table, who, &mut all);
        magic::offers(book, table, who, &mut all);
        defend::offers(book, table, who, &mut all);
        look::offers(book, table, who, &mut all);
        if table.clock.mode == Mode::Rounds {
            all.push(offer("end-turn", Some(who), "End the turn", "Turn", "", rule!("ST-044"), None));
        }
    }
    for who in table.ids().filter(|&who| seat.plays(who) && table.actor(who).questions > 0) {
        all.push(offer("ask", Some(who), "Ask the GM about a clue", "Other", "1 question", rule!("ST-239"), None));
    }
    if seat.is_gm() {
        gm::offers(table, &mut all);
    }
    all
}

/// One offer.
pub(crate) fn offer(
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

/// The slots of one offer.
pub fn slots(book: &Stamina, table: &Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let verb = filled.verb.as_str();
    let who = || actor(table, seat, filled);
    match verb {
        _ if attack::action_of(verb).is_some() => attack::slots(book, table, who()?, filled),
        _ if movement::VERBS.contains(&verb) => movement::slots(book, table, who()?, filled),
        _ if gear::VERBS.contains(&verb) => gear::slots(book, table, who()?, filled),
        _ if magic::VERBS.contains(&verb) => magic::slots(book, table, who()?, filled),
        _ if defend::VERBS.contains(&verb) => defend::slots(book, table, who()?, filled),
        _ if look::VERBS.contains(&verb) => look::slots(book, table, who()?, filled),
        "end-turn" => turn::may_end(table, who()?).map(|()| Vec::new()),
        _ if gm::VERBS.contains(&verb) && seat.is_gm() => gm::slots(table, filled),
        other => Err(unknown(book, table, seat, other)),
    }
}

/// The intent of a filled offer.
pub fn intent(book: &Stamina, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
    let slots = slots(book, table, seat, filled)?;
    filled.check(&slots)?;
    let verb = filled.verb.as_str();
    let who = || actor(table, seat, filled);
    match verb {
        _ if attack::action_of(verb).is_some() => attack::intent(book, table, who()?, filled),
        _ if movement::VERBS.contains(&verb) => movement::intent(book, table, who()?, filled),
        _ if gear::VERBS.contains(&verb) => gear::intent(book, table, who()?, filled),
        _ if magic::VERBS.contains(&verb) => magic::intent(book, table, who()?, filled),
        _ if defend::VERBS.contains(&verb) => defend::intent(who()?, filled),
        _ if look::VERBS.contains(&verb) => look::intent(table, who()?, filled),
        "end-turn" => Ok(Intent::EndTurn { actor: who()? }),
        _ if gm::VERBS.contains(&verb) && seat.is_gm() => gm::intent(table, filled),
        other => Err(unknown(book, table, seat, other)),
    }
}

/// Who does it, if this seat may say so.
fn actor(table: &Table, seat: Seat, filled: &Filled) -> Result<ActorId, Refusal> {
    let Some(actor) = filled.actor.filter(|actor| actor.index() < table.actors.len()) else {
        let why = format!("{} needs somebody who does it", filled.verb);
        return Err(Refusal::plain("no-actor", why).allowing(table.setup.sheets.iter().map(|sheet| sheet.key.clone())));
    };
    if !seat.plays(actor) {
        return Err(Refusal::plain("not-your-character", "this seat does not play that character"));
    }
    Ok(actor)
}

fn unknown(book: &Stamina, table: &Table, seat: Seat, verb: &str) -> Refusal {
    let mut verbs: Vec<String> = offers(book, table, seat).into_iter().map(|offer| offer.verb).collect();
    verbs.sort();
    verbs.dedup();
    Refusal::plain("unknown-verb", format!("nothing is called {verb:?} here")).allowing(verbs)
}
