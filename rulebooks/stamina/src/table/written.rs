//! A table as it is written: what follows from it is made anew where it is read.

use super::{Actor, Aim, Behind, Craft, InHand, Out, Posture, Rare, Table, TurnState, Work};
use crate::sheet::Effect;
use referee_engine::{ActorSet, Derived, clock::Ends, space::Place};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Table::serialize(self, to) // field by field, which the derive has made
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Table, D::Error> {
        let mut table = Table::deserialize(from)?; // field by field
        table.pass_turn_to(table.at);
        table.look_around();
        table.look_at_hands();
        Ok(table)
    }
}

/// A character as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Actor")]
pub(super) struct Written {
    place: Place,
    facing: u8,
    posture: Posture,
    out: Out,
    health: u8,
    stamina: u8,
    defense: u8,
    stun: u8,
    held: InHand,
    ready_ammo: u8,
    ammo: u8,
    turn: TurnState,
    moves: u8,
    attacks: u8,
    quick_used: bool,
    initiative: u8,
    aim: Option<Aim>,
    settled: ActorSet,
    craft: Craft,
    kept: Option<(Effect, Ends)>,
    guard: Option<(u8, Ends)>,
    light: Option<(u8, Ends)>,
    work: Option<Work>,
    surprised: bool,
    flat_footed: bool,
    warning: u8,
    behind: Behind,
    gm_cover: u8,
    gm_concealment: u8,
    hidden: bool,
    stealth: Option<u8>,
    stealth_bonus: u8,
    hurrying: bool,
    questions: u8,
}

impl From<Actor> for Written {
    fn from(actor: Actor) -> Written {
        let Actor {
            place,
            facing,
            posture,
            out,
            health,
            stamina,
            defense,
            stun,
            held,
            ready_ammo,
            ammo,
            turn,
            moves,
            attacks,
            quick_used,
            initiative,
            settled,
            behind,
            hidden,
            rare,
            beside: _,
            front: _,
            hands: _,
            on_spot: _,
        } = actor;
        let Rare {
            aim,
            craft,
            kept,
            guard,
            light,
            work,
            surprised,
            flat_footed,
            warning,
            gm_cover,
            gm_concealment,
            stealth,
            stealth_bonus,
            hurrying,
            questions,
        } = (*rare).clone();
        Written {
            place,
            facing,
            posture,
            out,
            health,
            stamina,
            defense,
            stun,
            held,
            ready_ammo,
            ammo,
            turn,
            moves,
            attacks,
            quick_used,
            initiative,
            aim,
            settled,
            craft,
            kept,
            guard,
            light,
            work,
            surprised,
            flat_footed,
            warning,
            behind,
            gm_cover,
            gm_concealment,
            hidden,
            stealth,
            stealth_bonus,
            hurrying,
            questions,
        }
    }
}

impl From<Written> for Actor {
    fn from(written: Written) -> Actor {
        let Written {
            place,
            facing,
            posture,
            out,
            health,
            stamina,
            defense,
            stun,
            held,
            ready_ammo,
            ammo,
            turn,
            moves,
            attacks,
            quick_used,
            initiative,
            aim,
            settled,
            craft,
            kept,
            guard,
            light,
            work,
            surprised,
            flat_footed,
            warning,
            behind,
            gm_cover,
            gm_concealment,
            hidden,
            stealth,
            stealth_bonus,
            hurrying,
            questions,
        } = written;
        let rare = Rare {
            aim,
            craft,
            kept,
            guard,
            light,
            work,
            surprised,
            flat_footed,
            warning,
            gm_cover,
            gm_concealment,
            stealth,
            stealth_bonus,
            hurrying,
            questions,
        };
        Actor {
            place,
            facing,
            posture,
            out,
            health,
            stamina,
            defense,
            stun,
            held,
            ready_ammo,
            ammo,
            turn,
            moves,
            attacks,
            quick_used,
            initiative,
            settled,
            behind,
            hidden,
            rare: rare.into(),
            beside: Derived::default(),
            front: Derived::default(),
            hands: Derived::default(),
            on_spot: Derived::default(),
        }
    }
}
