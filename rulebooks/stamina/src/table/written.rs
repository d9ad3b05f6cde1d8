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
    asleep: bool,
    flat_footed: bool,
    warning: u8,
    behind: Behind,
    gm_cover: u8,
    gm_concealment: u8,
    hidden: bool,
    stealth: Option<u8>,
    noticed_by: ActorSet,
    stealth_bonus: u8,
    hurrying: bool,
    questions: u8,
}

impl From<Actor> for Written {
    fn from(actor: Actor) -> Written {
        Written {
            place: actor.place,
            facing: actor.facing,
            posture: actor.posture,
            out: actor.out,
            health: actor.health,
            stamina: actor.stamina,
            defense: actor.defense,
            stun: actor.stun,
            held: actor.held,
            ready_ammo: actor.ready_ammo,
            ammo: actor.ammo,
            turn: actor.turn,
            moves: actor.moves,
            attacks: actor.attacks,
            quick_used: actor.quick_used,
            initiative: actor.initiative,
            aim: actor.aim,
            settled: actor.settled,
            craft: actor.craft,
            kept: actor.kept,
            guard: actor.guard,
            light: actor.light,
            work: actor.work,
            surprised: actor.surprised,
            asleep: actor.asleep,
            flat_footed: actor.flat_footed,
            warning: actor.warning,
            behind: actor.behind,
            gm_cover: actor.gm_cover,
            gm_concealment: actor.gm_concealment,
            hidden: actor.hidden,
            stealth: actor.stealth,
            noticed_by: actor.noticed_by,
            stealth_bonus: actor.stealth_bonus,
            hurrying: actor.hurrying,
            questions: actor.questions,
        }
    }
}

impl From<Written> for Actor {
    fn from(written: Written) -> Actor {
        let rare = Rare {
            aim: written.aim,
            craft: written.craft,
            kept: written.kept,
            guard: written.guard,
            light: written.light,
            work: written.work,
            surprised: written.surprised,
            asleep: written.asleep,
            flat_footed: written.flat_footed,
            warning: written.warning,
            gm_cover: written.gm_cover,
            gm_concealment: written.gm_concealment,
            stealth: written.stealth,
            noticed_by: written.noticed_by,
            stealth_bonus: written.stealth_bonus,
            hurrying: written.hurrying,
            questions: written.questions,
        };
        Actor {
            place: written.place,
            facing: written.facing,
            posture: written.posture,
            out: written.out,
            health: written.health,
            stamina: written.stamina,
            defense: written.defense,
            stun: written.stun,
            held: written.held,
            ready_ammo: written.ready_ammo,
            ammo: written.ammo,
            turn: written.turn,
            moves: written.moves,
            attacks: written.attacks,
            quick_used: written.quick_used,
            initiative: written.initiative,
            settled: written.settled,
            behind: written.behind,
            hidden: written.hidden,
            rare: rare.into(),
            beside: Derived::default(),
            front: Derived::default(),
            hands: Derived::default(),
            on_spot: Derived::default(),
        }
    }
}
