//! What only the GM may do: rounds, calls for checks, corrections.

mod correct;

pub use correct::Correction;

use crate::{
    Event, Stamina,
    actions::awareness,
    harm::{go_out_if_spent, lose_grip},
    sheet::{ClueSheet, Custom, clue_without_cost},
    table::{Clue, ClueState, Goal, ItemId, Mode, Table},
    turn,
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, key_of, rule};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the GM does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmIntent {
    /// ST-039, ST-D08, ST-D31: rounds begin; who is surprised, who is flat footed, who has rounds of warning.
    BeginRounds {
        /// ST-220.
        surprised: ActorSet,
        /// ST-219.
        flat_footed: ActorSet,
        /// ST-R103.
        warned: ActorSet,
        /// For so many rounds; 0 leaves what the checks gave.
        rounds: u8,
    },
    /// ST-043: rounds end.
    EndRounds,
    /// ST-041: the GM describes the scene.
    Say {
        /// The words.
        text: String,
    },
    /// ST-221, ST-D30.
    Wind {
        /// 0 to 5.
        dice: u8,
    },
    /// ST-222, ST-D30: what a projectile minds.
    WindResist {
        /// Of which weapon.
        item: ItemId,
        /// 0 to 5.
        resist: u8,
    },
    /// ST-D29: cover and concealment of somebody, besides what stands on the map.
    Cover {
        /// Whose.
        who: ActorId,
        /// 0 to 9.
        cover: u8,
        /// 0 to 9.
        concealment: u8,
    },
    /// ST-D29: what a piece of scenery gives.
    Piece {
        /// Which.
        piece: u16,
        /// 0 to 9.
        cover: u8,
        /// 0 to 9.
        concealment: u8,
    },
    /// ST-D04.
    Rushed {
        /// Are people rushed?
        rushed: bool,
    },
    /// ST-D37: an Alertness Check of these.
    Alertness {
        /// Of whom.
        who: ActorSet,
        /// Against what; `None` for a stealth result, or to be asked.
        difficulty: Option<u8>,
        /// Is it a danger?
        danger: bool,
    },
    /// ST-D01: somebody makes one of the GM's checks.
    Call {
        /// Who.
        who: ActorId,
        /// Which.
        check: u8,
    },
    /// ST-002: it simply succeeds, or simply fails.
    Verdict {
        /// Whose action.
        who: ActorId,
        /// Does it succeed?
        succeeds: bool,
    },
    /// ST-D39: a form is filled.
    Write {
        /// The check.
        check: Box<Custom>,
    },
    /// ST-D33: a clue, or a thing to be found, is put in place or changed.
    Clue {
        /// The clue.
        clue: Box<ClueSheet>,
    },
    /// ST-245: help has come; a new try is possible.
    Help {
        /// For whom.
        who: ActorId,
    },
    /// ST-240, ST-D34: a true answer.
    Answer {
        /// To whom.
        who: ActorId,
        /// The words.
        text: String,
    },
    /// Anything may be corrected.
    Correct {
        /// Whose.
        who: ActorId,
        /// What.
        what: Correction,
    },
}

/// What is told of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as the intents")]
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
    Corrected { who: ActorId, what: Correction },
}

/// The most forms a table may have.
const MOST_FORMS: usize = 200;

/// May the GM do that now?
pub fn legal(table: &Table, intent: &GmIntent) -> Result<(), Refusal> {
    let someone = |who: ActorId| match who.index() < table.actors.len() {
        true => Ok(()),
        false => Err(Refusal::plain("nobody", "there is no such character")),
    };
    let range = |value: u8, most: u8| match value <= most {
        true => Ok(()),
        false => Err(Refusal::plain("out-of-range", format!("{value} is more than {most}"))),
    };
    match intent {
        GmIntent::BeginRounds { surprised, flat_footed, warned, rounds } => {
            if table.clock.mode == Mode::Rounds {
                return Err(Refusal::by(rule!("ST-039"), "in-rounds", "play is in rounds already"));
            }
            if table.active().is_empty() {
                return Err(Refusal::by(rule!("ST-039"), "nobody", "nobody is there to act"));
            }
            range(*rounds, 50)?;
            surprised.union(*flat_footed).union(*warned).iter().try_for_each(someone)
        }
        GmIntent::EndRounds if table.clock.mode == Mode::Free => {
            Err(Refusal::by(rule!("ST-043"), "no-rounds", "play is not in rounds"))
        }
        GmIntent::EndRounds | GmIntent::Say { .. } | GmIntent::Rushed { .. } => Ok(()),
        GmIntent::Wind { dice } => range(*dice, 5),
        GmIntent::WindResist { item, resist } => {
            let sheet = table.setup.items.get(usize::from(item.0));
            if !sheet.is_some_and(|item| item.ranged.is_some() || item.thrown.is_some()) {
                return Err(Refusal::plain("no-item", "nothing flies from this"));
            }
            range(*resist, 5)
        }
        GmIntent::Cover { who, cover, concealment } => {
            someone(*who)?;
            range(*cover, 9)?;
            range(*concealment, 9)
        }
        GmIntent::Piece { piece, cover, concealment } => {
            if usize::from(*piece) >= table.pieces.len() {
                return Err(Refusal::plain("no-piece", "there is no such thing"));
            }
            range(*cover, 9)?;
            range(*concealment, 9)
        }
        GmIntent::Alertness { who, difficulty, .. } => {
            range(difficulty.unwrap_or(0), 60)?;
            if who.is_empty() {
                return Err(Refusal::by(rule!("ST-260"), "nobody", "somebody must make the check"));
            }
            who.iter().try_for_each(|who| {
                someone(who)?;
                may_check(table, who)
            })
        }
        GmIntent::Call { who, check } => {
            someone(*who)?;
            may_check(table, *who)?;
            match usize::from(*check) < table.setup.customs.len() {
                true => Ok(()),
                false => Err(Refusal::plain("no-check", "there is no such check")),
            }
        }
        GmIntent::Write { check } => {
            let known = form_of(table, &check.name).is_some();
            if key_of(&check.name).is_empty() || (!known && table.setup.customs.len() >= MOST_FORMS) {
                return Err(Refusal::plain("no-name", "a check needs a name, and there is room for 200"));
            }
            range(check.difficulty.unwrap_or(1), 60)
        }
        GmIntent::Clue { clue } => {
            let known = clue_of(table, &clue.key).is_some();
            if clue.key.is_empty() || key_of(&clue.key) != clue.key || (!known && table.setup.clues.len() >= MOST_FORMS)
            {
                return Err(Refusal::plain("no-name", "a clue needs a word of its own, and there is room for 200"));
            }
            range(clue.difficulty, 60)?;
            range(clue.cost, 20)?;
            match clue_without_cost(&clues_with(table, clue)) {
                Some(_) => {
                    Err(Refusal::by(rule!("ST-243"), "no-cost", "every clue but the easiest of a topic has a cost"))
                }
                None => Ok(()),
            }
        }
        GmIntent::Verdict { who, .. } | GmIntent::Help { who } | GmIntent::Answer { who, .. } => someone(*who),
        GmIntent::Correct { who, what } => {
            someone(*who)?;
            correct::legal(table, *who, what)
        }
    }
}

/// May somebody be called to a check? Not if it is out of the fight, or asleep (ST-R122).
fn may_check(table: &Table, who: ActorId) -> Result<(), Refusal> {
    if !table.is_active(who) {
        return Err(Refusal::plain("out", format!("{} is out of the fight", table.name(who))));
    }
    match table.is_awake(who) {
        true => Ok(()),
        false => Err(Refusal::by(rule!("ST-254"), "asleep", format!("{} is asleep", table.name(who)))),
    }
}

/// All clues with this one put in place, or changed.
fn clues_with(table: &Table, clue: &ClueSheet) -> Vec<ClueSheet> {
    let others = table.setup.clues.iter().filter(|other| other.key != clue.key);
    others.chain([clue]).cloned().collect()
}

fn clue_of(table: &Table, key: &str) -> Option<usize> {
    table.setup.clues.iter().position(|clue| clue.key == key)
}

fn form_of(table: &Table, name: &str) -> Option<usize> {
    table.setup.customs.iter().position(|form| key_of(&form.name) == key_of(name))
}

/// Does it.
pub fn resolve<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, intent: &GmIntent, oracle: &mut O) -> Flow<()> {
    legal(table, intent)?;
    let tell = |event: GmEvent, oracle: &mut O| oracle.tell(Audience::All, || Event::Gm(event));
    match intent {
        GmIntent::BeginRounds { surprised, flat_footed, warned, rounds } => {
            for who in table.ids() {
                let actor = table.actor_mut(who);
                actor.surprised = surprised.contains(who);
                actor.flat_footed = flat_footed.contains(who);
                actor.warning = match (warned.contains(who), *rounds) {
                    (false, _) => 0,
                    (true, 0) => actor.warning.max(1),
                    (true, rounds) => rounds,
                };
            }
            turn::begin_rounds(book, table, oracle)?;
        }
        GmIntent::EndRounds => turn::end_rounds(table, oracle),
        GmIntent::Say { text } => tell(GmEvent::Says(text.clone()), oracle),
        GmIntent::Wind { dice } => {
            table.wind = *dice;
            tell(GmEvent::Wind(*dice), oracle);
        }
        GmIntent::WindResist { item, resist } => {
            let sheet = &mut Arc::make_mut(&mut table.setup).items[usize::from(item.0)];
            if let Some(ranged) = &mut sheet.ranged {
                ranged.wind_resist = *resist;
            }
            if let Some(thrown) = &mut sheet.thrown {
                thrown.wind_resist = *resist;
            }
            tell(GmEvent::WindResist { item: *item, resist: *resist }, oracle);
        }
        GmIntent::Cover { who, cover, concealment } => {
            let actor = table.actor_mut(*who);
            (actor.gm_cover, actor.gm_concealment) = (*cover, *concealment);
            tell(GmEvent::Cover { who: *who, cover: *cover, concealment: *concealment }, oracle);
        }
        GmIntent::Piece { piece, cover, concealment } => {
            let (at, cover, concealment) = (usize::from(*piece), *cover, *concealment);
            let changed = &mut Arc::make_mut(&mut table.pieces)[at];
            (changed.cover, changed.concealment, changed.active) = (cover, concealment, true);
            table.durability[at] = table.durability[at].max(1);
            tell(GmEvent::Piece { piece: *piece, cover, concealment }, oracle);
        }
        GmIntent::Rushed { rushed } => {
            table.rushed = *rushed;
            tell(GmEvent::Rushed(*rushed), oracle);
        }
        GmIntent::Alertness { who, difficulty, danger } => {
            // ST-263: each makes its own check.
            for who in who.iter() {
                awareness::alertness(book, table, who, *difficulty, *danger, oracle)?;
            }
        }
        GmIntent::Call { who, check } => awareness::call(book, table, *who, *check, oracle)?,
        GmIntent::Verdict { who, succeeds } => tell(GmEvent::Verdict { who: *who, succeeds: *succeeds }, oracle),
        GmIntent::Write { check } => {
            // A form of the same name is written anew.
            let at = form_of(table, &check.name);
            let customs = &mut Arc::make_mut(&mut table.setup).customs;
            let at = match at {
                Some(at) => {
                    customs[at] = (**check).clone();
                    at
                }
                None => {
                    customs.push((**check).clone());
                    customs.len() - 1
                }
            };
            tell(GmEvent::Wrote { check: at as u8 }, oracle);
        }
        GmIntent::Clue { clue } => {
            let at = clue_of(table, &clue.key).unwrap_or(table.setup.clues.len());
            let clues = &mut Arc::make_mut(&mut table.setup).clues;
            if at < clues.len() {
                clues[at] = (**clue).clone();
                table.clues[at].state = ClueState::Whole;
                // ST-R146: whoever searched for it in vain may search again.
                table.no_retry.retain(|(_, goal)| *goal != Goal::Thing(at as u8));
            } else {
                clues.push((**clue).clone());
                table.clues.push(Clue::default());
            }
            oracle.tell(Audience::Gm, || Event::Gm(GmEvent::Clue { clue: at as u8 }));
        }
        GmIntent::Help { who } => {
            table.no_retry.retain(|(known, _)| known != who);
            tell(GmEvent::Helped { who: *who }, oracle);
        }
        GmIntent::Answer { who, text } => {
            oracle.tell(Audience::only(*who), || Event::Gm(GmEvent::Answered { who: *who, text: text.clone() }));
        }
        GmIntent::Correct { who, what } => {
            let (who, before) = (*who, table.actor(*who).posture);
            correct::apply(table, who, what);
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Corrected { who, what: what.clone() }));
            go_out_if_spent(table, who, oracle)?; // ST-R23, ST-R24
            if table.actor(who).posture > before || !table.is_active(who) {
                lose_grip(table, who, oracle)?;
            }
        }
    }
    Ok(())
}
