//! Investigate Area (ST-237 to ST-249).

use super::prelude::*;
use crate::{table::ClueState, words::count};
use referee_engine::key_of;

act! {
    /// ST-237, ST-D32: about a topic, in the player's words.
    pub struct Investigate for Stamina, by ActorId {
        topic: Text<LONGEST> = "What about";
        how: How = "How", usual;
    }
}

/// An investigation that may be made.
pub struct Investigation {
    who: ActorId,
    topic: String,
    how: How,
}

/// ST-238: the clues of a topic, and the goal that stands for it.
pub fn topic_of(table: &Table, topic: &str) -> (Vec<u8>, Goal) {
    let key = key_of(topic);
    let all = table.setup.clues.iter().enumerate().filter(|(_, clue)| clue.is_about(&key));
    let all: Vec<u8> = all.map(|(at, _)| at as u8).collect();
    let goal = Goal::Topic(all.first().copied().unwrap_or(u8::MAX));
    (all, goal)
}

/// ST-243: the clues that `who` can still find, in the order in which they are found: the easiest, which the check is
/// against, then the others by their cost (ST-R121).
fn left_to_find(table: &Table, who: ActorId, mut clues: Vec<u8>) -> Vec<u8> {
    clues.retain(|&at| {
        let clue = &table.clues[usize::from(at)];
        clue.state != ClueState::Lost && !clue.found.contains(who)
    });
    let sheet = |at: u8| &table.setup.clues[usize::from(at)];
    clues.sort_by_key(|&at| (sheet(at).difficulty, sheet(at).cost));
    if let Some((_easiest, further)) = clues.split_first_mut() {
        further.sort_by_key(|&at| sheet(at).cost);
    }
    clues
}

impl Act<Stamina> for Investigate {
    type By = ActorId;
    type Ready = Investigation;
    const CARD: Card = card!("investigate", "Investigate Area", "Other", "", "ST-237");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Investigation, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        let how = check::how(see, false, &self.how, self.how())?;
        Ok(Investigation { who, topic: self.topic()?.within()?, how })
    }

    /// ST-237: perception and awareness; what comes of it by degree. A topic is free words, so one that needs help is answered
    /// and not refused; nothing is spent.
    fn resolve<O: Oracle<Stamina>>(
        Investigation { who, topic, how }: Investigation,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let (clues, goal) = topic_of(table, &topic);
        if may_try_again(table, who, goal).is_err() {
            oracle.tell(Audience::only(who), || Event::NeedsHelp(NeedsHelp { who }));
            return Ok(());
        }
        turn::declare(table, who, &COST, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        let left = left_to_find(table, who, clues);
        let mut pool = pool_of(table, who, Attribute::Perception, Primary::Awareness);
        aid(table, who, Some(Secondary::Investigate), &mut pool, oracle)?;
        let difficulty = match left.first() {
            Some(&easiest) => table.setup.clues[usize::from(easiest)].difficulty,
            // ST-R100: where there is nothing the GM types any number.
            None => check::difficulty(table, who, Action::Investigate, oracle)?,
        };
        let to = Audience::only(who);
        let degree = perform(book, who, Named::Action(Action::Investigate), pool, difficulty, how, to, oracle)?;
        let rank = table.sheet(who).rank(Secondary::Investigate);
        match degree {
            Degree::CriticalFailure => {
                forbid(table, who, goal); // ST-R99
                if let Some(&easiest) = left.first() {
                    spoil(table, who, easiest, oracle)?;
                }
            }
            Degree::Failure => forbid(table, who, goal), // ST-245
            Degree::NearFailure if table.is_rushed() => oracle.tell(to, || Event::TryLater(TryLater { who })), // ST-247
            Degree::NearFailure => find(table, who, left.first().copied(), 0, oracle), // ST-246
            Degree::Success(more) => {
                // ST-248, ST-249: the first, and each further one whose cost is left.
                let mut rest = more;
                for (at, &clue) in left.iter().enumerate() {
                    let cost = if at == 0 { 0 } else { table.setup.clues[usize::from(clue)].cost };
                    let Some(after) = rest.checked_sub(cost) else { break };
                    rest = after;
                    find(table, who, Some(clue), rank, oracle);
                }
                if left.is_empty() {
                    oracle.tell(to, || Event::FoundNothing(FoundNothing { who }));
                }
            }
        }
        Ok(())
    }
}

/// The book gives it no turn requirement; in rounds it takes the slot, as everything that is no move does.
const COST: Cost = Cost::of(Action::Investigate, Need::One);

/// ST-239: a clue is found, and with it come questions. They are answered by talk; ST-240 binds the GM.
pub fn find<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, clue: Option<u8>, questions: u8, oracle: &mut O) {
    let Some(clue) = clue else { return };
    let state = &mut table.clues[usize::from(clue)];
    state.found = state.found.with(who);
    let actor = table.actor_mut(who);
    actor.questions = actor.questions.saturating_add(questions);
    oracle.tell(Audience::only(who), || Event::Found(Found { who, clue, questions }));
}

/// ST-244, ST-D33: after a critical failure the GM says what is damaged or lost.
pub fn spoil<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, clue: u8, oracle: &mut O) -> Flow<()> {
    let state = match (Spoils { clue }).ask(Who::Gm, table, oracle)? {
        Spoilt::Whole => return Ok(()),
        Spoilt::Damaged => ClueState::Damaged,
        Spoilt::Lost => ClueState::Lost,
    };
    table.clues[usize::from(clue)].state = state;
    oracle.tell(Audience::Gm, || Event::Spoiled(Spoiled { who, clue, state }));
    Ok(())
}

ask! {
    /// ST-D33, to the GM: what a critical failure does to a clue.
    pub struct Spoils for Stamina: "spoil", "ST-D33" {
        clue: u8,
    }
    |self, table| {
        let key = table.setup.clues.get(usize::from(self.clue)).map_or("", |clue| &clue.key);
        format!("What becomes of {key}?")
    };
    pub enum Spoilt {
        Whole = "whole", "whole";
        Damaged = "damaged", "damaged";
        Lost = "lost", "lost";
    }
}

/// ST-248: a clue was found, and brings so many questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Found {
    pub who: ActorId,
    pub clue: u8,
    pub questions: u8,
}

impl Tells<Stamina> for Found {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let found = &table.setup.clues[usize::from(self.clue)];
        let state = if table.clues[usize::from(self.clue)].state == ClueState::Damaged { " (damaged)" } else { "" };
        let asks = match self.questions {
            0 => String::new(),
            questions => format!("; {}", count(questions.into(), "question")),
        };
        let text = format!("{} finds {}{state}: {}{asks}", table.name(self.who), found.key, found.information);
        Line::new(1, text, [rule!("ST-248")]).by(self.who)
    }
}

/// ST-240: there is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundNothing {
    pub who: ActorId,
}

impl Tells<Stamina> for FoundNothing {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        Line::new(1, format!("{} finds nothing", table.name(self.who)), [rule!("ST-240")]).by(self.who)
    }
}

/// ST-245: a new try needs help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NeedsHelp {
    pub who: ActorId,
}

impl Tells<Stamina> for NeedsHelp {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} has failed at this; a new try needs help", table.name(self.who));
        Line::new(1, text, [rule!("ST-245")]).by(self.who)
    }
}

/// ST-247: there is another chance when there is time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TryLater {
    pub who: ActorId,
}

impl Tells<Stamina> for TryLater {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        Line::new(1, format!("{} can try again later", table.name(self.who)), [rule!("ST-247")]).by(self.who)
    }
}

/// ST-244: a clue is damaged or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spoiled {
    pub who: ActorId,
    pub clue: u8,
    pub state: ClueState,
}

impl Tells<Stamina> for Spoiled {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let what = &table.setup.clues[usize::from(self.clue)].key;
        let how = if self.state == ClueState::Lost { "lost" } else { "damaged" };
        Line::new(1, format!("{what} is {how}"), [rule!("ST-244")])
    }
}
