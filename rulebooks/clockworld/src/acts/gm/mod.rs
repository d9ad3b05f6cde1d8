//! What the game master does: who goes first, circumstances, Checks called for, time, corrections, and how it ends.
//!
//! What the GM does is told to those who know of the Characters that it is about, or to the GM alone if it is secret.

pub mod awareness;
pub mod body;
pub mod call;
pub mod circumstance;
pub mod condition;
pub mod ending;
pub mod first_turn;
pub mod injure;
pub mod note;
pub mod part;
pub mod set_turn;
pub mod sight;
pub mod skill;
pub mod time;
pub mod value;

use super::prelude::*;
use referee_engine::fact::Corrected;

/// What every act of the GM needs.
mod prelude {
    pub(super) use super::value::worded;
    pub use super::{
        GmEvent, known, told,
        value::{Lasts, YesNo, no_words, said},
    };
    pub use crate::acts::prelude::*;
}

referee_engine::events! {
    /// What the GM did.
    pub enum GmEvent for Clockworld {
        Circumstance(circumstance::CircumstanceEvent),
        Check(call::CheckEvent),
        Injure(injure::Harmed),
        Sight(sight::Seeing),
        Part(part::NewPart),
        Condition(condition::ConditionEvent),
        Awareness(awareness::Knowing),
        Correct(Corrected<ActorId>),
        CorrectThing(Corrected<ThingId>),
        CorrectBody(body::BodyCorrected),
        CorrectSkill(skill::SkillCorrected),
        SetTurn(set_turn::TurnSet),
        Time(time::Passed),
        Resumed(ending::Resumed),
        Note(note::Noted),
    }
}

/// Is there such a Character?
pub fn known(table: &Table, who: ActorId) -> Result<(), Why<'static>> {
    if table.exists(who) { Ok(()) } else { Err(bar!(_, "unknown-character", "there is no such Character")) }
}

/// CW-273: those who do not know of a Character are not told what the GM says about it.
pub fn told(table: &Table, secret: bool, about: &[ActorId]) -> Audience {
    if secret {
        return Audience::Gm;
    }
    let is_unaware = |id: ActorId| about.iter().any(|&who| table.actor(id).unaware_of.contains(who));
    let not: ActorSet = table.ids().filter(|&id| is_unaware(id)).collect();
    if not.is_empty() { Audience::All } else { Audience::AllBut(not) }
}

/// CW-065: has this Character such a part?
fn part_of(table: &Table, who: ActorId, part: PartAt) -> Result<PartId, Why<'static>> {
    let is_there = usize::from(part.0) < table.sheet(who).body.len();
    if is_there { Ok(part.0) } else { Err(bar!("CW-065", "unknown-part", "there is no such part")) }
}

/// Is there such a thing?
pub fn known_thing(table: &Table, thing: ThingId) -> Result<(), Why<'static>> {
    table.known_thing(thing)
}

/// CW-273: the name of a thing may tell whose it is, so that only those hear of it who know of everybody.
pub fn told_of_thing(table: &Table, secret: bool) -> Audience {
    let everybody: SmallVec<[ActorId; 16]> = table.ids().collect();
    told(table, secret, &everybody)
}

/// CW-001: there are two sides.
fn known_side(side: Side) -> Result<Side, Why<'static>> {
    let unknown = bar!("CW-001", "unknown-side", "there are two sides").allowing(&["players", "threats"]);
    if side <= crate::sheet::THREATS { Ok(side) } else { Err(unknown) }
}
