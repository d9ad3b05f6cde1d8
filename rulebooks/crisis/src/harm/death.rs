//! Where wounds land: the moment of death and the choice at it (CR-114 to CR-120).

use super::{HarmEvent, knocked_down_at, settle};
use crate::{Crisis, Event, table::Table, words::name_to};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Oracle, RuleId, Who,
    act::{Answers, Asks},
    rule,
};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Wounds that are about to be suffered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blow {
    /// Who deals them; nobody is asked at the moment of death if it is nobody.
    pub by: Option<ActorId>,
    pub wounds: u8,
    pub lethal: bool,
    /// CR-107: the minimum.
    pub minimum: bool,
}

/// What came of a blow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landed {
    /// It was dead already.
    Unaffected,
    /// It took the wounds.
    Wounded,
    /// CR-115: it was spared and is unconscious.
    Spared,
    Dead,
}

/// CR-D24, to the attacker: kill or knock out? With `nonlethal_on_dying` the target may only be Dying.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Force {
    pub target: ActorId,
    pub kills: bool,
}

impl Asks<Crisis> for Force {
    type Answer = bool;
    const KIND: &'static str = "force";
    const RULE: RuleId = rule!("CR-114");

    fn answers(&self) -> Answers<bool> {
        smallvec![true, false]
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        let fate = if self.kills { "would die" } else { "would be Dying" };
        format!("{} {fate}", name_to(table, who, self.target))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer {
            Choice::new("kill", "Strike to kill")
        } else {
            Choice::new("knock-out", "Knock out with non-lethal force")
        }
    }
}

/// CR-D25, to the GM: dies outright, or is Dying like a PC?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NpcDeath {
    pub who: ActorId,
}

impl Asks<Crisis> for NpcDeath {
    type Answer = bool;
    const KIND: &'static str = "npc-death";
    const RULE: RuleId = rule!("CR-120");

    fn answers(&self) -> Answers<bool> {
        smallvec![true, false]
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("{} is at 0 HP", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer { Choice::new("dies", "Dies outright") } else { Choice::new("dying", "Is Dying like a PC") }
    }
}

/// CR-119, CR-120: the number of lethal wounds that kills it.
pub fn dies_at(table: &Table, who: ActorId) -> u16 {
    let hp = u16::from(table.sheet(who).hp);
    if table.actor(who).dies_at_zero { hp } else { 2 * hp }
}

/// CR-119, CR-120, CR-R89: would so many more lethal wounds kill it?
pub fn would_kill(table: &Table, who: ActorId, wounds: u8) -> bool {
    table.actor(who).lethal.count() + u16::from(wounds) >= dies_at(table, who)
}

/// CR-R87: whether somebody bled before an Attack, or had been stabilised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bleeding {
    dying: bool,
    bleeds: Option<u64>,
    stabilised_until: Option<u64>,
}

impl Bleeding {
    /// Of this creature, now.
    pub fn of(table: &Table, who: ActorId) -> Bleeding {
        let actor = table.actor(who);
        Bleeding { dying: actor.dying, bleeds: actor.bleeds, stabilised_until: actor.stabilised_until }
    }
}

/// CR-114 to CR-120, CR-R86, CR-R87, CR-D24, CR-D25: wounds land, with the attacker's choice if they would kill.
pub fn land<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    blow: Blow,
    oracle: &mut O,
) -> Flow<Landed> {
    let Blow { wounds, mut lethal, minimum, .. } = blow;
    if table.actor(who).dead {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Unaffected { who }));
        return Ok(Landed::Unaffected);
    }
    if !lethal && book.house.nonlethal_overflow {
        // CR-R92, the other way: who is down by non-lethal wounds already is killed by more of them.
        let actor = table.actor(who);
        lethal = actor.nonlethal.count() >= knocked_down_at(book, table.sheet(who), actor);
    }
    if lethal && table.actor(who).lethal.count() + u16::from(wounds) >= u16::from(table.sheet(who).hp) {
        return land_gravely(book, table, who, blow, oracle);
    }
    suffer(table, who, wounds, lethal, minimum, oracle);
    settle(book, table, who, oracle);
    Ok(Landed::Wounded)
}

/// CR-116, CR-117: it has the wounds.
fn suffer<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, wounds: u8, lethal: bool, minimum: bool, oracle: &mut O) {
    let now = table.clock.elapsed;
    let actor = table.actor_mut(who);
    let kind = if lethal { &mut actor.lethal } else { &mut actor.nonlethal };
    kind.add(now, wounds.into());
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Wounded { who, wounds, lethal, minimum }));
    crate::recovery::treat::interrupt_around(table, who, oracle); // CR-R109: whoever is hurt is no longer healed
}

/// CR-114 to CR-120: lethal wounds that leave it Dying or dead, unless somebody decides otherwise.
fn land_gravely<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    blow: Blow,
    oracle: &mut O,
) -> Flow<Landed> {
    let Blow { by, wounds, minimum, .. } = blow;
    let mut kills = would_kill(table, who, wounds);
    if kills && is_gms_choice(table, who, wounds) && !(NpcDeath { who }).ask(Who::Gm, table, oracle)? {
        table.actor_mut(who).dies_at_zero = false; // CR-R88
        kills = false;
    }
    let asks = kills || (book.house.nonlethal_on_dying && !table.actor(who).dying);
    if asks
        && let Some(by) = by
        && !(Force { target: who, kills }).ask(Who::Actor(by), table, oracle)?
    {
        let now = table.clock.elapsed;
        table.actor_mut(who).nonlethal.add(now, wounds.into());
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Wounded { who, wounds, lethal: false, minimum }));
        knock_out(book, table, who, oracle);
        return Ok(Landed::Spared);
    }
    suffer(table, who, wounds, true, minimum, oracle);
    if kills {
        die(table, who, oracle);
        return Ok(Landed::Dead);
    }
    // CR-118, CR-R97: also somebody who was stabilised bleeds again with any new lethal wound.
    if !table.actor(who).dying {
        begin_dying(book, table, who, oracle);
    }
    settle(book, table, who, oracle);
    Ok(Landed::Wounded)
}

/// CR-D25: is it for the GM to say whether this NPC dies outright?
fn is_gms_choice(table: &Table, who: ActorId, wounds: u8) -> bool {
    let after = table.actor(who).lethal.count() + u16::from(wounds);
    table.ask_gm && !table.sheet(who).is_pc && after < 2 * u16::from(table.sheet(who).hp)
}

/// CR-118: incapacitated and Dying.
pub fn begin_dying<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    let bleeds = crate::recovery::next_bleeding(book, table);
    let actor = table.actor_mut(who);
    (actor.dying, actor.stabilised_until, actor.bleeds) = (true, None, bleeds);
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Dying { who }));
}

/// CR-115, CR-R87: unconscious instead of dead. Somebody who was Dying before goes on bleeding.
fn knock_out<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).knocked_out = true;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::KnockedOut { who }));
    crate::recovery::treat::interrupt_around(table, who, oracle);
    settle(book, table, who, oracle);
}

/// CR-115, CR-R86, CR-R87, CR-R157: spared at the survival roll of an Execute: its wounds become non-lethal, and it bleeds as it did
/// before.
pub fn spare<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    wounds: u8,
    lethal: bool,
    before: Bleeding,
    oracle: &mut O,
) {
    let now = table.clock.elapsed;
    if lethal {
        let actor = table.actor_mut(who);
        let turned = actor.lethal.remove(now, wounds.into());
        actor.nonlethal.add(now, turned);
        (actor.dying, actor.bleeds, actor.stabilised_until) = (before.dying, before.bleeds, before.stabilised_until);
    }
    knock_out(book, table, who, oracle);
}

/// CR-119, CR-120, CR-181, CR-R22: it is dead, and no longer a creature in the crisis.
pub fn die<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let actor = table.actor_mut(who);
    (actor.dead, actor.incapacitated, actor.dying, actor.overwatch) = (true, true, false, false);
    actor.stance = crate::table::Stance::Prone;
    actor.long = None;
    actor.drop_aim();
    actor.stop_hiding();
    (actor.bleeds, actor.stabilised_until, actor.hourly, actor.daily) = (None, None, None, None);
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Died { who }));
    crate::recovery::treat::interrupt_around(table, who, oracle); // the healer's own treatment, and those of the dead
    crate::stealth::notice_all(table, who);
}
