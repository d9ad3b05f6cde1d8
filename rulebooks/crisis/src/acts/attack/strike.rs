//! One Attack on one creature.

use super::{
    AttackEvent,
    modifiers::{Asked, modifiers},
};
use crate::{
    Crisis, Event,
    check::{self, DIFFICULTY, GmMod, Parts, quarter},
    cover::{self, Covered},
    harm::{self, Blow, HarmEvent, Landed, Left},
    house::ExecuteDouble,
    reactions,
    sheet::{Cover, Pierce, Weapon},
    table::{SaidCover, Table},
    words::name_to,
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks},
    rule,
};
use serde::{Deserialize, Serialize};

/// One Attack on one creature: of a burst, on Overwatch, or an Execute.
#[derive(Clone, Copy, Debug)]
pub struct Strike<'w> {
    pub attacker: ActorId,
    pub weapon: &'w Weapon,
    pub target: ActorId,
    /// Which Attack of the burst, from 0.
    pub nth: u8,
    /// CR-113.
    pub pierce: Pierce,
    /// CR-177.
    pub execute: bool,
}

/// What an Attack roll means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Struck {
    /// CR-003: below 4.
    Missed,
    /// CR-060: the first die is 1.
    Failed,
    /// CR-104: a hit with so much extra damage.
    Hit(u8),
}

/// CR-060, CR-061, CR-068, CR-069, CR-078, CR-104, CR-105: reads the total of the dice.
///
/// Only a first die of 1 comes to a total of 1: whatever explodes comes to more than the die's highest face.
pub fn read(dice: i32, modifier: i32, automatic: bool) -> Struck {
    let total = dice + modifier;
    let hit = Struck::Hit(quarter(total).min(250) as u8);
    if automatic {
        hit // CR-R128, the other way
    } else if dice == 1 {
        Struck::Failed
    } else if total < DIFFICULTY {
        Struck::Missed
    } else {
        hit
    }
}

/// CR-093, CR-D18: the cover as the map has it, or as the GM says.
pub fn ask_cover<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    attacker: ActorId,
    target: ActorId,
    weapon: &Weapon,
    oracle: &mut O,
) -> Flow<Covered> {
    let covered = cover::between(book, table, attacker, target, weapon);
    if !table.ask_gm {
        return Ok(covered);
    }
    let usual = covered.object;
    let said = HowCovered { attacker, target, usual }.ask(Who::Gm, table, oracle)?;
    Ok(Covered { object: said.unwrap_or(usual), ..covered })
}

/// CR-D18, to the GM: the cover as the map has it, or another step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HowCovered {
    pub attacker: ActorId,
    pub target: ActorId,
    pub usual: Cover,
}

impl Asks<Crisis> for HowCovered {
    type Answer = Option<Cover>;
    const KIND: &'static str = "cover";
    const RULE: RuleId = rule!("CR-R77");

    fn answers(&self) -> Answers<Option<Cover>> {
        std::iter::once(None).chain(Cover::ALL.map(Some)).collect()
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        let (target, attacker) = (name_to(table, who, self.target), name_to(table, who, self.attacker));
        format!("How well is {target} covered against {attacker}?")
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &Option<Cover>) -> Choice {
        match answer {
            None => Choice::new("as-the-map", format!("{} as the map has it", self.usual.word())),
            Some(cover) => Choice::plain(cover.word()),
        }
    }
}

/// What came of one Attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// What was left of the damage; `None` for a miss.
    pub left: Option<Left>,
    /// What came of them.
    pub landed: Landed,
}

/// CR-R46: reactions are declared, the Attack is rolled, the parry is rolled if it hits, the damage lands.
pub fn strike<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, strike: &Strike<'_>, oracle: &mut O) -> Flow<Done> {
    let Strike { attacker, weapon, target, execute, .. } = *strike;
    let missed = Done { left: None, landed: Landed::Unaffected };
    let covered = ask_cover(book, table, attacker, target, weapon, oracle)?;
    if covered.is_total() {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::OutOfReach { at: target }));
        return Ok(missed);
    }
    let drunk = check::drunk(table, attacker, Some(weapon.skill), oracle)?;
    let gm = check::gm_modifier(table, attacker, GmMod::Roll, oracle)?;
    let asked = Asked { covered, drunk, gm };
    let parries = weapon.is_melee() && reactions::ask_parry(book, table, target, attacker, oracle)?;
    let mut modifier = 0;
    modifiers(book, table, strike, Some(target), asked, &mut modifier);
    let automatic = execute && book.house.execute_auto_hit;
    let die = table.sheet(attacker).die(weapon.skill);
    let throw = Throw::open(Who::Actor(attacker), "attack");
    let rolled = oracle.roll(throw, die.exploding(&book.house), |dice| read(dice, modifier, automatic))?;
    let hit = match rolled.value {
        Struck::Hit(extra) => Some(extra),
        Struck::Missed | Struck::Failed => None,
    };
    let before = match hit {
        Some(extra) => {
            let gm = check::gm_modifier(table, attacker, GmMod::Damage, oracle)?;
            damage(book, table, attacker, weapon, extra, gm, execute)
        }
        None => 0,
    };
    oracle.tell(Audience::All, || {
        let mut parts = Parts::default();
        modifiers(book, table, strike, Some(target), asked, &mut parts);
        Event::Attack(AttackEvent::Rolled {
            by: attacker,
            at: Some(target),
            face: rolled.face,
            parts,
            struck: rolled.value,
            damage: before,
        })
    });
    if hit.is_none() {
        return Ok(missed); // CR-102, CR-R49: no parry die, and the parry is used up
    }
    let avoided =
        if parries && before > 0 { reactions::roll_parry(book, table, target, attacker, before, oracle)? } else { 0 };
    let double_after = execute && book.house.execute_double == ExecuteDouble::AfterArmour;
    let left = harm::after_defences(before, avoided, table.actor(target).armour, strike.pierce, double_after);
    let landed = suffer(book, table, attacker, target, weapon, left, oracle)?;
    Ok(Done { left: Some(left), landed })
}

/// CR-106, CR-179, CR-R129: the damage before defences, with what race and traits add; doubled for an Execute.
pub fn damage(
    book: &Crisis,
    table: &Table,
    attacker: ActorId,
    weapon: &Weapon,
    extra: u8,
    gm: i8,
    execute: bool,
) -> i16 {
    let traits = table.sheet(attacker).damage_mod[usize::from(!weapon.is_melee())];
    let damage = harm::before_defences(weapon.dmg, extra, traits + gm);
    let doubles = execute && book.house.execute_double == ExecuteDouble::BeforeArmour;
    if doubles { 2 * damage } else { damage }
}

/// CR-107, CR-108, CR-109, CR-116, CR-R79: what is left of a hit lands, and status effects with it; not with the minimum.
pub fn suffer<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    attacker: ActorId,
    target: ActorId,
    weapon: &Weapon,
    left: Left,
    oracle: &mut O,
) -> Flow<Landed> {
    if left.wounds == 0 {
        return Ok(Landed::Unaffected);
    }
    if book.house.armour_wears {
        let actor = table.actor_mut(target);
        actor.armour = actor.armour.saturating_sub(left.blocked);
    }
    if left.blocked > 0 {
        let damage = left.blocked;
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Blocked { who: target, damage }));
    }
    let lethal = weapon.lethal && !left.minimum;
    let blow = Blow { by: Some(attacker), wounds: left.wounds, lethal, minimum: left.minimum };
    let landed = harm::land(book, table, target, blow, oracle)?;
    if !left.minimum && matches!(landed, Landed::Wounded | Landed::Spared) {
        for &effect in &weapon.effects {
            crate::conditions::inflict(book, table, target, effect, oracle);
        }
    }
    Ok(landed)
}

/// CR-D18: what the GM has said about the cover of one against another, kept until it is said otherwise.
pub fn say_cover(table: &mut Table, from: ActorId, to: ActorId, cover: Option<Cover>) {
    table.covers.retain(|said| (said.from, said.to) != (from, to));
    if let Some(cover) = cover {
        table.covers.push(SaidCover { from, to, cover });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Die;
    use referee_dice::Chance;

    #[test]
    fn cr_p02_the_chance_to_hit_is_exact() {
        // The ledger's table: modifier, then d4, d6, d8, d10, d12.
        let rows = [
            (-8, ["1/64", "1/36", "5/64", "9/100", "1/12"]),
            (-6, ["3/64", "1/12", "7/64", "1/10", "1/4"]),
            (-4, ["1/16", "5/36", "1/8", "3/10", "5/12"]),
            (-3, ["1/8", "1/6", "1/4", "2/5", "1/2"]),
            (-2, ["3/16", "1/6", "3/8", "1/2", "7/12"]),
            (-1, ["1/4", "1/3", "1/2", "3/5", "2/3"]),
            (0, ["1/4", "1/2", "5/8", "7/10", "3/4"]),
            (1, ["1/2", "2/3", "3/4", "4/5", "5/6"]),
            (2, ["3/4", "5/6", "7/8", "9/10", "11/12"]),
            (3, ["3/4", "5/6", "7/8", "9/10", "11/12"]),
            (9, ["3/4", "5/6", "7/8", "9/10", "11/12"]),
        ];
        let house = crate::house::HouseRules::default();
        for (modifier, chances) in rows {
            for (die, chance) in Die::ALL.into_iter().zip(chances) {
                let hits = |dice| matches!(read(dice, modifier, false), Struck::Hit(_));
                let found = die.exploding(&house).distribution().chance_of(hits);
                assert_eq!(found, chance.parse::<Chance>().unwrap(), "{modifier} {die}");
            }
        }
    }

    #[test]
    fn cr_p29_a_final_roll_of_20_is_exact() {
        let house = crate::house::HouseRules::default();
        for (die, chance) in Die::ALL.into_iter().zip(["1/1024", "5/1296", "5/512", "1/100", "5/144"]) {
            let five = |dice| matches!(read(dice, 0, false), Struck::Hit(extra) if extra >= 5);
            let found = die.exploding(&house).distribution().chance_of(five);
            assert_eq!(found, chance.parse::<Chance>().unwrap(), "{die}");
        }
    }

    #[test]
    fn cr_060_cr_061_only_the_first_die_of_1_fails() {
        assert_eq!(read(1, 9, false), Struck::Failed);
        assert_eq!(read(9, -5, false), Struck::Hit(1), "8 and 1 on a d8");
        assert_eq!(read(1, 9, true), Struck::Hit(2), "CR-R128, the other way");
        assert_eq!(read(5, -2, false), Struck::Missed);
    }
}
