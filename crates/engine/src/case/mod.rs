//! Case files: worked examples that are also tests.
//!
//! A case is TOML: a scene, steps with every die and answer given, and the expected results. It may have variants,
//! each run on a fresh scene after the shared steps, and odds with exact fractions.
//!
//! ```toml
//! title = "A dodge must be beaten too"
//!
//! [scene]
//! fighters = [{ name = "Ann", side = "red", hp = 5 }, { name = "Cid", side = "blue", hp = 5 }]
//!
//! [[variant]]
//! name = "(a) avoided"
//! [[variant.step]]
//! by = "ann"
//! do = "attack target=cid"
//! answers = ["dodge"]
//! dice = [7, 6]                       # dodge, attack: every single face in the order in which it falls
//! tells = ["cannot reach", "TY-002"]  # in this order; a part of a line, or the id of a rule behind it
//! state = { "cid.hp" = 5, "cid.reactions" = 0 }
//! rules = ["TY-003"]                  # what this step tests
//!
//! [[variant]]
//! name = "(b) not twice in a turn"
//! [[variant.step]]
//! by = "cid"
//! do = "attack target=ann"
//! refused = "TY-001"
//!
//! [[odds]]
//! by = "ann"
//! do = "attack target=cid"
//! answers = ["dodge"]
//! measure = "attack"
//! who = "cid"
//! is = "hit"
//! chance = "39/100"
//! ```

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

mod chances;
mod command;
mod matching;
mod run;
mod sound;

pub use run::{CaseReport, Failure, Load, book_of, run_case, run_cases};

use crate::{Reactions, door};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

pub fn case_schema() -> Value {
    door::schema_of::<CaseFile>("Referee case")
}

/// A case file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// What it demonstrates, in one line.
    pub title: String,
    /// The rulebook: `clockworld`.
    #[serde(default)]
    pub book: Option<String>,
    /// The scene.
    #[serde(default)]
    pub scene: Option<SceneOf>,
    /// House rules that differ from those of the scene.
    #[serde(default)]
    pub house: Map<String, Value>,
    /// The steps; run before every variant, if there are variants.
    #[serde(default)]
    pub step: Vec<Step>,
    /// Odds computed on the table after the steps.
    #[serde(default)]
    pub odds: Vec<OddsOf>,
    /// Variants of the example: each starts with a fresh scene and the steps above.
    #[serde(default)]
    pub variant: Vec<Variant>,
}

/// The scene of a case.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SceneOf {
    /// A scene file, relative to the case file.
    File(String),
    /// An inline scene; `from = "path"` loads a file and applies the other keys as changes.
    Inline(Map<String, Value>),
}

/// A variant of an example.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Its name: `(a)`.
    pub name: String,
    /// Changes to the scene, or another scene file.
    #[serde(default)]
    pub scene: Option<SceneOf>,
    /// House rules that differ.
    #[serde(default)]
    pub house: Map<String, Value>,
    /// The steps.
    #[serde(default)]
    pub step: Vec<Step>,
    /// Odds computed on the table after the steps.
    #[serde(default)]
    pub odds: Vec<OddsOf>,
}

/// An action and its expected results. Without `do`, only the state is checked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Who acts: an actor's key, `gm`, the name of a side, or `gm for` an actor's key. Default: the game master.
    #[serde(default)]
    pub by: Option<String>,
    /// The action: `attack target=bandit weapon=revolver`.
    #[serde(default, rename = "do")]
    pub deed: Option<String>,
    /// Every single face, in the order in which the dice are rolled.
    #[serde(default)]
    pub dice: Vec<i32>,
    /// The keys of the chosen options, in the order of the questions.
    #[serde(default)]
    pub answers: Vec<String>,
    /// The keys of all options of each question, in order.
    #[serde(default)]
    pub options: Option<Vec<Vec<String>>>,
    /// The step must be refused by this rule, or with this code. Nothing changes.
    #[serde(default)]
    pub refused: Option<String>,
    /// A part of the reason for the refusal.
    #[serde(default)]
    pub why: Option<String>,
    /// Parts of log lines, or ids of the rules behind them, in order.
    #[serde(default)]
    pub tells: Vec<String>,
    /// Text that no line may contain. Another step of the case must contain it, to catch misspellings.
    #[serde(default)]
    pub untold: Vec<String>,
    /// Text that these (keys of actors, names of sides) must not hear, although it is told to others.
    #[serde(default)]
    pub not_told_to: BTreeMap<String, Vec<String>>,
    /// Facts about the table afterwards: `{ "bandit.shock_failures" = 1 }`; `"none"` for what does not exist. A table
    /// is compared by the listed keys only, and `{ }` means an empty table.
    #[serde(default)]
    pub state: Map<String, Value>,
    /// The ids of the rules that this step tests: it must expect something that would differ if one of them were wrong.
    #[serde(default)]
    pub rules: Vec<String>,
    /// A note for the reader.
    #[serde(default)]
    pub note: Option<String>,
}

impl Step {
    /// Whether it has an expectation that could fail.
    fn expects(&self) -> bool {
        !(self.dice.is_empty()
            && self.answers.is_empty()
            && self.options.is_none()
            && self.refused.is_none()
            && self.tells.is_empty()
            && self.untold.is_empty()
            && self.not_told_to.is_empty()
            && self.state.is_empty())
    }
}

/// The odds of an action, with the expected chances.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsOf {
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// Who acts, as in a step.
    #[serde(default)]
    pub by: Option<String>,
    /// The action, as in a step; or several in a row.
    #[serde(rename = "do")]
    pub deed: Deeds,
    /// How others decide about reactions: `never` by default.
    #[serde(default)]
    pub reactions: Option<Reactions>,
    /// Option keys: a question that offers one of them is answered with it.
    #[serde(default)]
    pub answers: Vec<String>,
    /// The measure, if there is only one chance: see `chances`.
    #[serde(default)]
    pub measure: Option<String>,
    /// The affected actor.
    #[serde(default)]
    pub who: Option<String>,
    /// The value or values that count.
    #[serde(default)]
    pub is: Option<OneOrMore>,
    /// Values from this one up count.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// Facts about the table at the end.
    #[serde(default)]
    pub state: Map<String, Value>,
    /// The exact chance: `"7/10"`.
    #[serde(default)]
    pub chance: Option<String>,
    /// The tolerance, where dice explode without limit and there is no closed form.
    #[serde(default)]
    pub within: Option<String>,
    /// Several chances of the same action.
    #[serde(default)]
    pub chances: Vec<ChanceOf>,
    /// The ids of the rules that these chances test.
    #[serde(default)]
    pub rules: Vec<String>,
}

/// One action, or several in a row.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Deeds {
    One(String),
    /// Several, one after the other.
    Row(Vec<DeedOf>),
}

/// One of several actions in a row.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum DeedOf {
    /// With the actor named for all.
    Same(String),
    /// With another actor or other answers.
    Own {
        /// Who acts, as in a step.
        by: Option<String>,
        /// The action.
        #[serde(rename = "do")]
        deed: String,
        /// Option keys, instead of those given for all.
        answers: Option<Vec<String>>,
    },
}

/// One chance.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceOf {
    /// The measure.
    #[serde(default)]
    pub measure: Option<String>,
    /// The affected actor; any if omitted.
    #[serde(default)]
    pub who: Option<String>,
    /// The value or values that count.
    #[serde(default)]
    pub is: Option<OneOrMore>,
    /// Values from this one up count.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// Facts about the table at the end.
    #[serde(default)]
    pub state: Map<String, Value>,
    /// Conditions that must all hold as well.
    #[serde(default)]
    pub all: Vec<Condition>,
    /// Conditions of which one must hold as well.
    #[serde(default)]
    pub any: Vec<Condition>,
    /// The exact chance: `"7/10"`.
    #[serde(default)]
    pub chance: Option<String>,
    /// The tolerance, where dice explode without limit and there is no closed form.
    #[serde(default)]
    pub within: Option<String>,
    /// The exact expected value of the measure, instead of a chance.
    #[serde(default)]
    pub mean: Option<String>,
    /// The ids of the rules that this chance tests.
    #[serde(default)]
    pub rules: Vec<String>,
}

impl ChanceOf {
    /// Its own condition, besides `all` and `any`.
    fn own(&self) -> Condition {
        Condition {
            measure: self.measure.clone(),
            who: self.who.clone(),
            is: self.is.clone(),
            at_least: self.at_least,
            state: self.state.clone(),
        }
    }
}

/// A condition at the end of a branch.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The measure.
    #[serde(default)]
    pub measure: Option<String>,
    /// The affected actor; any if omitted.
    #[serde(default)]
    pub who: Option<String>,
    /// The value or values that count.
    #[serde(default)]
    pub is: Option<OneOrMore>,
    /// Values from this one up count.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// Facts about the table at the end.
    #[serde(default)]
    pub state: Map<String, Value>,
}

/// One or several values of a measure.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMore {
    /// A word: `hit`; `none` if nothing was counted.
    Word(String),
    Number(i32),
    /// Any of these words.
    Words(Vec<String>),
    /// Any of these numbers.
    Numbers(Vec<i32>),
}
