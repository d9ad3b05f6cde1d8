//! A Character as it is written, read and compared: the one list of everything that is so of it, wherever it is kept.

use super::{Actions, Actor, Demand, Few, Grip, Hefted, Hold, Injury, Lengthy, Out, Rare, TurnState, actor::PartsOut};
use crate::{
    actions::movement::{Manner, Moving},
    conditions::Condition,
    sheet::{PartSet, ThingId},
};
use referee_engine::{ActorSet, space::Place};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use smallvec::SmallVec;

/// A Character as it is written.
#[derive(PartialEq, Eq, Serialize)]
#[serde(rename = "Actor")]
struct Written<'a> {
    place: Place,
    facing: u16,
    prone: bool,
    out: Out,
    injuries: &'a [Injury],
    shock_failures: u8,
    conditions: &'a [Condition],
    reactions: u8,
    reactions_high: bool,
    turn: Turn,
    unaware_of: ActorSet,
    suspicious_of: ActorSet,
    held: &'a [Grip],
    hold: Option<Hold>,
    hefting: Option<Hefted>,
    lengthy: &'a Option<Box<Lengthy>>,
    demand: &'a Option<Box<Demand>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low_cover: Option<Place>,
    parts_out: PartSet,
    maimed: PartSet,
}

/// A Character as it is read.
#[derive(Deserialize)]
#[serde(rename = "Actor")]
struct Read {
    place: Place,
    facing: u16,
    prone: bool,
    out: Out,
    injuries: Few<Injury, 7>,
    shock_failures: u8,
    conditions: Vec<Condition>,
    reactions: u8,
    reactions_high: bool,
    turn: Turn,
    unaware_of: ActorSet,
    suspicious_of: ActorSet,
    held: Few<Grip, 3>,
    hold: Option<Hold>,
    hefting: Option<Hefted>,
    lengthy: Option<Box<Lengthy>>,
    demand: Option<Box<Demand>>,
    #[serde(default)]
    low_cover: Option<Place>,
    parts_out: PartSet,
    maimed: PartSet,
}

/// What it has done this Turn.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "TurnState")]
struct Turn {
    taken: Actions,
    focused: bool,
    passed: bool,
    moving: Option<Move>,
    touched: SmallVec<[ThingId; 4]>,
}

/// A Move that can go on.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Moving")]
struct Move {
    spent_ft: u16,
    extra_spent_ft: u16,
    moved_ft: u16,
    focus: bool,
    sneakily: bool,
    looks: Option<u16>,
    crawling: bool,
    shot_by: ActorSet,
    near: ActorSet,
    seen_by: ActorSet,
}

impl Actor {
    fn written(&self) -> Written<'_> {
        // All fields by name, so that a new one cannot be forgotten here.
        let Actor { place, facing, prone, out, shock_failures, reactions, broken: _, .. } = *self;
        let Actor {
            injuries,
            held,
            turn: TurnState { taken, moving, touched: _, focused, passed, reactions_high },
            ..
        } = self;
        let Rare { conditions, unaware_of, suspicious_of, hold, hefting, lengthy, demand, .. } = &*self.rare;
        let Rare { near, seen_by, low_cover, parts_out: _, touched: _, .. } = *self.rare;
        let moving = moving.map(|Moving { spent_ft, extra_spent_ft, moved_ft, manner, shot_by }| {
            let (focus, sneakily, looks) = (manner.is_focused(), manner.is_sneaky(), manner.looks());
            let crawling = manner.is_crawling();
            Move { spent_ft, extra_spent_ft, moved_ft, focus, sneakily, looks, crawling, shot_by, near, seen_by }
        });
        Written {
            place,
            facing,
            prone,
            out,
            injuries,
            shock_failures,
            conditions,
            reactions,
            reactions_high: *reactions_high,
            turn: Turn { taken: *taken, focused: *focused, passed: *passed, moving, touched: self.touched().collect() },
            unaware_of: *unaware_of,
            suspicious_of: *suspicious_of,
            held,
            hold: *hold,
            hefting: *hefting,
            lengthy,
            demand,
            low_cover,
            parts_out: self.parts_out(),
            maimed: self.maimed(),
        }
    }
}

impl PartialEq for Actor {
    fn eq(&self, other: &Actor) -> bool {
        self.written() == other.written()
    }
}

impl Eq for Actor {}

impl Serialize for Actor {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.written().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Actor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Actor, D::Error> {
        let read = Read::deserialize(deserializer)?;
        let looks = read.turn.moving.as_ref().and_then(|moving| moving.looks);
        match looks.filter(|degrees| *degrees >= 360) {
            None => Ok(Actor::from(read)),
            Some(looks) => Err(D::Error::custom(format!("it looks at {looks} degrees: directions go from 0 to 359"))),
        }
    }
}

impl From<Read> for Actor {
    fn from(read: Read) -> Actor {
        let Read { conditions, unaware_of, suspicious_of, hold, hefting, lengthy, demand, .. } = read;
        let Turn { taken, focused, passed, moving, touched } = read.turn;
        let (near, seen_by) = moving.as_ref().map_or_else(Default::default, |moving| (moving.near, moving.seen_by));
        let moving = moving.map(|moving| Moving {
            spent_ft: moving.spent_ft,
            extra_spent_ft: moving.extra_spent_ft,
            moved_ft: moving.moved_ft,
            manner: Manner::new(moving.focus, moving.sneakily, moving.looks).crawling(moving.crawling),
            shot_by: moving.shot_by,
        });
        let by_gm = Some(PartsOut { said: read.parts_out, maimed: read.maimed });
        let rare = Rare {
            conditions,
            unaware_of,
            suspicious_of,
            hold,
            hefting,
            lengthy,
            demand,
            low_cover: read.low_cover,
            near,
            seen_by,
            parts_out: by_gm.filter(|parts| !parts.said.is_empty()),
            touched: Vec::new(),
        };
        let mut actor = Actor {
            place: read.place,
            facing: read.facing,
            prone: read.prone,
            out: read.out,
            shock_failures: read.shock_failures,
            reactions: read.reactions,
            injuries: read.injuries,
            turn: TurnState {
                taken,
                moving,
                focused,
                passed,
                reactions_high: read.reactions_high,
                ..TurnState::default()
            },
            held: read.held,
            broken: read.maimed.union(read.parts_out),
            rare: rare.into(),
        };
        touched.into_iter().for_each(|thing| actor.touch(thing));
        actor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::WeaponRef,
        table::{Severity, Taken},
        testing::duel,
    };
    use referee_engine::ActorId;

    /// Whatever is kept in few bytes, or elsewhere, is written where it always was, and read from there.
    #[test]
    fn everything_is_written_as_ever() {
        let (_, table) = duel();
        let mut actor = Actor::new(table.actor(ActorId(0)).place, Few::default());
        actor.injuries.push(Injury::new(Severity::Serious, 3).stabilized(true));
        actor.turn.taken.push(Taken::Attack { limbs: PartSet(2), weapon: WeaponRef::Thing(ThingId(7)) });
        actor.turn.reactions_high = true;
        let mut moving = Moving { spent_ft: 5, extra_spent_ft: 6, moved_ft: 7, ..Moving::default() };
        moving.manner = Manner::new(true, true, Some(90)).crawling(true);
        moving.shot_by = ActorSet::EMPTY.with(ActorId(1));
        actor.turn.moving = Some(moving);
        actor.rare_mut().near = ActorSet::EMPTY.with(ActorId(2));
        actor.rare_mut().seen_by = ActorSet::EMPTY.with(ActorId(3));
        for thing in [4, 9, 1, 65_535] {
            actor.touch(ThingId(thing));
        }
        actor.held.push(Grip::new(1, ThingId(7)));
        actor.set_maimed(PartSet(8));
        actor.set_parts_out(PartSet(16));
        let written = serde_json::to_string(&actor).unwrap();
        let whole = concat!(
            r#""prone":false,"out":"active","#,
            r#""injuries":[{"severity":"serious","part":3,"stabilized":true,"treated":false}],"#,
            r#""shock_failures":0,"conditions":[],"reactions":0,"reactions_high":true,"#,
            r#""turn":{"taken":[{"attack":{"limbs":2,"weapon":{"thing":7}}}],"focused":false,"passed":false,"#,
            r#""moving":{"spent_ft":5,"extra_spent_ft":6,"moved_ft":7,"focus":true,"sneakily":true,"looks":90,"#,
            r#""crawling":true,"shot_by":[1],"near":[2],"seen_by":[3]},"touched":[4,9,1,65535]},"#,
            r#""unaware_of":[],"suspicious_of":[],"held":[{"arm":1,"thing":7}],"hold":null,"hefting":null,"#,
            r#""lengthy":null,"demand":null,"parts_out":16,"maimed":8}"#,
        );
        assert!(written.ends_with(whole), "{written}");
        let read = serde_json::from_str::<Actor>(&written).unwrap();
        assert_eq!(read, actor);
        assert_eq!((read.broken(), read.maimed(), read.parts_out()), (PartSet(24), PartSet(8), PartSet(16)));
        assert!([4, 9, 1, 65_535].into_iter().all(|thing| read.has_touched(ThingId(thing))));
        assert_eq!(serde_json::to_string(&read).unwrap(), written);
        assert!(serde_json::from_str::<Actor>(&written.replace(r#""looks":90"#, r#""looks":360"#)).is_err());
    }
}
