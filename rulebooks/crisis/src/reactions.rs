//! Parry and dodge: chosen before the attacker rolls, once a round each (CR-070 to CR-077, CR-086 to CR-091).

use crate::{
    Crisis, Event,
    check::{self, GmMod, Parts, Sum, Why, quarter},
    sheet::Skill,
    table::{Actor, Table},
    turn::long,
    words::{factors, line, name_to, sum},
};
use referee_engine::{
    ActorId, Audience, Choice, Face, Flow, Line, Mark, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks, Tells},
    named, rule,
};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

named! {
    /// The two reactions.
    #[derive(PartialOrd, Ord)]
    pub enum Reaction {
        /// CR-074.
        Parry = "parry",
        /// CR-089.
        Dodge = "dodge",
    }
}

impl Reaction {
    /// The Skill of its roll.
    pub const fn skill(self) -> Skill {
        match self {
            Reaction::Parry => Skill::MELEE,
            Reaction::Dodge => Skill::ATHLETICS,
        }
    }

    /// CR-R48: has it been used in this round? The two have separate limits.
    fn is_used(self, actor: &Actor) -> bool {
        match self {
            Reaction::Parry => actor.parry_used,
            Reaction::Dodge => actor.dodge_used,
        }
    }

    fn use_up(self, actor: &mut Actor) {
        match self {
            Reaction::Parry => actor.parry_used = true,
            Reaction::Dodge => actor.dodge_used = true,
        }
    }
}

/// A reaction that was rolled, as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reacted {
    pub who: ActorId,
    pub reaction: Reaction,
    /// What the dice came to.
    pub face: Face,
    pub parts: Parts,
    /// CR-076, CR-091: the damage that it removes.
    pub removes: i16,
}

/// CR-D20, to the defender: parry?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parry {
    pub attacker: ActorId,
}

impl Asks<Crisis> for Parry {
    type Answer = bool;
    const KIND: &'static str = "parry";
    const RULE: RuleId = rule!("CR-073");

    fn answers(&self) -> Answers<bool> {
        smallvec![false, true]
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("{} attacks. Parry?", name_to(table, who, self.attacker))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        Choice::plain(if *answer { Reaction::Parry.word() } else { "no" })
    }
}

/// CR-D21, to the defender: dodge?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dodge {
    pub attacker: ActorId,
}

impl Asks<Crisis> for Dodge {
    type Answer = bool;
    const KIND: &'static str = "dodge";
    const RULE: RuleId = rule!("CR-088");

    fn answers(&self) -> Answers<bool> {
        smallvec![false, true]
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("{} attacks. Dodge?", name_to(table, who, self.attacker))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        Choice::plain(if *answer { Reaction::Dodge.word() } else { "no" })
    }
}

/// CR-071, CR-087, CR-198, CR-208, CR-R27, CR-R30, CR-R51, CR-R54: may it try?
pub fn may(book: &Crisis, table: &Table, who: ActorId, attacker: ActorId, reaction: Reaction) -> bool {
    let actor = table.actor(who);
    if reaction.is_used(actor) || !table.can_react(who) || actor.ap < book.house.reaction_ap {
        return false;
    }
    if book.house.unaware_cannot_react && actor.unaware_of.contains(attacker) {
        return false;
    }
    reaction == Reaction::Dodge || !book.house.parry_needs_weapon || has_melee_weapon(table, who)
}

/// CR-R51: something better than bare fists.
fn has_melee_weapon(table: &Table, who: ActorId) -> bool {
    let carried = &table.actor(who).weapons;
    carried
        .iter()
        .map(|carried| &table.setup.weapons[usize::from(carried.weapon)])
        .any(|weapon| weapon.is_melee() && weapon.key != "fists")
}

/// CR-073, CR-088, CR-R49, CR-R68: the declaration uses it up, whatever the Attack roll shows.
pub fn declare<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, reaction: Reaction, oracle: &mut O) {
    let actor = table.actor_mut(who);
    reaction.use_up(actor);
    actor.ap -= book.house.reaction_ap;
    if book.house.reaction_cancels_long_action {
        long::cancel(book, table, who, oracle); // CR-R36
    }
}

/// CR-070, CR-072, CR-073, CR-D20: the defender decides before the attacker rolls.
pub fn ask_parry<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    attacker: ActorId,
    oracle: &mut O,
) -> Flow<bool> {
    if !may(book, table, who, attacker, Reaction::Parry) {
        return Ok(false);
    }
    let parries = Parry { attacker }.ask(Who::Actor(who), table, oracle)?;
    if parries {
        declare(book, table, who, Reaction::Parry, oracle);
    }
    Ok(parries)
}

/// CR-075, CR-R50: further enemies that have the defender within their reach.
pub fn additional_enemies(book: &Crisis, table: &Table, who: ActorId, attacker: ActorId) -> i8 {
    let (side, here) = (table.side_of(who), table.actor(who).place.cell);
    let mut count = 0;
    for (at, (sheet, actor)) in table.setup.sheets.iter().zip(table.actors.iter()).enumerate() {
        let id = ActorId(at as u16);
        if sheet.side == side || id == attacker || !actor.is_here() {
            continue;
        }
        let near = table.distance(&book.house, actor.place.cell, here) <= u32::from(sheet.reach);
        let threatens = !book.house.extra_enemies_must_threaten
            || (table.can_react(id) && !table.actor(who).unaware_of.contains(id) && !actor.is_out_of_sight());
        count += i8::from(near && threatens);
    }
    count
}

/// CR-074 to CR-077, CR-R52, CR-R53: the parry roll. What it removes is never more than there is to remove.
pub fn roll_parry<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    attacker: ActorId,
    damage: i16,
    oracle: &mut O,
) -> Flow<i16> {
    let enemies = additional_enemies(book, table, who, attacker);
    roll(book, table, who, Reaction::Parry, -enemies, damage, oracle)
}

/// CR-076, CR-089, CR-091, CR-R52, CR-R67: the roll of a reaction, read as the damage that it removes.
pub fn roll<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    reaction: Reaction,
    enemies: i8,
    most: i16,
    oracle: &mut O,
) -> Flow<i16> {
    let skill = reaction.skill();
    let drunk = check::drunk(table, who, Some(skill), oracle)?;
    let gm = check::gm_modifier(table, who, GmMod::Reaction, oracle)?;
    let sheet = table.sheet(who);
    let modifier = i32::from(sheet.skill_mod(skill)) + i32::from(enemies) + i32::from(drunk.0) + i32::from(gm);
    let nat1 = book.house.nat1_fails_all;
    let removes = |dice: i32| if nat1 && dice == 1 { 0 } else { quarter(dice + modifier).min(most.into()) as i16 };
    let die = sheet.die(skill);
    let throw = Throw::open(Who::Actor(who), reaction.word());
    let rolled = oracle.roll(throw, die.exploding(&book.house), removes)?;
    oracle.tell(Audience::All, || {
        let mut parts = Parts::default();
        parts.add(table.sheet(who).skill_mod(skill), Why::Traits);
        parts.add(enemies, Why::Enemies);
        parts.add(drunk.0, drunk.1);
        parts.add(gm, Why::Gm);
        Event::Reacted(Reacted { who, reaction, face: rolled.face, parts, removes: rolled.value })
    });
    Ok(rolled.value)
}

impl Tells<Crisis> for Reacted {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let name = table.name(self.who);
        let total = sum(self.face, self.parts.total());
        let (text, rule) = match self.reaction {
            Reaction::Parry => (format!("{name} parries: {total}, {} parried", self.removes), rule!("CR-076")),
            Reaction::Dodge if self.removes == 0 => (format!("{name} dodges in vain: {total}"), rule!("CR-R67")),
            Reaction::Dodge => (format!("{name} dodges: {total}"), rule!("CR-089")),
        };
        let mut line = line(1, text, [rule], self.who);
        line.factors = factors(table, &self.parts);
        line
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let measure = match self.reaction {
            Reaction::Parry => "parried",
            Reaction::Dodge => "dodged",
        };
        to.push(Mark::count(measure, Some(self.who), self.removes.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{duel, who};
    use referee_engine::act::prompt;

    #[test]
    fn cr_073_cr_088_each_reaction_is_asked_for_by_its_own_rule() {
        let (book, table) = duel();
        let (ann, cid) = (who(&table, "ann"), who(&table, "cid"));
        let parry = prompt(&Parry { attacker: ann }, &book, &table, Who::Actor(cid));
        assert_eq!((parry.rule, parry.kind.as_str()), (rule!("CR-073"), Reaction::Parry.word()));
        let dodge = prompt(&Dodge { attacker: ann }, &book, &table, Who::Actor(cid));
        assert_eq!((dodge.rule, dodge.kind.as_str()), (rule!("CR-088"), Reaction::Dodge.word()));
    }
}
