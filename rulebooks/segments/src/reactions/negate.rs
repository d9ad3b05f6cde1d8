//! Shields and helmets (SE-091 to SE-098).

use super::free::asked;
use crate::{
    Event, Segments,
    acts::attack::{AttackEvent, Blow, Told},
    house::HelmetLost,
    sheet::ThingId,
    table::{Out, Table, Whereabouts},
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Oracle, RuleId, Who,
    act::{Answers, Asks},
    answers, ask, rule,
};
use serde::{Deserialize, Serialize};

/// SE-D24, SE-D25, to the one who is struck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Negate {
    /// Who struck.
    pub by: ActorId,
    /// How hard; 0 if that is not known yet.
    pub damage: i16,
    /// May the shield be given up?
    pub shield: bool,
    /// May the helmet?
    pub helmet: bool,
}

answers! {
    pub enum GivenUp {
        Nothing = "decline", "Take it";
        Shield = "shield", "Give up the shield";
        Helmet = "helmet", "Give up the helmet";
    }
}

impl Asks<Segments> for Negate {
    type Answer = GivenUp;
    const KIND: &'static str = "negate";
    const RULE: RuleId = rule!("SE-092");

    fn rule(&self) -> RuleId {
        if self.shield { rule!("SE-092") } else { rule!("SE-096") }
    }

    fn answers(&self) -> Answers<GivenUp> {
        let may = |given: &GivenUp| match given {
            GivenUp::Nothing => true,
            GivenUp::Shield => self.shield,
            GivenUp::Helmet => self.helmet,
        };
        GivenUp::ALL.iter().copied().filter(may).collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Segments, table: &Table, who: Who) -> String {
        let hard = if self.damage > 0 { format!(" for {}", self.damage) } else { String::new() };
        format!("{} strikes {}{hard}. Negate it?", table.name(self.by), table.name(asked(who)))
    }

    fn choice(&self, _: &Segments, _: &Table, _: Who, answer: &GivenUp) -> Choice {
        answer.choice()
    }
}

ask! {
    /// SE-D26, to the GM: a hit is known.
    pub struct Hit for Segments: "hit", "SE-R79" {
        /// Who struck.
        by: ActorId,
        at: ActorId,
    }
    |self, table| {
        format!("{} hits {}. Is there anything about it?", table.name(self.by), table.name(self.at))
    };
    /// SE-D26: what there is about a hit.
    pub enum About {
        Nothing = "as-it-is", "As it is";
        Deadly = "deadly", "It is deadly by its nature";
        Unstoppable = "unstoppable", "Neither shield nor helmet stops it";
    }
}

/// SE-R79, SE-124: would this damage kill? At 0 Health any damage would.
pub fn is_deadly(table: &Table, who: ActorId, damage: i16) -> bool {
    damage > 0 && damage >= table.actor(who).health
}

/// SE-D24, SE-D25, SE-R74: the result is known, the damage not yet applied. A raised shield may be destroyed against any
/// attack (SE-092, SE-R77), a helmet discarded against a deadly one only (SE-096, SE-097). One is enough (SE-093, SE-R81).
/// Being Down does not prevent it; being helpless does (SE-R75). True if the attack is negated.
#[allow(clippy::too_many_arguments, reason = "the attack, and what the GM has said about it")]
pub fn after<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    by: ActorId,
    blow: Blow,
    called_deadly: bool,
    unstoppable: bool,
    oracle: &mut O,
) -> Flow<bool> {
    let actor = table.actor(who);
    if (actor.shield.is_none() && actor.helmet.is_none()) || actor.out != Out::Active {
        return Ok(false);
    }
    if unstoppable || (book.house.crit_beats_negation && blow.told == Told::Critical) {
        return Ok(false);
    }
    if book.house.negate_before_roll {
        return Ok(false); // that was decided before the roll
    }
    let mut deadly = called_deadly || is_deadly(table, who, blow.damage);
    if table.ask_gm {
        // SE-D26: the GM may call it deadly, or exclude it from negating.
        match (Hit { by, at: who }).ask(Who::Gm, table, oracle)? {
            About::Nothing => {}
            About::Deadly => deadly = true,
            About::Unstoppable => return Ok(false),
        }
    }
    give_up_one(book, table, who, by, blow.damage, deadly, oracle)
}

/// `negate_before_roll` (SE-R74): what is given up is given up before the roll. The helmet helps against an attack that is known
/// to be deadly by then: by its entry, or by the GM's word. That its damage would kill is not known before it is rolled.
#[allow(clippy::too_many_arguments, reason = "the attack, and what the GM has said about it")]
pub fn before<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    by: ActorId,
    deadly: bool,
    unstoppable: bool,
    oracle: &mut O,
) -> Flow<bool> {
    if unstoppable || table.actor(who).out != Out::Active {
        return Ok(false);
    }
    give_up_one(book, table, who, by, 0, deadly, oracle)
}

/// Asks whoever is struck for the shield, or for the helmet where the attack is deadly. True if one was given up.
fn give_up_one<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    by: ActorId,
    damage: i16,
    deadly: bool,
    oracle: &mut O,
) -> Flow<bool> {
    let actor = table.actor(who);
    let (shield, helmet) = (actor.shield, actor.helmet.filter(|_| deadly));
    if shield.is_none() && helmet.is_none() {
        return Ok(false);
    }
    let question = Negate { by, damage, shield: shield.is_some(), helmet: helmet.is_some() };
    let given_up = match question.ask(Who::Actor(who), table, oracle)? {
        GivenUp::Nothing => None,
        GivenUp::Shield => shield,
        GivenUp::Helmet => helmet,
    };
    let Some(thing) = given_up else { return Ok(false) };
    give_up(book, table, who, thing, oracle);
    Ok(true)
}

/// SE-094, SE-098, SE-R78: what is discarded is destroyed; with `knocked_off` a helmet lies in the square. Defense drops
/// from the next attack on (SE-R80).
fn give_up<O: Oracle<Segments>>(book: &Segments, table: &mut Table, who: ActorId, thing: ThingId, oracle: &mut O) {
    let helmet = table.actor(who).helmet == Some(thing);
    let lies = helmet && book.house.helmet_lost == HelmetLost::KnockedOff;
    let at = if lies { Whereabouts::Place(table.actor(who).place) } else { Whereabouts::Gone };
    table.put(thing, at);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Negated { who, thing, helmet }));
}
