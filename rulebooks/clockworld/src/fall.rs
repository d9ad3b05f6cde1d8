//! Falls and Tumble (CW-248 to CW-250, CW-262 to CW-265).

use crate::{
    Clockworld, Event, Oracle,
    check::{Against, Capped, Cause, Causes, Named, against_rank_for, possible, prepare},
    harm::{self, read_pool},
    house::TumbleSuccess,
    rank::Rank,
    sheet::{Class, PartId, Sheet, Skill},
    sneak,
    table::{Hefted, Out, Severity, Table},
    words,
};
use referee_dice::Roll;
use referee_engine::{
    ActorId, Choice, Face, Flow, RuleId, Throw, Who,
    act::{Answers, Asks},
    answers, rule, told,
};
use serde::{Deserialize, Serialize};

/// CW-262: feet for one random Injury.
pub const FEET_AN_INJURY: u16 = 10;

/// How somebody comes to fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By a Shove, a failed climb, or carried by somebody who falls: no drop (CW-R127).
    Thrown,
    /// CW-264: on purpose.
    Dropped,
}

told! {
    /// What happened in a fall.
    pub enum FallEvent for Clockworld, |table| {
        /// Somebody falls.
        Falls {
            who: ActorId,
            feet: u16,
            /// How it came to that.
            how: How,
            /// CW-262: the Injuries at stake.
            injuries: u16,
        } [if how == How::Thrown { rule!("CW-262") } else { rule!("CW-264") }] by who => {
            let does = if how == How::Thrown { "falls" } else { "drops down" };
            format!("{} {does} {feet} feet: {injuries} random Injuries at stake", table.name(who))
        };
        /// CW-R129: the Injuries that a Tumble left.
        Tumbled { who: ActorId, injuries: u16 } under "CW-R129" by who => match injuries {
            0 => format!("{} lands without an Injury", table.name(who)),
            _ => format!("{} takes {injuries} of them", table.name(who)),
        };
        /// CW-R126: one random Injury: how bad by the die, and where.
        Struck {
            who: ActorId,
            /// The die for how bad.
            severity: Face,
            /// What it says, before a Vulnerable part makes it worse.
            reads: Severity,
            /// The die for where.
            place: Face,
            part: PartId,
        } under "CW-R126" by who => {
            let part = &table.part(who, part).part;
            format!("{}: {severity} is {}, {place} is the {part}", table.name(who), reads.word())
        };
        /// CW-R130: how it lands.
        Landed { who: ActorId, prone: bool } under "CW-R130" by who
            => format!("{} {}", table.name(who), if prone { "lies Prone" } else { "stands" });
    }
}

/// CW-262, CW-263, CW-R124, CW-R125: one for every 10 feet, rounded down. CW-264, CW-R127: a drop takes one off.
pub fn injuries(feet: u16, how: How) -> u16 {
    let all = feet / FEET_AN_INJURY;
    match how {
        How::Thrown => all,
        How::Dropped => all.saturating_sub(1),
    }
}

/// CW-249, CW-R128: the Difficulty of Tumble by the full height; `None` where no Tumble is needed.
pub fn tumble_rank(feet: u16) -> Option<Rank> {
    let steps = (feet / FEET_AN_INJURY).checked_sub(1)?;
    Some(Rank(u8::try_from(steps).unwrap_or(u8::MAX)))
}

/// Somebody falls so many feet (CW-248 to CW-250, CW-262 to CW-265). The caller has put it where it lands.
///
/// Whoever it carries falls with it, and did not choose to (CW-R127).
pub fn fall<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    feet: u16,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let carried = match table.actor(who).hefting {
        Some(Hefted::Actor(carried)) => Some(carried).filter(|&carried| carried != who),
        Some(Hefted::Thing(_)) | None => None,
    };
    fall_alone(book, table, who, feet, how, oracle)?;
    if let Some(carried) = carried {
        let place = table.actor(who).place;
        table.actor_mut(carried).stand_at(place);
        fall_alone(book, table, carried, feet, How::Thrown, oracle)?;
    }
    crate::acts::contest::check_holds(table, oracle);
    Ok(())
}

fn fall_alone<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    feet: u16,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let mut count = injuries(feet, how);
    oracle.tell(sneak::audience(table, who), || Event::Fall(FallEvent::Falls { who, feet, how, injuries: count }));
    if let Some(rank) = tumble_rank(feet)
        && tumbles(book, table, who, rank, feet, count, oracle)?
    {
        count = left_after_tumble(book, count);
        oracle.tell(sneak::audience(table, who), || Event::Fall(FallEvent::Tumbled { who, injuries: count }));
    }
    for _ in 0..count {
        if table.actor(who).out == Out::Dead {
            break; // CW-R98: nothing more can befall it
        }
        random_injury(book, table, who, oracle)?;
    }
    // CW-R130: Prone if it is hurt by the fall, else as it was.
    let actor = table.actor_mut(who);
    actor.prone |= count > 0;
    let prone = actor.prone;
    oracle.tell(sneak::audience(table, who), || Event::Fall(FallEvent::Landed { who, prone }));
    Ok(())
}

/// CW-248, CW-D50: the falling Character may answer with Tumble, for one Reaction. True if the Check succeeds.
///
/// CW-R76: also in its own Turn. CW-R94, CW-R98: not if Pinned or out.
fn tumbles<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    rank: Rank,
    feet: u16,
    count: u16,
    oracle: &mut O,
) -> Flow<bool> {
    if !table.can_react(who, who) || possible(book, rank).is_err() {
        return Ok(false); // CW-R09: what nobody can do costs no Reaction
    }
    if (Tumble { feet, injuries: count }).ask(Who::Actor(who), table, oracle)? == Tumbles::Decline {
        return Ok(false);
    }
    table.spend_reaction(book, who);
    // CW-R30: Tumble is a Check made as a Reaction.
    let causes = Causes::NONE.and_if(table.actor(who).reactions_high, Cause::FocusedDefend);
    let check = prepare(book, table, who, Skill::Reflex, Against::Nobody, causes, oracle)?;
    let to = sneak::audience(table, who);
    let verdict = against_rank_for(book, &check, rank, Capped::No, Named::Tumble, rule!("CW-249"), to, oracle)?;
    Ok(verdict.is_success())
}

/// CW-248, CW-D50, to whoever falls: Tumble or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tumble {
    feet: u16,
    /// How many are at stake.
    injuries: u16,
}

answers! {
    /// What whoever falls does.
    pub enum Tumbles {
        Decline = "decline", "No Reaction";
        Tumble = "tumble", "Tumble";
    }
}

impl Asks<Clockworld> for Tumble {
    type Answer = Tumbles;
    const KIND: &'static str = "tumble";
    const RULE: RuleId = rule!("CW-248");

    fn answers(&self) -> Answers<Tumbles> {
        Tumbles::ALL.iter().copied().collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Clockworld, table: &Table, who: Who) -> String {
        let at_stake = if self.injuries == 1 { "1 Injury".to_owned() } else { format!("{} Injuries", self.injuries) };
        format!("{} falls {} feet, {at_stake}. Tumble?", words::name_of(table, who), self.feet)
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &Tumbles) -> Choice {
        answer.choice()
    }
}

/// CW-250, CW-R129, switch `tumble_success`: what a Tumble that succeeds leaves of the Injuries.
fn left_after_tumble(book: &Clockworld, count: u16) -> u16 {
    match book.house.tumble_success {
        TumbleSuccess::All => 0,
        TumbleSuccess::Half => count / 2,
        TumbleSuccess::One => count.saturating_sub(1),
    }
}

/// CW-265, CW-R126, CW-R33: one random Injury: the die for how bad, the die for where, and all that comes of it.
pub fn random_injury<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let d10 = Roll::die(10);
    let throw = |name| Throw::hidden(Who::Actor(who), name, sneak::audience(table, who));
    let severity = oracle.roll(throw("Injury"), d10, read_pool)?;
    let sheet = table.sheet(who);
    let place = oracle.roll(throw("Place"), d10, |face| struck_part(sheet, face))?;
    let part = place.value;
    oracle.tell(sneak::audience(table, who), || {
        let (severity, reads, place) = (severity.face, severity.value, place.face);
        Event::Fall(FallEvent::Struck { who, severity, reads, place, part })
    });
    harm::injure(book, table, who, part, severity.value, oracle)
}

/// CW-R126: where a random Injury is: 1 the first Ace, 2 to 5 the Brim, 6 to 10 the Bulk.
///
/// The Brim parts are taken in the order of the body, which is left arm, right arm, left leg, right leg for a human
/// shape; a body with fewer than four is gone round again, and one without such parts is struck at the Bulk.
pub fn struck_part(sheet: &Sheet, face: i32) -> PartId {
    let bulk = sheet.first(Class::Bulk).unwrap_or(0);
    match face {
        1 => sheet.first(Class::Ace).unwrap_or(bulk),
        2..=5 => {
            let brim = || sheet.body.iter().enumerate().filter(|(_, part)| part.class == Class::Brim);
            let count = brim().count();
            match count {
                0 => bulk,
                _ => brim().nth((face - 2) as usize % count).map_or(bulk, |(at, _)| at as PartId),
            }
        }
        _ => bulk,
    }
}
