//! The GM's part: circumstances, Checks called for, time, corrections, and how it ends.
//!
//! Every act of the GM is an intent: journalled, checked, undoable. What it says is told to everybody, or to the GM
//! alone if it is secret.

pub mod checks;
mod circumstances;
mod conditions;
pub mod correct;
mod scenario;
pub mod sheets;
pub mod things;

pub use checks::{Called, Effect};
pub use conditions::Imposed;
pub use correct::Correction;
pub use sheets::SheetCorrection;
pub use things::ThingCorrection;

use crate::{
    Clockworld, Event,
    actions::contest,
    harm,
    opening::{self, FirstTurn},
    recovery,
    sheet::{Part, PartId, ThingId},
    table::{Circumstance, Severity, Table},
    turn,
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, Side, rule, space::Override};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// The most seconds that one intent lets pass: about a year.
pub const LONGEST_SECONDS: u64 = 9_000 * 3600;
/// The most characters of the GM's words.
pub const LONGEST: usize = 400;

/// What the GM does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GmIntent {
    /// What.
    pub what: GmAct,
    /// Told to the GM alone?
    #[serde(default)]
    pub secret: bool,
}

/// What the GM does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmAct {
    /// CW-D02.
    FirstTurn(FirstTurn),
    /// CW-043, CW-D09, CW-D10.
    Circumstance(Circumstance),
    /// Takes circumstances away: all of this Character, or the one at this place.
    ClearCircumstances {
        /// Whose.
        who: ActorId,
        /// Which, among those of this Character; all if left out.
        which: Option<u8>,
    },
    /// CW-D09: ask before every Check, or only where a rule needs it.
    AskBeforeChecks(bool),
    /// CW-D35.
    Check(Called),
    /// CW-103: an Injury out of the story (a fallen beam), with all that comes of it.
    Injure {
        /// Who.
        who: ActorId,
        /// Where.
        part: PartId,
        /// How bad, before the part counts (CW-R45).
        severity: Severity,
    },
    /// CW-D13: what one sees of another, whatever the map says.
    Sight {
        /// Who looks.
        from: ActorId,
        /// At whom.
        to: ActorId,
        /// What is so.
        said: Override,
        /// The other way round too?
        both: bool,
    },
    /// CW-D14: a part that the body does not have yet.
    AddPart {
        /// Whose.
        who: ActorId,
        /// The part with its class.
        part: Part,
    },
    /// CW-D14, CW-066: the same for a thing.
    AddThingPart {
        /// Which thing.
        thing: ThingId,
        /// The part with its class.
        part: Part,
    },
    /// A Condition comes.
    Impose {
        /// On whom.
        who: ActorId,
        /// Which.
        condition: Imposed,
        /// For one Round; else until something ends it.
        one_round: bool,
    },
    /// A Condition goes.
    Relieve {
        /// Whose.
        who: ActorId,
        /// Which, by its place in the list.
        which: u8,
    },
    /// CW-273: who knows of whom.
    Awareness {
        /// Who.
        who: ActorId,
        /// Of whom.
        of: ActorId,
        /// Does it know?
        aware: bool,
    },
    /// Sets a Character right.
    Correct {
        /// Whom.
        who: ActorId,
        /// What is so.
        correction: Correction,
    },
    /// CW-D19: sets a thing right.
    CorrectThing {
        /// Which.
        thing: ThingId,
        /// What is so.
        correction: ThingCorrection,
    },
    /// Sets a sheet right.
    CorrectSheet {
        /// Whose.
        who: ActorId,
        /// What is so.
        correction: SheetCorrection,
    },
    /// It is this side's Turn; nothing of its start happens again.
    SetTurn(Side),
    /// CW-222: story time passes.
    Time {
        /// How many seconds.
        seconds: u64,
    },
    /// CW-010: the Scenario is over.
    End {
        /// Who won.
        winner: Option<Side>,
        /// Why.
        why: String,
    },
    /// It is not over after all.
    Resume,
    /// CW-R59: what comes after.
    Aftermath,
    /// CW-R59: hours of rest.
    Rest {
        /// How many.
        hours: u32,
    },
    /// CW-R51: time between Scenarios.
    Downtime {
        /// How many hours.
        hours: u32,
    },
    /// CW-256, CW-D55, CW-D25: words of the GM: talk is cut short, what somebody suspects.
    Note {
        /// To one Character's player alone.
        to: Option<ActorId>,
        /// What.
        text: String,
    },
}

/// What the GM did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmEvent {
    /// This.
    Did(GmAct),
    /// CW-139: the effect of what was not withstood.
    Took {
        /// Whom.
        who: ActorId,
        /// What.
        effect: Effect,
        /// Of what: `Snake venom`.
        cause: String,
    },
}

/// What may be asked of the GM about what the GM does: nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmQuestion {}

impl GmQuestion {
    /// How many options there are.
    pub fn options(&self) -> usize {
        match *self {}
    }

    /// The option that declines, if there is one; it is the first.
    pub fn decline(&self) -> Option<usize> {
        match *self {}
    }
}

/// Does what the GM says, or refuses it.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    intent: &GmIntent,
    oracle: &mut O,
) -> Flow<()> {
    let act = &intent.what;
    check(table, act)?;
    let to = match (act, intent.secret) {
        (GmAct::Note { to: Some(who), .. }, _) => Audience::only(*who),
        (_, true) => Audience::Gm,
        (_, false) => known_to(table, act),
    };
    let tell = |oracle: &mut O| oracle.tell(to, || Event::Gm(GmEvent::Did(act.clone())));
    match act {
        // What tells its own story.
        GmAct::FirstTurn(first) => return opening::resolve(book, table, first, oracle),
        GmAct::Aftermath => return recovery::begin(table, oracle),
        GmAct::End { winner, why } => return scenario::end(table, *winner, why, oracle),
        // What is told first, because more follows from it.
        GmAct::Check(called) => {
            tell(oracle);
            return checks::resolve(book, table, called, to, oracle);
        }
        GmAct::Injure { who, part, severity } => {
            tell(oracle);
            return harm::injure(book, table, *who, *part, *severity, oracle);
        }
        GmAct::Time { seconds } => {
            tell(oracle);
            if *seconds >= turn::SECONDS_A_ROUND {
                recovery::rounds_pass(table, oracle);
            }
            return crate::actions::task::lengthy::pass_time(book, table, *seconds, oracle);
        }
        GmAct::Rest { hours } => {
            tell(oracle);
            return recovery::rest(book, table, *hours, oracle);
        }
        GmAct::Downtime { hours } => {
            tell(oracle);
            return recovery::downtime(book, table, *hours, oracle);
        }
        GmAct::Circumstance(circumstance) => circumstances::set(table, circumstance)?,
        GmAct::ClearCircumstances { who, which } => circumstances::clear(table, *who, *which)?,
        GmAct::AskBeforeChecks(ask) => table.gm_before_every_check = *ask,
        GmAct::Sight { from, to, said, both } => {
            if from == to {
                return Err(Refusal::by(rule!("CW-D13"), "same", "nobody hides from itself").into());
            }
            table.overrides.set(from.0, to.0, *said);
            if *both {
                table.overrides.set(to.0, from.0, *said);
            }
        }
        GmAct::AddPart { who, part } => sheets::add_part(table, *who, part)?,
        GmAct::AddThingPart { thing, part } => things::add_part(table, *thing, part)?,
        GmAct::Impose { who, condition, one_round } => {
            conditions::impose(book, table, *who, condition, *one_round)?;
        }
        GmAct::Relieve { who, which } => conditions::relieve(table, *who, *which)?,
        GmAct::Awareness { who, of, aware } => {
            if who == of {
                return Err(Refusal::by(rule!("CW-273"), "same", "everybody knows of itself").into());
            }
            let unaware_of = table.actor(*who).unaware_of;
            let unaware_of = if *aware { unaware_of.without(*of) } else { unaware_of.with(*of) };
            table.actor_mut(*who).unaware_of = unaware_of;
        }
        GmAct::Correct { who, correction } => correct::correct(book, table, *who, correction, oracle)?,
        GmAct::CorrectThing { thing, correction } => things::correct(table, *thing, correction)?,
        GmAct::CorrectSheet { who, correction } => {
            sheets::correct(table, *who, correction)?;
            contest::check_holds(table, oracle); // CW-R87: a shorter Reach may end a hold.
        }
        GmAct::SetTurn(side) => scenario::set_turn(table, *side)?,
        GmAct::Resume => scenario::resume(table)?,
        GmAct::Note { .. } => {}
    }
    tell(oracle);
    Ok(())
}

/// CW-273: those who do not know of a Character are not told what the GM says about it.
fn known_to(table: &Table, act: &GmAct) -> Audience {
    let about: SmallVec<[ActorId; 4]> = match act {
        GmAct::Circumstance(circumstance) => smallvec![circumstance.who],
        GmAct::ClearCircumstances { who, .. }
        | GmAct::Injure { who, .. }
        | GmAct::AddPart { who, .. }
        | GmAct::Relieve { who, .. }
        | GmAct::Correct { who, .. }
        | GmAct::CorrectSheet { who, .. } => smallvec![*who],
        GmAct::Impose { who, condition, .. } => std::iter::once(*who).chain(condition.by()).collect(),
        GmAct::Sight { from, to, .. } => smallvec![*from, *to],
        // Who does not know of whom is nothing to tell those who do not know.
        GmAct::Awareness { .. } => return Audience::Gm,
        GmAct::Check(called) => called.who.iter().copied().filter(|who| who.index() < table.actors.len()).collect(),
        // The name of a thing may tell whose it is.
        GmAct::CorrectThing { .. } | GmAct::AddThingPart { .. } => table.ids().collect(),
        GmAct::FirstTurn(_)
        | GmAct::AskBeforeChecks(_)
        | GmAct::SetTurn(_)
        | GmAct::Time { .. }
        | GmAct::End { .. }
        | GmAct::Resume
        | GmAct::Aftermath
        | GmAct::Rest { .. }
        | GmAct::Downtime { .. }
        | GmAct::Note { .. } => SmallVec::new(),
    };
    let not: ActorSet =
        table.ids().filter(|&id| about.iter().any(|&who| table.actor(id).unaware_of.contains(who))).collect();
    if not.is_empty() { Audience::All } else { Audience::AllBut(not) }
}

/// What every act must satisfy: those whom it names are there, and its words are short.
fn check(table: &Table, act: &GmAct) -> Result<(), Refusal> {
    let (who, words): (&[ActorId], &str) = match act {
        GmAct::Circumstance(circumstance) => (&[circumstance.who], &circumstance.why),
        GmAct::ClearCircumstances { who, .. }
        | GmAct::AddPart { who, .. }
        | GmAct::Impose { who, .. }
        | GmAct::Relieve { who, .. }
        | GmAct::Correct { who, .. }
        | GmAct::CorrectSheet { who, .. } => (&[*who], ""),
        GmAct::Injure { who, part, .. } => {
            known(table, *who)?;
            if usize::from(*part) >= table.sheet(*who).body.len() {
                let parts = table.sheet(*who).body.iter().map(|part| part.part.clone());
                return Err(Refusal::by(rule!("CW-065"), "unknown-part", "there is no such part").allowing(parts));
            }
            (&[], "")
        }
        GmAct::Sight { from, to, .. } => (&[*from, *to], ""),
        GmAct::Awareness { who, of, .. } => (&[*who, *of], ""),
        GmAct::End { why, .. } => (&[], why),
        GmAct::Note { to: Some(who), text } => (&[*who], text),
        GmAct::Note { to: None, text } => (&[], text),
        GmAct::AddThingPart { thing, .. } | GmAct::CorrectThing { thing, .. }
            if usize::from(thing.0) >= table.things.len() =>
        {
            let keys = table.setup.things.iter().map(|sheet| sheet.key.clone());
            return Err(Refusal::plain("unknown-thing", "there is no such thing").allowing(keys));
        }
        GmAct::Time { seconds } if *seconds > LONGEST_SECONDS => {
            let allowed = [format!("up to {LONGEST_SECONDS} seconds")];
            return Err(Refusal::plain("bad-time", "that much time cannot pass at once").allowing(allowed));
        }
        _ => (&[], ""),
    };
    for &who in who {
        known(table, who)?;
    }
    if words.chars().count() > LONGEST {
        return Err(Refusal::plain("too-long", format!("that is more than {LONGEST} characters")));
    }
    Ok(())
}

/// Is there such a Character?
fn known(table: &Table, who: ActorId) -> Result<(), Refusal> {
    if who.index() < table.actors.len() {
        return Ok(());
    }
    let keys = table.setup.sheets.iter().map(|sheet| sheet.key.clone());
    Err(Refusal::plain("unknown-character", "there is no such Character").allowing(keys))
}
