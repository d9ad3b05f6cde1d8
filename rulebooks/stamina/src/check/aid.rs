//! Aid: others of one's side lend a hand (ST-241, ST-R101).

use super::{Cause, Pool};
use crate::{Stamina, sheet::Secondary, table::Table};
use referee_engine::{ActorId, Flow, Oracle, Who, act::Asks, ask};

/// ST-241, ST-R101, ST-D35: everybody else of the side may aid, side by side: one bonus die, and one for each rank.
pub fn aid<O: Oracle<Stamina>>(
    table: &Table,
    who: ActorId,
    skill: Option<Secondary>,
    pool: &mut Pool,
    oracle: &mut O,
) -> Flow<()> {
    let others = table.ids().filter(|&other| other != who && table.is_awake(other) && !table.hostile(other, who));
    let others: Vec<ActorId> = others.collect();
    if others.is_empty() {
        return Ok(());
    }
    let asked = others.iter().map(|&other| (Who::Actor(other), MayAid { who })).collect();
    let answers = MayAid::ask_all(asked, table, oracle)?;
    // ST-R101: the GM may refuse.
    let someone = answers.contains(&Aids::Aid);
    if someone && (AllowAid { who }).ask(Who::Gm, table, oracle)? == Allowed::Refuse {
        return Ok(());
    }
    for (other, _) in others.into_iter().zip(answers).filter(|(_, answer)| *answer == Aids::Aid) {
        pool.gain(Cause::Aid, 1 + skill.map_or(0, |skill| table.sheet(other).rank(skill)));
    }
    Ok(())
}

ask! {
    /// ST-D35, to others of the side.
    pub struct MayAid for Stamina: "aid", "ST-D35", declines {
        who: ActorId,
    }
    |self, table| format!("Aid {}?", table.name(self.who));
    pub enum Aids {
        Decline = "decline", "decline";
        Aid = "aid", "aid";
    }
}

ask! {
    /// ST-R101, to the GM, where somebody wants to aid.
    pub struct AllowAid for Stamina: "allow-aid", "ST-R101" {
        who: ActorId,
    }
    |self, table| format!("May {} be aided?", table.name(self.who));
    pub enum Allowed {
        Allow = "allow", "allow";
        Refuse = "refuse", "refuse";
    }
}
