//! What comes back: defense, stamina, health, and stun that is shaken off.

use crate::{Event, Stamina, table::Table};
use referee_engine::{ActorId, Audience, Oracle, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Recovered {
    Defense,
    Stamina,
    Stun,
    Health,
}

/// ST-204, ST-205: stamina comes back up to its limit, and stun is shaken off.
pub fn recover<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, stamina: u8, stun: u8, oracle: &mut O) {
    table.actor_mut(who).stun -= stun;
    let limit = table.stamina_limit(who);
    let actor = table.actor_mut(who);
    let before = actor.stamina;
    actor.stamina = before.saturating_add(stamina).min(limit).max(before.min(limit));
    let amount = actor.stamina.saturating_sub(before);
    oracle.tell(Audience::All, || Event::Recovered { who, what: Recovered::Stamina, amount, rule: rule!("ST-204") });
    if stun > 0 {
        oracle.tell(Audience::All, || Event::Recovered {
            who,
            what: Recovered::Stun,
            amount: stun,
            rule: rule!("ST-205"),
        });
    }
}

/// What magic gives back: stun first, then stamina up to its limit.
pub fn give<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, stun: u8, stamina: u8, oracle: &mut O) {
    let stun = stun.min(table.actor(who).stun);
    if stun > 0 || stamina > 0 {
        recover(table, who, stamina, stun, oracle);
    }
}
