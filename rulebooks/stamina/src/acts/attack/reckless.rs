//! The Reckless attack (ST-131 to ST-133).

use super::*;
use crate::harm::lose_defense;

technique! {
    /// ST-131.
    Reckless: "reckless", "Reckless attack", "Melee", "2 stamina", "ST-131", needs {
        dice among counts: Within<1, 99> = "Bonus dice";
    } by how_many
}

/// ST-132: up to three bonus dice, and the rank.
fn most(table: &Table, who: ActorId) -> u8 {
    3 + table.sheet(who).rank(Secondary::RecklessAttack)
}

fn counts(_: &Reckless, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Within<1, 99>> {
    let most = whose.filter(|who| see.has(*who)).map_or(0, |who| most(see, who));
    (1..=i32::from(most)).map(Within).collect()
}

fn how_many<'t>(act: &Reckless, see: See<'_, 't>, _: &Arm, attack: &mut Attack) -> Result<(), Bar<'t>> {
    attack.dice = act.dice()?.number()? as u8;
    Ok(may_add(see.table, attack)?)
}

fn may_add(table: &Table, attack: &Attack) -> Result<(), Why<'static>> {
    if (1..=most(table, attack.actor)).contains(&attack.dice) {
        return Ok(());
    }
    Err(bar!("ST-132", "too-reckless", "so many dice are not allowed"))
}

impl Special for Reckless {
    fn goes_with<'t>(table: &'t Table, attack: &Attack, _: &Arm) -> Result<(), Why<'t>> {
        may_add(table, attack)
    }

    /// ST-133, ST-R62: after it the attacker loses twice the dice it added, less its rank, at least 0.
    fn end<O: Oracle<Stamina>>(table: &mut Table, attack: &Attack, oracle: &mut O) {
        let rank = table.sheet(attack.actor).rank(Secondary::RecklessAttack);
        let loss = (2 * attack.dice).saturating_sub(rank);
        lose_defense(table, attack.actor, loss, rule!("ST-133"), oracle);
    }
}
