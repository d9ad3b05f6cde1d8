//! What weighs on a body: posture, surprise, being caught flat footed.

use crate::{
    Event, Oracle, Stamina,
    house::HouseRules,
    table::{Actor, Posture, Table},
};
use referee_engine::{ActorId, Audience, Mark, RuleId, told};

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
}

/// ST-R53: brings a body down to its knees or to the ground; nobody gets up by it.
pub fn go_down<O: Oracle>(table: &mut Table, who: ActorId, to: Posture, rule: RuleId, oracle: &mut O) {
    let actor = table.actor_mut(who);
    if actor.posture >= to {
        return;
    }
    actor.posture = to;
    oracle.tell(Audience::All, || Event::Posed(Posed { who, posture: to, rule }));
}

told! {
    /// A posture has changed.
    pub struct Posed for Stamina { who: ActorId, posture: Posture, rule: RuleId }
    |table| deeper [rule] by who => format!("{} is {} now", table.name(who), posture.word());
    marks |self, to| to.push(Mark::word("posture", Some(self.who), self.posture as i32, self.posture.word()));
}

/// ST-R122: whoever sleeps wakes up.
pub fn wake<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    if table.actor(who).asleep {
        table.actor_mut(who).asleep = false;
        oracle.tell(Audience::All, || Event::Woke(Woke { who }));
    }
}

told! {
    /// ST-R122: a sleeper has woken up.
    pub struct Woke for Stamina { who: ActorId }
    |table| under "ST-R122" by who => format!("{} wakes up", table.name(who));
}

/// ST-R92: what surprise leaves of the bonus of Dodge and of a low posture.
pub fn keeps_own(house: &HouseRules, actor: &Actor) -> bool {
    !actor.is_surprised() || house.surprised == crate::house::Surprised::Equipment
}

/// ST-219: whoever is flat footed when combat starts has lost as much defense as its reflexes.
pub fn flat_footed_loss(table: &Table, who: ActorId) -> u8 {
    if table.actor(who).flat_footed { table.sheet(who).attribute(crate::sheet::Attribute::Reflexes) } else { 0 }
}
