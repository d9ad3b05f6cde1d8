//! One Attack on one creature.

use super::{
    AttackEvent, Edge,
    footing::{Asked, Footing, modifier, modifiers},
};
use crate::{
    Crisis, Event, Question,
    check::{self, DIFFICULTY, GmMod, Parts, quarter},
    cover::Covered,
    harm::{self, Blow, HarmEvent, Landed, Left},
    house::ExecuteDouble,
    reactions,
    sheet::{Cover, Pierce, Weapon},
    table::{SaidCover, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Throw, Who};
use serde::{Deserialize, Serialize};

/// One Attack on one creature: of a burst, on Overwatch, or an Execute.
#[derive(Clone, Copy, Debug)]
pub struct Strike<'e> {
    /// Who attacks.
    pub attacker: ActorId,
    /// With what.
    pub edge: &'e Edge,
    /// Whom.
    pub target: ActorId,
    /// Which Attack of the burst, from 0.
    pub nth: u8,
    /// CR-113.
    pub pierce: Pierce,
    /// CR-177.
    pub execute: bool,
    /// What is known of it already, if nobody has moved or fallen since.
    pub footing: Option<&'e Footing>,
}

impl Strike<'_> {
    /// The weapon.
    #[inline]
    pub fn weapon<'t>(&self, table: &'t Table) -> &'t Weapon {
        &table.setup.weapons[usize::from(self.edge.weapon)]
    }
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
#[inline]
pub fn read(dice: i32, modifier: i32, automatic: bool) -> Struck {
    let total = dice + modifier;
    if automatic {
        return Struck::Hit(quarter(total).min(250) as u8); // CR-R128, the other way
    }
    let extra = quarter(total).min(250) as u8;
    match (dice == 1, total < DIFFICULTY) {
        (true, _) => Struck::Failed,
        (false, true) => Struck::Missed,
        (false, false) => Struck::Hit(extra),
    }
}

/// CR-D18: the cover as the map has it, or as the GM says.
#[inline]
pub fn ask_cover<O: Oracle<Crisis>>(
    table: &Table,
    attacker: ActorId,
    target: ActorId,
    covered: Covered,
    oracle: &mut O,
) -> Flow<Covered> {
    if !table.ask_gm {
        return Ok(covered);
    }
    Ok(Covered { object: ask_gm_for_cover(table, attacker, target, covered.object, oracle)?, ..covered })
}

#[cold]
fn ask_gm_for_cover<O: Oracle<Crisis>>(
    table: &Table,
    attacker: ActorId,
    target: ActorId,
    usual: Cover,
    oracle: &mut O,
) -> Flow<Cover> {
    let options = [usual, Cover::None, Cover::Light, Cover::Heavy, Cover::Total];
    let said = oracle.ask(table, Who::Gm, &Question::Cover { attacker, target, usual })?;
    Ok(options[said])
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
#[inline(always)] // an Attack in one piece
pub fn strike<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, strike: &Strike<'_>, oracle: &mut O) -> Flow<Done> {
    let Strike { attacker, edge, target, execute, .. } = *strike;
    let missed = Done { left: None, landed: Landed::Unaffected };
    let footing = strike.footing.copied().unwrap_or_else(|| Footing::of(book, table, *strike));
    let covered = ask_cover(table, attacker, target, footing.covered, oracle)?;
    if covered.is_total() {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::OutOfReach { at: target }));
        return Ok(missed);
    }
    let drunk = check::drunk(table, attacker, Some(edge.skill), oracle)?;
    let gm = check::gm_modifier(table, attacker, GmMod::Roll, oracle)?;
    let asked = Asked { covered, drunk, gm };
    let parries = edge.is_melee && reactions::ask_parry(book, table, target, attacker, oracle)?;
    let modifier = modifier(book, table, strike, footing, asked);
    let automatic = execute && book.house.execute_auto_hit;
    let throw = Throw::open(Who::Actor(attacker), "attack");
    let rolled = edge.die.roll(&book.house, throw, oracle, |dice| read(dice, modifier, automatic))?;
    let hit = match rolled.value {
        Struck::Hit(extra) => Some(extra),
        Struck::Missed | Struck::Failed => None,
    };
    let before = match hit {
        Some(extra) => {
            let gm = check::gm_modifier(table, attacker, GmMod::Damage, oracle)?;
            damage(book, edge, extra, gm, execute)
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
    let landed = suffer(book, table, attacker, target, edge, left, oracle)?;
    Ok(Done { left: Some(left), landed })
}

/// CR-106, CR-179, CR-R129: the damage before defences, with what race and traits add; doubled for an Execute.
#[inline]
pub fn damage(book: &Crisis, edge: &Edge, extra: u8, gm: i8, execute: bool) -> i16 {
    let damage = harm::before_defences(edge.dmg, extra, edge.damage_mod + gm);
    let doubles = execute && book.house.execute_double == ExecuteDouble::BeforeArmour;
    if doubles { 2 * damage } else { damage }
}

/// CR-107, CR-108, CR-109, CR-116, CR-R79: what is left of a hit lands, and status effects with it; not with the minimum.
#[inline(always)]
pub fn suffer<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    attacker: ActorId,
    target: ActorId,
    edge: &Edge,
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
    let lethal = edge.lethal && !left.minimum;
    let blow = Blow { by: Some(attacker), wounds: left.wounds, lethal, minimum: left.minimum };
    let landed = harm::land(book, table, target, blow, oracle)?;
    if edge.has_effects && !left.minimum && matches!(landed, Landed::Wounded | Landed::Spared) {
        // One by one, since a copy of several would be put on the heap.
        let effect = |table: &Table, at| table.setup.weapons[usize::from(edge.weapon)].effects.get(at).copied();
        let mut at = 0;
        while let Some(effect) = effect(table, at) {
            crate::conditions::inflict(book, table, target, effect, oracle);
            at += 1;
        }
    }
    Ok(landed)
}

/// CR-D18: what the GM has said about the cover of one against another, kept until it is said otherwise.
pub fn say_cover(table: &mut Table, from: ActorId, to: ActorId, cover: Option<Cover>) {
    if let Some(covers) = table.covers.get_mut() {
        covers.retain(|said| (said.from, said.to) != (from, to));
    }
    if let Some(cover) = cover {
        table.covers.fill().push(SaidCover { from, to, cover });
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
