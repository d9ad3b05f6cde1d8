//! What weighs on a body: posture, surprise, being caught flat footed.

use crate::{
    Event, Stamina,
    house::HouseRules,
    table::{Actor, Posture, Table},
};
use referee_engine::{ActorId, Audience, Line, Mark, Oracle, RuleId, act::Tells, rule};
use serde::{Deserialize, Serialize};

impl Posture {
    /// ST-207, ST-210: what it gives to ranged defense.
    pub const fn ranged(self) -> i16 {
        match self {
            Posture::Standing => 0,
            Posture::Kneeling => 2,
            Posture::Prone => 6,
        }
    }

    /// ST-208, ST-210: what it does to melee defense.
    pub const fn melee(self) -> i16 {
        match self {
            Posture::Standing => 0,
            Posture::Kneeling => -3,
            Posture::Prone => -9,
        }
    }

    /// ST-209, ST-210: metres that a movement loses (ST-R38).
    pub const fn slows(self) -> u16 {
        match self {
            Posture::Standing => 0,
            Posture::Kneeling => 3,
            Posture::Prone => 9,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Posture::Standing => "standing",
            Posture::Kneeling => "kneeling",
            Posture::Prone => "prone",
        }
    }
}

/// ST-R53: brings a body down to its knees or to the ground; nobody gets up by it.
pub fn go_down<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, to: Posture, rule: RuleId, oracle: &mut O) {
    let actor = table.actor_mut(who);
    if actor.posture >= to {
        return;
    }
    actor.posture = to;
    oracle.tell(Audience::All, || Event::Posed(Posed { who, posture: to, rule }));
}

/// A posture has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Posed {
    pub who: ActorId,
    pub posture: Posture,
    pub rule: RuleId,
}

impl Tells<Stamina> for Posed {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} is {} now", table.name(self.who), self.posture.word());
        Line::new(2, text, [self.rule]).by(self.who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let value = match self.posture {
            Posture::Standing => 0,
            Posture::Kneeling => 1,
            Posture::Prone => 2,
        };
        to.push(Mark::word("posture", Some(self.who), value, self.posture.word()));
    }
}

/// ST-R122: whoever sleeps wakes up.
pub fn wake<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    if table.actor(who).asleep {
        table.actor_mut(who).asleep = false;
        oracle.tell(Audience::All, || Event::Woke(Woke { who }));
    }
}

/// ST-R122: a sleeper has woken up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Woke {
    pub who: ActorId,
}

impl Tells<Stamina> for Woke {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        Line::new(1, format!("{} wakes up", table.name(self.who)), [rule!("ST-R122")]).by(self.who)
    }
}

/// ST-R92: what surprise leaves of the bonus of Dodge and of a low posture.
pub fn keeps_own(house: &HouseRules, actor: &Actor) -> bool {
    !actor.is_surprised() || house.surprised == crate::house::Surprised::Equipment
}

/// ST-219: whoever is flat footed when combat starts has lost as much defense as its reflexes.
pub fn flat_footed_loss(table: &Table, who: ActorId) -> u8 {
    if table.actor(who).flat_footed { table.sheet(who).attribute(crate::sheet::Attribute::Reflexes) } else { 0 }
}
