//! What only the GM may do: rounds, calls for checks, what there is to find, corrections.

pub mod alertness;
pub mod answer;
pub mod begin_rounds;
pub mod call;
pub mod clue;
pub mod cover;
pub mod end_rounds;
pub mod help;
pub mod piece;
pub mod rushed;
pub mod say;
pub mod verdict;
pub mod wind;
pub mod wind_resist;
pub mod write_check;

use super::prelude::*;
use crate::table::ItemId;
use referee_engine::Line;

/// The longest text of the GM.
const LONGEST: usize = 400;

/// The most forms or clues a table may have.
const MOST_FORMS: usize = 200;

/// What is told of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as the acts")]
pub enum GmEvent {
    Says(String),
    Wind(u8),
    WindResist { item: ItemId, resist: u8 },
    Cover { who: ActorId, cover: u8, concealment: u8 },
    Piece { piece: u16, cover: u8, concealment: u8 },
    Rushed(bool),
    Verdict { who: ActorId, succeeds: bool },
    Wrote { check: u8 },
    Clue { clue: u8 },
    Helped { who: ActorId },
    Answered { who: ActorId, text: String },
}

/// May somebody be called to a check? Not if it is out of the fight, or asleep (ST-R122).
fn may_check(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    table.someone(who)?;
    if !table.is_active(who) {
        return Err(bar!(_, "out", "{} is out of the fight", table.name(who)));
    }
    if !table.is_awake(who) {
        return Err(bar!("ST-254", "asleep", "{} is asleep", table.name(who)));
    }
    Ok(())
}

/// Tells everybody.
fn tell<O: Oracle<Stamina>>(event: GmEvent, oracle: &mut O) {
    oracle.tell(Audience::All, || Event::Gm(event));
}

impl GmEvent {
    pub fn line(&self, table: &Table) -> Line {
        match self {
            GmEvent::Says(text) => Line::new(0, text.clone(), [rule!("ST-041")]),
            GmEvent::Wind(dice) => Line::new(0, format!("Wind: {dice} penalty dice"), [rule!("ST-221")]),
            GmEvent::WindResist { item, resist } => {
                let name = &table.item_sheet(*item).name;
                Line::new(0, format!("{name} does not mind {resist} dice of wind"), [rule!("ST-222")])
            }
            GmEvent::Cover { who, cover, concealment } => {
                let text = format!("{} has +{cover} cover and +{concealment} concealment", table.name(*who));
                Line::new(0, text, [rule!("ST-211"), rule!("ST-217")]).by(*who)
            }
            GmEvent::Piece { piece, cover, concealment } => {
                let name = &table.setup.scenery[usize::from(*piece)].name;
                Line::new(0, format!("{name} gives +{cover} cover and +{concealment} concealment"), [rule!("ST-211")])
            }
            GmEvent::Rushed(true) => Line::new(0, "Time is short", [rule!("ST-027")]),
            GmEvent::Rushed(false) => Line::new(0, "There is time", [rule!("ST-027")]),
            GmEvent::Verdict { who, succeeds } => {
                let how = if *succeeds { "simply succeeds" } else { "simply fails" };
                Line::new(0, format!("What {} does {how}", table.name(*who)), [rule!("ST-002")]).by(*who)
            }
            GmEvent::Wrote { check } => {
                let name = &table.setup.customs[usize::from(*check)].name;
                Line::new(0, format!("There is a check now: {name}"), [rule!("ST-271")])
            }
            GmEvent::Clue { clue } => {
                let clue = &table.setup.clues[usize::from(*clue)];
                Line::new(
                    0,
                    format!("There is {} to find, difficulty {}", clue.key, clue.difficulty),
                    [rule!("ST-242")],
                )
            }
            GmEvent::Helped { who } => {
                Line::new(0, format!("{} has help for a new try", table.name(*who)), [rule!("ST-245")]).by(*who)
            }
            GmEvent::Answered { who, text } => {
                Line::new(0, format!("To {}: {text}", table.name(*who)), [rule!("ST-240")]).by(*who)
            }
        }
    }
}
