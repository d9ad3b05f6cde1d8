//! How a creature is written: as one list of all that there is to say about it.

use super::{Actor, Care, Lasting, Long, Moment, Stance, Treat, Treatment, Weapons};
use crate::{conditions::Condition, wounds::Wounds};
use referee_engine::{ActorId, ActorSet, Derived, space::Place};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// A creature as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Actor")]
pub(super) struct Written {
    place: Place,
    facing: u8,
    stance: Stance,
    ap: u8,
    aim: u8,
    bits: u8,
    flags: u32,
    armour: u8,
    in_hand: u8,
    initiative: i16,
    sneak: Option<i16>,
    aim_at: Option<ActorId>,
    long: Option<Long>,
    lethal: Wounds,
    nonlethal: Wounds,
    conditions: SmallVec<[Condition; 2]>,
    weapons: Weapons,
    items: SmallVec<[(u8, u8); 4]>,
    unaware_of: ActorSet,
    hourly: Moment,
    daily: Moment,
    bleeds: Moment,
    stabilised_until: Moment,
    treating: Option<Box<Treatment>>,
    tried: SmallVec<[(ActorId, Treat); 1]>,
    care: Care,
    carer: Option<ActorId>,
    extras_used: u8,
}

impl From<Actor> for Written {
    fn from(actor: Actor) -> Written {
        let lasting = Arc::unwrap_or_clone(actor.lasting);
        Written {
            place: actor.place,
            facing: actor.facing,
            stance: actor.stance,
            ap: actor.ap,
            aim: actor.aim,
            bits: actor.bits,
            flags: actor.flags,
            armour: actor.armour,
            in_hand: actor.in_hand,
            initiative: actor.initiative,
            sneak: lasting.sneak,
            aim_at: lasting.aim_at,
            long: lasting.long,
            lethal: actor.lethal,
            nonlethal: actor.nonlethal,
            conditions: lasting.conditions,
            weapons: actor.weapons,
            items: lasting.items,
            unaware_of: lasting.unaware_of,
            hourly: actor.hourly,
            daily: actor.daily,
            bleeds: lasting.bleeds,
            stabilised_until: actor.stabilised_until,
            treating: lasting.treating,
            tried: lasting.tried,
            care: lasting.care,
            carer: lasting.carer,
            extras_used: actor.extras_used,
        }
    }
}

impl From<Written> for Actor {
    fn from(written: Written) -> Actor {
        let lasting = Lasting {
            sneak: written.sneak,
            aim_at: written.aim_at,
            long: written.long,
            conditions: written.conditions,
            items: written.items,
            unaware_of: written.unaware_of,
            bleeds: written.bleeds,
            treating: written.treating,
            tried: written.tried,
            care: written.care,
            carer: written.carer,
        };
        Actor {
            place: written.place,
            facing: written.facing,
            stance: written.stance,
            ap: written.ap,
            aim: written.aim,
            bits: written.bits,
            flags: written.flags,
            armour: written.armour,
            in_hand: written.in_hand,
            initiative: written.initiative,
            lethal: written.lethal,
            nonlethal: written.nonlethal,
            weapons: written.weapons,
            arms: Derived::default(),
            hourly: written.hourly,
            daily: written.daily,
            stabilised_until: written.stabilised_until,
            extras_used: written.extras_used,
            lasting: Arc::new(lasting),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: &str = r#"{"place":{"cell":{"x":3,"y":4},"z":1},"facing":2,"stance":"prone","ap":5,"aim":1,"bits":8,"flags":16385,"armour":2,"in_hand":1,"initiative":-3,"sneak":7,"aim_at":2,"long":{"what":{"reload":1},"put":4,"cost":9,"worked":true,"paused":false},"lethal":{"runs":[{"at":6,"count":2}],"count":2},"nonlethal":{"runs":[],"count":0},"conditions":[{"kind":"stunned","ends":{"at":{"turn":{"of":0},"edge":"end","count":1}}},{"kind":{"helpless":"held"},"ends":"never"}],"weapons":[{"weapon":4,"count":1,"loaded":6},{"weapon":0,"count":1,"loaded":0}],"items":[[3,2]],"unaware_of":[1],"hourly":null,"daily":86406,"bleeds":12,"stabilised_until":72,"treating":{"patient":1,"what":{"lethal":6},"ends":606,"assets":[3]},"tried":[[2,"all_non_lethal"]],"care":"doctor","carer":2,"extras_used":1}"#;

    /// A creature with something to say in every place is read and written as it always was.
    #[test]
    fn a_creature_is_written_as_one_list() {
        let actor: Actor = serde_json::from_str(WRITTEN).unwrap();
        assert_eq!((actor.ap, actor.sneak, actor.long.map(|long| long.put)), (5, Some(7), Some(4)));
        assert_eq!((actor.conditions.len(), actor.weapons.len(), actor.item(3)), (2, 2, 2));
        assert_eq!(serde_json::to_string(&actor).unwrap(), WRITTEN);
    }
}
