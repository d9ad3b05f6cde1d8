//! What a band does: defense lost, damage, and what the technique adds.

use super::{
    Arm, Attack, Band, Reading, Spent, Technique, Twice, bash, disarm, distracting, flurry, half_sword, power,
    reckless, trip,
};
use crate::{
    Event, Stamina,
    defense::Defenses,
    harm::{lose_defense, strike, strike_cover},
    table::Table,
};
use referee_engine::{Audience, Flow, Oracle, rule};

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
    if attack.technique == Technique::Reckless {
        reckless::lose_balance(table, attack, oracle);
    }
    Ok(())
}

/// ST-R42: a near miss and a hit cost the target defense.
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
        Band::Hit if attack.technique == Technique::Flurry => flurry::loss(book),
        Band::Hit => book.house.hit_loss,
    };
    lose_defense(table, attack.target, normal, rule!("ST-R42"), oracle);
    if attack.technique == Technique::Distracting {
        distracting::distract(table, attack, band, spent, oracle);
    }
}

/// ST-R43: damage and APV with what was spent.
fn force(book: &Stamina, attack: &Attack, arm: &Arm, spent: Spent) -> (u16, u16) {
    match attack.technique {
        Technique::Power => power::force(book, arm, spent),
        Technique::HalfSword => half_sword::force(arm, spent),
        _ => (arm.damage + u16::from(spent.damage), arm.apv + u16::from(spent.apv)),
    }
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
    match attack.technique {
        Technique::Trip => return trip::bring_down(table, target, oracle),
        Technique::Disarm => return disarm::succeed(table, attack, arm, more, oracle), // ST-R55: the wielder is not hurt
        _ => {}
    }
    let (damage, apv) = force(book, attack, arm, spent);
    let av = table.sheet(target).av;
    let penetrates = strike(book, table, target, damage, apv, av, oracle)?;
    if attack.technique == Technique::Flurry {
        oracle.tell(Audience::All, || Event::Twice(Twice { at: target })); // ST-103
        strike(book, table, target, damage, apv, av, oracle)?;
    }
    // ST-080: a blow that goes through has no further effect.
    if attack.technique == Technique::Bash && !penetrates && table.is_active(target) {
        bash::bash(table, attack, defenses, damage, oracle)?;
    }
    Ok(())
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
    trip::stumble(table, attack, reading, oracle)?;
    if attack.technique == Technique::Disarm && arm.body {
        disarm::cut(book, table, attack, oracle)?;
    }
    Ok(())
}
