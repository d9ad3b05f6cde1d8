//! Live: real dice, people who answer in their own time, and a record of it all.

use crate::{Audience, Flow, Handler, Prompt, Question, Refusal, Seat, Secrecy, Stop, System, Throw, Who};
use litemap::LiteMap;
use referee_dice::{DiceRng, Roll, Shown};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::{collections::BTreeMap, fmt};

/// One thing that came from outside while a rule ran: a roll, or an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// Dice that fell.
    Dice {
        /// Whose.
        who: Who,
        /// For what: `attack`.
        name: String,
        /// The dice in notation: `2d10kh1`.
        roll: String,
        /// Every face in the order in which it fell.
        faces: Vec<i32>,
        /// Typed in by somebody who rolled real dice.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
    },
    /// An answer.
    Answer {
        /// Who was asked.
        who: Who,
        /// The kind of question.
        kind: String,
        /// The option's index, and its key for whoever reads the journal.
        option: usize,
        /// The option's key.
        key: String,
        /// Given by a standing answer, not by a person.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        standing: bool,
    },
}

/// In words: `attack 2d10kh1 for actor 0, showing 3, 7`.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Dice { who, name, roll, faces, typed } => {
                let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
                let typed = if *typed { " (typed in)" } else { "" };
                write!(f, "{name} {roll} for {who}, showing {}{typed}", faces.join(", "))
            }
            Input::Answer { who, kind, option, key, standing } => {
                let standing = if *standing { " (a standing answer)" } else { "" };
                write!(f, "the answer {key:?}, option {option}, of {who} to {kind}{standing}")
            }
        }
    }
}

/// Something that everybody in its audience learns: an event of the book, or dice that fell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum Told<S: System> {
    /// Dice that fell.
    Dice {
        /// Whose.
        who: Who,
        /// For what.
        name: String,
        /// The dice in notation.
        roll: String,
        /// Every die.
        shown: Shown,
        /// Typed in by somebody who rolled real dice.
        typed: bool,
        /// Who may see them.
        to: Audience,
    },
    /// Something happened.
    Event {
        /// Who may learn of it.
        to: Audience,
        /// What.
        event: S::Event,
    },
}

impl<S: System> Told<S> {
    pub(crate) fn dice(throw: Throw, roll: Roll, shown: Shown, typed: bool) -> Self {
        let Throw { who, name, to } = throw;
        Told::Dice { who, name: name.to_owned(), roll: roll.to_string(), shown, typed, to }
    }

    /// Who may learn of it.
    pub fn audience(&self) -> Audience {
        match self {
            Told::Event { to, .. } | Told::Dice { to, .. } => *to,
        }
    }

    /// Keeps it from those who may not learn of a secret act.
    pub(crate) fn keep_within(&mut self, secrecy: Secrecy, by: Seat) {
        let (Told::Event { to, .. } | Told::Dice { to, .. }) = self;
        *to = to.within(secrecy, by);
    }

    /// The event, if it is one.
    pub fn event(&self) -> Option<&S::Event> {
        match self {
            Told::Event { event, .. } => Some(event),
            Told::Dice { .. } => None,
        }
    }
}

/// What came from outside in the course of an action, by its number within the action.
pub type Inputs = LiteMap<usize, Input>;

/// What a seat wants to happen when it is asked a kind of question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Ask me.
    #[default]
    Ask,
    /// Decline for me.
    Never,
    /// Take this option for me whenever it is there; ask me otherwise.
    Always(String),
}

/// The standing answers of everybody: who, and which kind of question.
pub type StandingAnswers = BTreeMap<Who, BTreeMap<String, Standing>>;

/// Something that a rule waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Waiting {
    /// Somebody has to answer.
    Answer {
        /// The number of this question within the action: what an answer names.
        ask: usize,
        /// Who is asked.
        who: Who,
        /// The question and its options.
        prompt: Prompt,
    },
    /// Somebody has to roll real dice and type them in.
    Dice {
        /// The number of this roll within the action.
        ask: usize,
        /// Who rolls.
        who: Who,
        /// For what.
        name: String,
        /// The dice in notation.
        roll: String,
    },
}

impl Waiting {
    /// The number that an answer names.
    pub fn ask(&self) -> usize {
        match self {
            Waiting::Answer { ask, .. } | Waiting::Dice { ask, .. } => *ask,
        }
    }

    /// Who is waited for.
    pub fn who(&self) -> Who {
        match self {
            Waiting::Answer { who, .. } | Waiting::Dice { who, .. } => *who,
        }
    }
}

/// The handler of play. It first repeats what is recorded, then draws dice and takes standing answers, and pauses when a
/// person is needed.
pub struct Live<'a, S: System> {
    book: &'a S,
    /// What came from outside so far, by its number within the action. Answers may come in any order.
    inputs: &'a mut Inputs,
    next: usize,
    dice: Option<&'a mut DiceRng>,
    standing: &'a StandingAnswers,
    typed: &'a [Who],
    told: Vec<Told<S>>,
    waiting: Vec<Waiting>,
}

impl<'a, S: System> Live<'a, S> {
    /// A handler that goes on from `inputs`. Without `dice` it only repeats: whatever is not recorded is missing.
    pub fn new(
        book: &'a S,
        inputs: &'a mut Inputs,
        dice: Option<&'a mut DiceRng>,
        standing: &'a StandingAnswers,
        typed: &'a [Who],
    ) -> Self {
        Live { book, inputs, next: 0, dice, standing, typed, told: Vec::new(), waiting: Vec::new() }
    }

    /// What was told, and what is waited for. Call it when the rule has ended or paused.
    pub fn finish(self) -> (Vec<Told<S>>, Vec<Waiting>, usize) {
        (self.told, self.waiting, self.next)
    }

    /// The number that the next roll or question will have.
    pub(super) fn next_number(&self) -> usize {
        self.next
    }

    fn take(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// The answer recorded under `ask`, or the one that a standing answer gives, or a pause.
    fn answer(&mut self, ask: usize, table: &S::Table, who: Who, question: &S::Question) -> Flow<Option<usize>> {
        if let Some(input) = self.inputs.get(&ask) {
            return match input {
                Input::Answer { who: recorded, option, kind, key, .. }
                    if *recorded == who && *option < question.options() =>
                {
                    let prompt = self.book.prompt(table, who, question);
                    let now = prompt.options.get(*option).map(|choice| choice.key.as_str());
                    if prompt.kind != *kind || now != Some(key) {
                        return Err(Stop::broken(other_option(ask, &prompt, key, *option)));
                    }
                    Ok(Some(*option))
                }
                other => {
                    let Prompt { kind, text, options, .. } = self.book.prompt(table, who, question);
                    Err(misfit(&format!("the rules ask {kind} with {} options ({text})", options.len()), other))
                }
            };
        }
        let prompt = self.book.prompt(table, who, question);
        if prompt.options.len() != question.options() {
            let (listed, all) = (prompt.options.len(), question.options());
            return Err(Stop::broken(format!("the prompt lists {listed} of {all} options: {}", prompt.text)));
        }
        // A question with a single option is not worth anybody's time.
        let only = (question.options() == 1).then_some(0);
        if let Some(option) = only.or_else(|| self.standing_answer(who, &prompt)) {
            let key = prompt.options[option].key.clone();
            self.inputs.insert(ask, Input::Answer { who, kind: prompt.kind, option, key, standing: true });
            return Ok(Some(option));
        }
        self.waiting.push(Waiting::Answer { ask, who, prompt });
        Ok(None)
    }

    fn standing_answer(&self, who: Who, prompt: &Prompt) -> Option<usize> {
        match self.standing.get(&who)?.get(&prompt.kind)? {
            Standing::Ask => None,
            Standing::Never => prompt.decline,
            Standing::Always(key) => prompt.options.iter().position(|option| option.key == *key),
        }
    }
}

/// What to say of an answer that names an option by its index and another by its key.
pub(crate) fn other_option(ask: usize, prompt: &Prompt, recorded: &str, option: usize) -> String {
    let now = prompt.options.get(option).map_or("nothing", |choice| choice.key.as_str());
    let Prompt { kind, text, .. } = prompt;
    format!("question {ask} ({kind}: {text}) was answered with {recorded:?}, but its option {option} is {now:?} now")
}

fn misfit(expected: &str, found: &Input) -> Stop {
    Stop::broken(format!("{expected}, but the journal has {found}"))
}

impl<S: System> Handler<S> for Live<'_, S> {
    fn total(&mut self, throw: Throw, dice: Roll, _same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        let Throw { who, name, .. } = throw;
        let ask = self.take();
        let (shown, typed) = match self.inputs.get(&ask) {
            Some(Input::Dice { who: recorded, name: for_what, faces, typed, .. })
                if *recorded == who && for_what == name =>
            {
                (read_faces(dice, name, faces, *typed)?, *typed)
            }
            Some(other) => return Err(misfit(&format!("the rules roll {name} {dice} for {who}"), other)),
            None if self.typed.contains(&who) || self.dice.is_none() => {
                self.waiting.push(Waiting::Dice { ask, who, name: name.to_owned(), roll: dice.to_string() });
                return Err(Stop::Pause);
            }
            None => {
                let rng = self.dice.as_mut().expect("looked at in the arm above");
                let mut faces = Vec::new();
                let shown: Result<Shown, Stop> = dice.evaluate(|die| {
                    faces.push(rng.face(die));
                    Ok(faces[faces.len() - 1])
                });
                let shown = shown?;
                let input = Input::Dice { who, name: name.to_owned(), roll: dice.to_string(), faces, typed: false };
                self.inputs.insert(ask, input);
                (shown, false)
            }
        };
        let total = shown.total;
        self.told.push(Told::dice(throw, dice, shown, typed));
        Ok(total)
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let ask = self.take();
        self.answer(ask, table, who, question)?.ok_or(Stop::Pause)
    }

    fn decide_all(&mut self, table: &S::Table, asked: &[(Who, S::Question)]) -> Flow<SmallVec<[usize; 8]>> {
        let mut answers = SmallVec::new();
        let mut missing = false;
        for (who, question) in asked {
            let ask = self.take();
            match self.answer(ask, table, *who, question)? {
                Some(option) => answers.push(option),
                None => missing = true,
            }
        }
        if missing { Err(Stop::Pause) } else { Ok(answers) }
    }

    fn hear(&mut self, to: Audience, event: &mut dyn FnMut() -> S::Event) {
        self.told.push(Told::Event { to, event: event() });
    }
}

/// The dice with these faces, every one used and none missing. What a person typed is refused, what a record says is
/// broken.
pub(super) fn read_faces(dice: Roll, name: &str, faces: &[i32], typed: bool) -> Flow<Shown> {
    let wrong = |why: String| match typed {
        true => Refusal::plain("dice-do-not-fit", why).allowing([dice.to_string()]).into(),
        false => Stop::broken(why),
    };
    let mut left = faces.iter();
    let shown = dice.evaluate(|die| match left.next() {
        Some(&face) if die.has_face(face) => Ok(face),
        Some(face) => Err(wrong(format!("{face} is no face of a {die} ({name}, {dice})"))),
        None => Err(wrong(format!("{name} needs more dice than {faces:?} ({dice})"))),
    })?;
    match left.len() {
        0 => Ok(shown),
        more => Err(wrong(format!("{more} dice too many for {name} ({dice})"))),
    }
}
