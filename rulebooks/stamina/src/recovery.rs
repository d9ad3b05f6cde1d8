//! What comes back: defense, stamina, health, and stun that is shaken off.

use crate::{Event, Stamina, table::Table};
use referee_engine::{ActorId, Audience, Line, Mark, Oracle, RuleId, act::Tells, rule};
use serde::{Deserialize, Serialize};

/// What can come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Track {
    Defense,
    Stamina,
    Stun,
}

/// ST-201, ST-204, ST-205: something has come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recovered {
    pub who: ActorId,
    pub what: Track,
    pub amount: u8,
    pub rule: RuleId,
}

impl Tells<Stamina> for Recovered {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (name, amount) = (table.name(self.who), self.amount);
        let text = match self.what {
            Track::Defense => format!("{name} recovers {amount} defense"),
            Track::Stamina => format!("{name} recovers {amount} stamina"),
            Track::Stun => format!("{name} shakes off {amount} stun"),
        };
        Line::new(1, text, [self.rule]).by(self.who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let measure = match self.what {
            Track::Defense => "defense recovered",
            Track::Stamina => "stamina recovered",
            Track::Stun => "stun lost",
        };
        to.push(Mark::count(measure, Some(self.who), i32::from(self.amount)));
    }
}

/// ST-204, ST-205: stamina comes back up to its limit, and stun is shaken off.
pub fn recover<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, stamina: u8, stun: u8, oracle: &mut O) {
    table.actor_mut(who).stun -= stun;
    let limit = table.stamina_limit(who);
    let actor = table.actor_mut(who);
    let before = actor.stamina;
    actor.stamina = before.saturating_add(stamina).min(limit).max(before.min(limit));
    let amount = actor.stamina.saturating_sub(before);
    let mut tell = |what, amount, rule| {
        oracle.tell(Audience::All, || Event::Recovered(Recovered { who, what, amount, rule }));
    };
    tell(Track::Stamina, amount, rule!("ST-204"));
    if stun > 0 {
        tell(Track::Stun, stun, rule!("ST-205"));
    }
}

/// What magic gives back: stun first, then stamina up to its limit.
pub fn give<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, stun: u8, stamina: u8, oracle: &mut O) {
    let stun = stun.min(table.actor(who).stun);
    if stun > 0 || stamina > 0 {
        recover(table, who, stamina, stun, oracle);
    }
}
