//! What a band does: defense lost, damage, and what the technique adds.

use super::{Arm, Attack, AttackEvent, Band, Reading, Spent, disarm, resolve::reckless_loss};
use crate::{
    Event, Stamina,
    actions::{Action, gear},
    defense::Defenses,
    harm::{fall, knock_down, lose_defense, strike, strike_cover},
    house::Pick,
    sheet::Secondary,
    table::{Posture, Table, WeaponRef},
};
use referee_engine::{Audience, Flow, Oracle, rule, space::push};

/// ST-R50, from the normal loss of defense on.
#[allow(clippy::too_many_arguments, reason = "everything that an attack has come to")]
pub(super) fn apply<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    attack: &Attack,
    arm: &Arm,
    defenses: &Defenses,
    reading: Reading,
    spent: Spent,
    oracle: &mut O,
) -> Flow<()> {
    lose(book, table, attack, reading.band, spent, oracle);
    if reading.band == Band::Hit {
        hit(book, table, attack, arm, defenses, reading.more, spent, oracle)?;
    } else {
        if reading.on_cover
            && let Some(cover) = defenses.struck
        {
            strike_cover(table, cover, arm.damage, oracle);
        }
        fail(book, table, attack, arm, reading, oracle)?;
    }
    if attack.action == Action::Reckless {
        reckless_loss(table, attack, oracle);
    }
    Ok(())
}

/// ST-R42: a near miss and a hit cost the target defense; ST-098 to ST-100: a Distracting attack costs it more.
fn lose<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    attack: &Attack,
    band: Band,
    spent: Spent,
    oracle: &mut O,
) {
    let normal = match band {
        Band::Miss => return,
        Band::NearMiss => book.house.near_miss_loss,
        Band::Hit if attack.action == Action::Flurry => 2 * book.house.hit_loss, // ST-103, ST-R57
        Band::Hit => book.house.hit_loss,
    };
    lose_defense(table, attack.target, normal, rule!("ST-R42"), oracle);
    if attack.action == Action::Distracting {
        let rank = table.sheet(attack.actor).rank(Secondary::DistractingAttack);
        let (amount, rule) = match band {
            Band::NearMiss => (1 + rank, rule!("ST-098")),
            _ => (3 + rank + 2 * spent.defense, rule!("ST-099")),
        };
        lose_defense(table, attack.target, amount, rule, oracle);
    }
}

/// ST-R43, ST-108, ST-122, ST-123: damage and APV with what was spent.
fn force(book: &Stamina, attack: &Attack, arm: &Arm, spent: Spent) -> (u16, u16) {
    let [damage, apv] = [spent.damage, spent.apv].map(u16::from);
    let is_power = attack.action == Action::Power;
    let per_damage = if is_power { 2 } else { 1 };
    let per_apv = if attack.action == Action::HalfSword { 2 } else { 1 };
    let pick = match book.house.pick {
        _ if !is_power || !arm.pick => 0,
        Pick::PerSuccess => damage,
        Pick::Once => 1,
    };
    (arm.damage + per_damage * damage, arm.apv + per_apv * apv + pick)
}

/// What a hit does.
#[allow(clippy::too_many_arguments, reason = "everything that an attack has come to")]
fn hit<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    attack: &Attack,
    arm: &Arm,
    defenses: &Defenses,
    more: u8,
    spent: Spent,
    oracle: &mut O,
) -> Flow<()> {
    let target = attack.target;
    match attack.action {
        // ST-136, ST-138: no damage; the target goes down.
        Action::Trip => {
            return knock_down(table, target, Posture::Prone, rule!("ST-138"), oracle);
        }
        // ST-R55: the wielder is not hurt.
        Action::Disarm => return disarm::succeed(table, attack, arm, more, oracle),
        _ => {}
    }
    let (damage, apv) = force(book, attack, arm, spent);
    let av = table.sheet(target).av;
    let penetrates = strike(book, table, target, damage, apv, av, oracle)?;
    if attack.action == Action::Flurry {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Twice { at: target }));
        strike(book, table, target, damage, apv, av, oracle)?;
    }
    // ST-080: a blow that goes through has no further effect.
    if attack.action == Action::Bash && !penetrates && table.is_active(target) {
        bash(table, attack, defenses, damage, oracle)?;
    }
    Ok(())
}

/// What a bash value does to a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bashed {
    Nothing,
    Back,
    Knees,
    Prone,
}

/// ST-083 to ST-086, ST-R52: the value against defense and melee defense as they were read.
pub(super) fn bash_effect(value: i32, defense: i32, melee: i32) -> Bashed {
    match value - melee {
        5.. => Bashed::Prone,
        1..=4 => Bashed::Knees,
        _ if value > defense && melee >= defense => Bashed::Back,
        _ => Bashed::Nothing,
    }
}

/// ST-082: damage and twice the rank.
fn bash<O: Oracle<Stamina>>(
    table: &mut Table,
    attack: &Attack,
    defenses: &Defenses,
    damage: u16,
    oracle: &mut O,
) -> Flow<()> {
    let target = attack.target;
    let value = damage + 2 * u16::from(table.sheet(attack.actor).rank(Secondary::Bash));
    let effect = bash_effect(i32::from(value), defenses.current.into(), defenses.total.into());
    let back = effect == Bashed::Back;
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Bashed { at: target, value, back }));
    match effect {
        Bashed::Nothing => {}
        Bashed::Back => shove(table, attack, oracle)?,
        Bashed::Knees => knock_down(table, target, Posture::Kneeling, rule!("ST-084"), oracle)?,
        Bashed::Prone => knock_down(table, target, Posture::Prone, rule!("ST-085"), oracle)?,
    }
    Ok(())
}

/// ST-R53: one hex straight away from the attacker; if that is blocked it stays. It causes no free attacks. Whoever is
/// driven over a ledge falls (ST-R35).
fn shove<O: Oracle<Stamina>>(table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    let (from, to) = (table.actor(attack.actor).place, table.actor(attack.target).place);
    let space = &table.setup.space;
    let taken = |cell| table.is_taken(cell) || crate::actions::movement::is_water(table, cell);
    let end = push(space, &table.pieces, from, to, u32::from(space.cell_size()), taken);
    if end.cell == to.cell {
        return Ok(());
    }
    let (who, drop, ground) = (attack.target, space.drop_below(end), space.on_ground(end.cell));
    crate::actions::movement::put(table, who, ground);
    oracle.tell(Audience::All, || Event::Pushed { who, to: ground.cell });
    if drop > 1 { fall(table, who, drop, oracle) } else { Ok(()) }
}

/// What a failed attack brings upon the attacker, if anything.
fn fail<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    attack: &Attack,
    arm: &Arm,
    reading: Reading,
    oracle: &mut O,
) -> Flow<()> {
    let me = attack.actor;
    if reading.off_balance {
        lose_defense(table, me, 3, rule!("ST-141"), oracle);
    }
    if reading.falls {
        knock_down(table, me, Posture::Prone, rule!("ST-142"), oracle)?;
    }
    if reading.drops
        && let WeaponRef::Item(item) = attack.weapon
    {
        let cell = table.actor(attack.target).place.cell; // ST-R64
        gear::drop_item(table, item, cell, rule!("ST-139"), oracle);
    }
    if attack.action == Action::Disarm && arm.body {
        disarm::cut(book, table, attack, oracle)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_083_to_st_086_the_limits_of_a_bash() {
        // ST-V18: defense 8, melee defense 10.
        let cases = [(8, Bashed::Nothing), (9, Bashed::Back), (10, Bashed::Back), (11, Bashed::Knees)];
        for (value, expected) in cases.into_iter().chain([(14, Bashed::Knees), (15, Bashed::Prone)]) {
            assert_eq!(bash_effect(value, 8, 10), expected, "{value}");
        }
        // ST-R52: with melee defense below defense only its limits count.
        assert_eq!(bash_effect(6, 8, 6), Bashed::Nothing);
        assert_eq!(bash_effect(7, 8, 6), Bashed::Knees);
    }
}
