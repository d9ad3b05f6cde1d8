//! Things, and what can be done with them.

use super::{Part, Skill, Weapon};
use crate::rank::Rank;
use referee_engine::space::Piece;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// CW-221: how long a Lengthy Task takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// So many Actions of work, one each Turn (CW-R118).
    Actions(u16),
    /// So many minutes of story time.
    Minutes(u16),
    /// So many hours of story time.
    Hours(u16),
}

/// CW-168: what a Move has to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    /// CW-170: its Rank; `None`: the GM is asked.
    pub rank: Option<Rank>,
    /// CW-171: the Skill, Athletics unless the scene names another.
    pub skill: Skill,
    /// Feet below it, for whoever falls (CW-R102).
    pub drop_ft: u16,
}

/// An item, a weapon, an object on the map: anything that is no Character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThingSheet {
    /// The word for commands. It says nothing of an owner, for a thing on the ground must not tell who dropped it.
    pub key: String,
    /// The word without a number: `revolver`, where the key may be `revolver-3`.
    pub short: String,
    /// The word for cases and the GM: `mudo-revolver` for what Mudo had at the start.
    pub label: String,
    pub name: String,
    /// Its numbers as a weapon. An item without them strikes by CW-R44.
    pub weapon: Option<Weapon>,
    /// Hands that it fills when held: 0, 1 or 2.
    pub hands: u8,
    /// CW-238: about as large as a shield.
    pub shield_sized: bool,
    /// CW-207: a First Aid Kit.
    pub first_aid: bool,
    /// CW-213: the Rank of these bindings, if they are such.
    pub bindings: Option<Rank>,
    /// The Rank of Break; `None`: the GM is asked.
    pub break_rank: Option<Rank>,
    pub heft_rank: Option<Rank>,
    pub crack_rank: Option<Rank>,
    pub dismantle_rank: Option<Rank>,
    /// What the object can be used for, so that offers stay sensible.
    pub tasks: TasksOn,
    /// How long Crack and Dismantle take on it, if they are Lengthy.
    pub lengthy: Option<Length>,
    /// CW-066: its parts; one Bulk part unless the scene names others.
    pub parts: Vec<Part>,
    /// How it stands on the map: cover, concealment, what it blocks. Its cells are those where it starts.
    pub piece: Option<Piece>,
    /// CW-261: an Incidental makes it give Cover from a chosen side.
    pub tips_over: bool,
    /// A door, lever or drawer.
    pub operable: bool,
    /// What a Move has to pass.
    pub obstacle: Option<Obstacle>,
    /// Very large: after Break the GM is asked whether it is destroyed or damaged (CW-R116).
    pub very_large: bool,
    /// CW-214: the signs of a creature's movement.
    pub tracks: Option<Tracks>,
}

/// CW-216: how hard tracks are to follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tracks {
    /// CW-215: the base Rank.
    pub rank: Rank,
    /// CW-R123: Ranks more because they are old.
    pub age: u8,
    /// CW-R123: Ranks more because the ground is hard.
    pub ground: u8,
}

/// Which Tasks make sense on a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the Tasks")]
pub struct TasksOn {
    pub dismantle: bool,
    pub crack: bool,
    pub break_it: bool,
    pub heft: bool,
}

/// A thing by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u16);
