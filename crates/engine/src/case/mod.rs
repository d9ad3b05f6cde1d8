//! Case files: worked examples that are also tests.
//!
//! A case is TOML: a scene, steps with every die and answer given, and what must come of them. It may have variants,
//! each run from a fresh scene after the steps they share, and odds with their exact fractions.
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

/// The JSON Schema of case files, for editors. With the schema of a book's scenes, it checks inline scenes too.
pub fn case_schema() -> Value {
    door::schema_of::<CaseFile>("Referee case")
}

/// A case file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// What it shows, in a line.
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
    /// What happens; before every variant, if there are variants.
    #[serde(default)]
    pub step: Vec<Step>,
    /// Odds on the table after the steps.
    #[serde(default)]
    pub odds: Vec<OddsOf>,
    /// Variants of the example: each begins with a fresh scene and the steps above.
    #[serde(default)]
    pub variant: Vec<Variant>,
}

/// A scene inside a case.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SceneOf {
    /// A scene file, relative to the case file.
    File(String),
    /// The scene itself; `from = "path"` takes a file and changes it by what else is said.
    Inline(Map<String, Value>),
}

/// A variant of an example.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What tells it from the others: `(a)`.
    pub name: String,
    /// What differs in the scene, or another scene file.
    #[serde(default)]
    pub scene: Option<SceneOf>,
    /// House rules that differ.
    #[serde(default)]
    pub house: Map<String, Value>,
    /// What happens.
    #[serde(default)]
    pub step: Vec<Step>,
    /// Odds on the table after the steps.
    #[serde(default)]
    pub odds: Vec<OddsOf>,
}

/// One thing that somebody does, and what must come of it. Without `do`, only the state is looked at.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Who: an actor's key, `gm`, the name of a side, or `gm for` an actor's key. The game master if left out.
    #[serde(default)]
    pub by: Option<String>,
    /// What: `attack target=bandit weapon=revolver`.
    #[serde(default, rename = "do")]
    pub deed: Option<String>,
    /// Every single face, in the order in which it falls.
    #[serde(default)]
    pub dice: Vec<i32>,
    /// The keys of the options chosen, in the order in which they are asked for.
    #[serde(default)]
    pub answers: Vec<String>,
    /// The keys of all options of each question that comes up, in order.
    #[serde(default)]
    pub options: Option<Vec<Vec<String>>>,
    /// The step must be refused by this rule, or with this code. Nothing changes.
    #[serde(default)]
    pub refused: Option<String>,
    /// A part of the reason why it is refused.
    #[serde(default)]
    pub why: Option<String>,
    /// Parts of what is told, or ids of the rules behind it, in order.
    #[serde(default)]
    pub tells: Vec<String>,
    /// What no line may contain. Some other step of the case must say it, so that a slip of the pen is found.
    #[serde(default)]
    pub untold: Vec<String>,
    /// What these (keys of actors, names of sides) must not hear, although it is told.
    #[serde(default)]
    pub not_told_to: BTreeMap<String, Vec<String>>,
    /// Facts about the table afterwards: `{ "bandit.shock_failures" = 1 }`; `"none"` for what is not there. A table is compared
    /// by the keys that are named, and `{ }` is one without any.
    #[serde(default)]
    pub state: Map<String, Value>,
    /// The rules that this step tests, by id: it must expect something that would differ if one of them were wrong.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What a reader should know.
    #[serde(default)]
    pub note: Option<String>,
}

impl Step {
    /// Does it expect anything that could fail?
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

/// The odds of doing something, with the chances that must come out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsOf {
    /// What tells it from others.
    #[serde(default)]
    pub name: Option<String>,
    /// Who, as in a step.
    #[serde(default)]
    pub by: Option<String>,
    /// What, as in a step; or several deeds in a row.
    #[serde(rename = "do")]
    pub deed: Deeds,
    /// How those who are asked decide: `never` if left out.
    #[serde(default)]
    pub reactions: Option<Reactions>,
    /// Keys of options: a question that has one of them gets it.
    #[serde(default)]
    pub answers: Vec<String>,
    /// What is measured, if only one chance is looked at: see `chances`.
    #[serde(default)]
    pub measure: Option<String>,
    /// Whom it befalls.
    #[serde(default)]
    pub who: Option<String>,
    /// The value or values that count.
    #[serde(default)]
    pub is: Option<OneOrMore>,
    /// Values from this one on count.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// Facts about the table at the end.
    #[serde(default)]
    pub state: Map<String, Value>,
    /// The exact chance: `"7/10"`.
    #[serde(default)]
    pub chance: Option<String>,
    /// Where dice explode without end and there is no closed form: how far the chance may be off.
    #[serde(default)]
    pub within: Option<String>,
    /// Several chances of the same deed.
    #[serde(default)]
    pub chances: Vec<ChanceOf>,
    /// The rules that these chances test, by id.
    #[serde(default)]
    pub rules: Vec<String>,
}

/// One deed, or several in a row.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Deeds {
    /// One.
    One(String),
    /// Several, one after the other.
    Row(Vec<DeedOf>),
}

/// A deed in a row of several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum DeedOf {
    /// By the one who is named for all.
    Same(String),
    /// By somebody else, or with other answers.
    Own {
        /// Who, as in a step.
        by: Option<String>,
        /// What.
        #[serde(rename = "do")]
        deed: String,
        /// Keys of options, in place of those named for all.
        answers: Option<Vec<String>>,
    },
}

/// One chance.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceOf {
    /// What is measured.
    #[serde(default)]
    pub measure: Option<String>,
    /// Whom it befalls; anybody if left out.
    #[serde(default)]
    pub who: Option<String>,
    /// The value or values that count.
    #[serde(default)]
    pub is: Option<OneOrMore>,
    /// Values from this one on count.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// Facts about the table at the end.
    #[serde(default)]
    pub state: Map<String, Value>,
    /// All of these must hold as well.
    #[serde(default)]
    pub all: Vec<Condition>,
    /// One of these must hold as well.
    #[serde(default)]
    pub any: Vec<Condition>,
    /// The exact chance: `"7/10"`.
    #[serde(default)]
    pub chance: Option<String>,
    /// Where dice explode without end and there is no closed form: how far the chance may be off.
    #[serde(default)]
    pub within: Option<String>,
    /// The exact expected value of the measure, in place of a chance.
    #[serde(default)]
    pub mean: Option<String>,
    /// The rules that this chance tests, by id.
    #[serde(default)]
    pub rules: Vec<String>,
}

impl ChanceOf {
    /// What it says itself must be so, besides `all` and `any`.
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

/// What must be so at the end of a way.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// What is measured.
    #[serde(default)]
    pub measure: Option<String>,
    /// Whom it befalls; anybody if left out.
    #[serde(default)]
    pub who: Option<String>,
    /// The value or values that count.
    #[serde(default)]
    pub is: Option<OneOrMore>,
    /// Values from this one on count.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// Facts about the table at the end.
    #[serde(default)]
    pub state: Map<String, Value>,
}

/// A value of a measure, or several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMore {
    /// A word: `hit`; `none` if nothing was counted.
    Word(String),
    /// A number.
    Number(i32),
    /// Any of these.
    Words(Vec<String>),
    /// Any of these.
    Numbers(Vec<i32>),
}
