//! What a band does: defense lost, damage, and what the technique adds.

use super::{Arm, Attack, Band, Reading, Spent, Technique, special::special};
use crate::{
    Stamina,
    defense::Defenses,
    harm::{lose_defense, strike, strike_cover},
    table::Table,
};
use referee_engine::{Flow, Oracle, rule};

/// Everything that an attack has come to.
pub(super) struct Outcome<'a> {
    pub attack: &'a Attack,
    pub arm: &'a Arm,
    pub defenses: &'a Defenses,
    pub reading: Reading,
    pub spent: Spent,
}

/// ST-R50, from the normal loss of defense on.
pub(super) fn apply<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    outcome: &Outcome<'_>,
    oracle: &mut O,
) -> Flow<()> {
    let Outcome { attack, arm, defenses, reading, .. } = outcome;
    lose(book, table, outcome, oracle);
    if reading.band == Band::Hit {
        special!(attack.technique, hit(book, table, outcome, oracle))?;
    } else {
        if reading.on_cover
            && let Some(cover) = defenses.struck
        {
            strike_cover(table, cover, arm.damage, oracle);
        }
        special!(attack.technique, fail(book, table, outcome, oracle))?;
    }
    special!(attack.technique, end(table, attack, oracle));
    Ok(())
}

/// ST-R42: a near miss and a hit cost the target defense.
fn lose<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) {
    let Outcome { attack, reading, .. } = outcome;
    let normal = match reading.band {
        Band::Miss => return,
        Band::NearMiss => book.house.near_miss_loss,
        Band::Hit => special!(attack.technique, hit_loss(book)),
    };
    lose_defense(table, attack.target, normal, rule!("ST-R42"), oracle);
    special!(attack.technique, unsettle(table, outcome, oracle));
}

/// ST-R43: damage and APV with what was spent.
pub(super) fn force(book: &Stamina, outcome: &Outcome<'_>) -> (u16, u16) {
    special!(outcome.attack.technique, force(book, outcome.arm, outcome.spent))
}

/// ST-R44: the blow meets the body. True if it penetrates.
pub(super) fn wound<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    outcome: &Outcome<'_>,
    oracle: &mut O,
) -> Flow<bool> {
    let (target, (damage, apv)) = (outcome.attack.target, force(book, outcome));
    let av = table.sheet(target).av;
    strike(book, table, target, damage, apv, av, oracle)
}
