//! What can be done now, with the slots to fill: one file for each kind of act.

mod attack;
mod body;
mod care;
mod drawn;
mod gm;
mod gm_read;
mod task;

pub use drawn::drawn;

use crate::{
    Crisis, Intent,
    table::{Mode, Table},
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, RuleId, Seat, Slot, rule};

/// One verb of a creature: how it is offered, filled and turned into an intent.
pub(super) struct Verb {
    pub word: &'static str,
    pub label: &'static str,
    pub group: &'static str,
    pub rule: RuleId,
    /// Only in a crisis, only outside one, or always.
    pub when: Option<Mode>,
    /// The AP in words, or why it cannot be done now.
    pub cost: CostFn,
    pub slots: SlotsFn,
    pub intent: IntentFn,
}

pub(super) type CostFn = fn(&Crisis, &Table, ActorId) -> Result<String, Refusal>;
pub(super) type SlotsFn = fn(&Crisis, &Table, ActorId, &Filled) -> Result<Vec<Slot>, Refusal>;
pub(super) type IntentFn = fn(&Crisis, &Table, ActorId, &Filled) -> Result<Intent, Refusal>;

/// Every verb of a creature, in the order in which they are shown.
fn verbs() -> impl Iterator<Item = &'static Verb> {
    attack::VERBS.iter().chain(body::VERBS).chain(care::VERBS).chain(task::VERBS)
}

/// AP in words.
pub(super) fn ap(ap: u8) -> String {
    format!("{ap} AP")
}

impl Verb {
    /// A verb with nothing to fill in.
    const fn plain(
        [word, label, group]: [&'static str; 3],
        rule: RuleId,
        when: Option<Mode>,
        cost: CostFn,
        intent: IntentFn,
    ) -> Verb {
        Verb { word, label, group, rule, when, cost, slots: no_slots, intent }
    }
}

/// The least of several costs, in words; or why there is none. The refusal `dull` says only that a thing is not meant for
/// this at all, so any other reason is told before it, and `nothing` if there is no other.
pub(super) fn least(costs: Vec<Result<u8, Refusal>>, dull: &str, nothing: Refusal) -> Result<String, Refusal> {
    if let Some(least) = costs.iter().flatten().min() {
        return Ok(ap(*least));
    }
    Err(costs.into_iter().filter_map(Result::err).find(|why| why.code != dull).unwrap_or(nothing))
}

/// Nothing to fill in.
fn no_slots(_: &Crisis, _: &Table, _: ActorId, _: &Filled) -> Result<Vec<Slot>, Refusal> {
    Ok(Vec::new())
}

/// What `seat` may do now, and what it may not with the reason.
pub fn offers(book: &Crisis, table: &Table, seat: Seat) -> Vec<Offer> {
    let mut all = Vec::new();
    for who in table.ids().filter(|&who| seat.plays(who)) {
        // In a crisis only the one whose turn it is acts; those who cannot act are offered nothing.
        if table.may_act(who).is_err() {
            continue;
        }
        for verb in verbs().filter(|verb| verb.when.is_none_or(|when| when == table.clock.mode)) {
            let cost = (verb.cost)(book, table, who);
            let (cost, refused) = match cost {
                Ok(cost) => (cost, None),
                Err(refusal) => (String::new(), Some(refusal)),
            };
            let working = table.actor(who).long.is_some_and(|long| !long.paused);
            let breaks = working && !["continue", "light", "end-turn"].contains(&verb.word);
            all.push(Offer {
                verb: verb.word.into(),
                actor: Some(who),
                label: verb.label.into(),
                group: verb.group.into(),
                cost,
                rule: verb.rule,
                refused,
                warning: breaks.then(|| "the long Action is cancelled".into()),
            });
        }
    }
    if seat.is_gm() {
        gm::offers(table, &mut all);
    }
    all
}

/// The slots of one offer.
pub fn slots(book: &Crisis, table: &Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    if let Some(verb) = verbs().find(|verb| verb.word == filled.verb) {
        let who = ready(book, table, seat, filled, verb)?;
        return (verb.slots)(book, table, who, filled);
    }
    if seat.is_gm() && gm::is_verb(&filled.verb) {
        return gm::slots(table, filled);
    }
    Err(unknown(book, table, seat, &filled.verb))
}

/// The intent of a filled offer.
pub fn intent(book: &Crisis, table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
    let slots = slots(book, table, seat, filled)?;
    filled.check(&slots)?;
    match verbs().find(|verb| verb.word == filled.verb) {
        Some(verb) => (verb.intent)(book, table, actor(table, seat, filled)?, filled),
        None => gm_read::intent(table, filled),
    }
}

fn ready(book: &Crisis, table: &Table, seat: Seat, filled: &Filled, verb: &Verb) -> Result<ActorId, Refusal> {
    let who = actor(table, seat, filled)?;
    if verb.when == Some(Mode::Crisis) {
        table.may_act_in_crisis(who)?;
    } else if verb.when == Some(Mode::Free) {
        crate::recovery::treat::is_out_of_crisis(table)?;
    }
    table.may_act(who)?;
    (verb.cost)(book, table, who)?;
    Ok(who)
}

/// Who does it, if this seat may say so.
fn actor(table: &Table, seat: Seat, filled: &Filled) -> Result<ActorId, Refusal> {
    let Some(actor) = filled.actor.filter(|actor| actor.index() < table.actors.len()) else {
        return Err(Refusal::plain("no-actor", format!("{} needs somebody who does it", filled.verb)));
    };
    if !seat.plays(actor) {
        return Err(Refusal::plain("not-your-character", "this seat does not play that character"));
    }
    Ok(actor)
}

fn unknown(book: &Crisis, table: &Table, seat: Seat, verb: &str) -> Refusal {
    let mut verbs: Vec<String> = offers(book, table, seat).into_iter().map(|offer| offer.verb).collect();
    verbs.sort();
    verbs.dedup();
    Refusal::plain("unknown-verb", format!("nothing is called {verb:?} here")).allowing(verbs)
}

/// A choice for a creature.
pub(super) fn of_actor(table: &Table, who: ActorId) -> Choice {
    let sheet = table.sheet(who);
    Choice::new(sheet.key.clone(), sheet.name.clone()).of_actor(who)
}

/// The creature that a slot names.
pub(super) fn named(table: &Table, filled: &Filled, slot: &str) -> Result<ActorId, Refusal> {
    let key = filled.get(slot).ok_or_else(|| Refusal::plain("slot-missing", format!("{slot} needs a value")))?;
    table.find(key)
}

/// Nobody and nothing to choose from.
pub(super) fn nothing(why: &str) -> Refusal {
    Refusal::by(rule!("CR-190"), "nothing-there", why)
}
