//! Pot Shots: Reach Attacks on somebody who starts to Move (CW-245 to CW-247).

use crate::{
    Clockworld, Event, Oracle,
    acts::{
        attack::{self, AttackEvent, Strike, band},
        value::{part_key, weapon_key},
    },
    check::{Cause, Causes, Named},
    reactions::Order,
    sheet::{AttackKind, Class, PartId, WeaponRef},
    sneak,
    table::Table,
    words::{asked_actor, is_known, known_name, name_of},
};
use referee_engine::{
    ActorId, ActorSet, Audience, Choice, Flow, RuleId, Who,
    act::{Answers, Asks},
    answers, rule,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-R71: what this foe has ready that reaches the mover.
pub fn weapons(table: &Table, foe: ActorId, mover: ActorId) -> SmallVec<[WeaponRef; 8]> {
    let place = table.actor(mover).place;
    let reaches = |weapon: &WeaponRef| {
        attack::arm(table, foe, *weapon)
            .is_ok_and(|arm| arm.kind == AttackKind::Reach && band(table, foe, &arm, place).is_some())
    };
    attack::usable_weapons(table, foe).filter(reaches).collect()
}

/// CW-245, CW-R70, CW-R71: may this foe take a Pot Shot at the mover where it is now?
///
/// Any Character of the other side that knows of the mover, has a Reaction left and something ready that reaches.
pub fn may_shoot(table: &Table, foe: ActorId, mover: ActorId) -> bool {
    table.side_of(foe) != table.side_of(mover)
        && table.can_react(foe, mover)
        && table.in_reach(foe, mover)
        && !table.is_out_of_sight(foe, mover)
        && !weapons(table, foe, mover).is_empty()
}

/// Those who may take a Pot Shot now and have not had their chance in this Move (CW-R70: once per Move Action).
pub fn shooters(table: &Table, mover: ActorId, had: ActorSet) -> SmallVec<[ActorId; 4]> {
    table.active_foes(mover).except(had).iter().filter(|&foe| may_shoot(table, foe, mover)).collect()
}

/// CW-245, CW-246, CW-233, CW-234: all who may are asked side by side, and those who shoot do so before the mover moves.
///
/// Gives those who had their chance.
pub fn pot_shots<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    mover: ActorId,
    had: ActorSet,
    oracle: &mut O,
) -> Flow<ActorSet> {
    let asked = shooters(table, mover, had);
    if asked.is_empty() {
        return Ok(had);
    }
    let questions = asked.iter().map(|&foe| (Who::Actor(foe), PotShot { mover })).collect();
    let answers = PotShot::ask_all(questions, table, oracle)?;
    let mut takers: SmallVec<[ActorId; 4]> =
        asked.iter().zip(&answers).filter(|(_, answer)| **answer == Shot::Taken).map(|(&foe, _)| foe).collect();
    while !takers.is_empty() {
        let next = match takers.len() {
            1 => 0,
            // CW-D53: the side that Reacts chooses the order.
            _ => {
                let side = Who::Side(table.side_of(takers[0]));
                let first = Order { of: takers.clone() }.ask(side, table, oracle)?;
                takers.iter().position(|taker| *taker == first).unwrap_or(0)
            }
        };
        let foe = takers.remove(next);
        // CW-R73: whoever is down does not start to Move, so there is nothing left to answer.
        if table.is_active(mover) && may_shoot(table, foe, mover) {
            pot_shot(book, table, foe, mover, oracle)?;
        }
    }
    Ok(asked.iter().fold(had, |had, &foe| had.with(foe)))
}

answers! {
    /// CW-245: whether a Pot Shot is taken.
    pub enum Shot {
        Declined = "decline", "No Reaction";
        Taken = "pot-shot", "Pot Shot";
    }
}

/// CW-D48, to a foe in whose Reach a Move begins: a Pot Shot or not?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotShot {
    mover: ActorId,
}

impl Asks<Clockworld> for PotShot {
    type Answer = Shot;
    const KIND: &'static str = "pot-shot";
    const RULE: RuleId = rule!("CW-245");

    fn answers(&self) -> Answers<Shot> {
        Shot::ALL.into()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Clockworld, table: &Table, who: Who) -> String {
        format!("{} Moves within {}'s Reach. Pot Shot?", known_name(table, who, self.mover), name_of(table, who))
    }

    fn choice(&self, _: &Clockworld, table: &Table, who: Who, answer: &Shot) -> Choice {
        let is_shown = *answer == Shot::Taken && is_known(table, who, self.mover);
        if is_shown { answer.choice().of_actor(self.mover) } else { answer.choice() }
    }
}

/// CW-D48: with what?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotShotWeapon {
    mover: ActorId,
    /// What reaches.
    of: SmallVec<[WeaponRef; 8]>,
}

impl Asks<Clockworld> for PotShotWeapon {
    type Answer = WeaponRef;
    const KIND: &'static str = "pot-shot-weapon";
    const RULE: RuleId = rule!("CW-R71");

    fn answers(&self) -> Answers<WeaponRef> {
        self.of.clone()
    }

    fn text(&self, _: &Clockworld, table: &Table, who: Who) -> String {
        format!("With what does {} strike at {}?", name_of(table, who), known_name(table, who, self.mover))
    }

    fn choice(&self, _: &Clockworld, table: &Table, who: Who, answer: &WeaponRef) -> Choice {
        let me = asked_actor(who);
        Choice::new(weapon_key(table, me, *answer), table.weapon_name(me, *answer))
    }
}

/// CW-D48: at which part? The Bulk comes first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotShotPart {
    mover: ActorId,
    of: SmallVec<[PartId; 16]>,
}

impl Asks<Clockworld> for PotShotPart {
    type Answer = PartId;
    const KIND: &'static str = "pot-shot-part";
    const RULE: RuleId = rule!("CW-R71");

    fn answers(&self) -> Answers<PartId> {
        self.of.iter().copied().collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, who: Who) -> String {
        format!("At which part of {}?", known_name(table, who, self.mover))
    }

    fn choice(&self, _: &Clockworld, table: &Table, _: Who, answer: &PartId) -> Choice {
        let part = table.part(self.mover, *answer);
        Choice::new(part_key(table, self.mover, *answer), part.part.clone()).noting(format!("{:?}", part.class))
    }
}

/// CW-246, CW-247, CW-R72, CW-D49: one Pot Shot: a Reach Attack for one Reaction, which the mover may Dodge or Block.
///
/// CW-R30: its Attack Check is a Check made as a Reaction.
fn pot_shot<O: Oracle>(book: &Clockworld, table: &mut Table, foe: ActorId, mover: ActorId, oracle: &mut O) -> Flow<()> {
    let of = weapons(table, foe, mover);
    let weapon = match of[..] {
        [only] => only,
        _ => PotShotWeapon { mover, of }.ask(Who::Actor(foe), table, oracle)?,
    };
    let part = PotShotPart { mover, of: parts(table, mover) }.ask(Who::Actor(foe), table, oracle)?;
    let arm = attack::arm(table, foe, weapon)?;
    table.spend_reaction(book, foe);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::PotShot { by: foe, at: mover, weapon, part }));
    let causes = Causes::NONE.and_if(table.actor(foe).reactions_high, Cause::FocusedDefend);
    let strike = Strike { attacker: foe, arm: &arm, target: mover, part, causes, name: Named::PotShot };
    attack::strike(book, table, &strike, oracle)?;
    // CW-189, CW-190: it is an Attack, so it shows where the shooter is.
    if arm.silent {
        sneak::reveal_to_observers(table, foe, oracle);
    } else {
        sneak::reveal_to_all(table, foe, oracle);
    }
    Ok(())
}

/// CW-R71: Bulk, Brim or Ace; the Bulk first.
fn parts(table: &Table, mover: ActorId) -> SmallVec<[PartId; 16]> {
    let body = &table.sheet(mover).body;
    let mut parts: SmallVec<[PartId; 16]> = (0..body.len() as PartId).collect();
    parts.sort_by_key(|&part| body[usize::from(part)].class != Class::Bulk);
    parts
}
