//! What is told of an Attack, and what is counted of it.

use super::{Declared, Outcome, RankSum, Target};
use crate::{
    Clockworld,
    check::Check,
    reactions::Defence,
    sheet::{Class, PartId, ThingId, WeaponRef},
    table::Table,
    words::{factors, manner, sum},
};
use referee_engine::{ActorId, Face, Factor, Line, Mark, act::Tells, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An Attack as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// It was declared.
    Declared(Declared),
    /// CW-246: a Pot Shot was taken.
    PotShot { by: ActorId, at: ActorId, weapon: WeaponRef, part: PartId },
    /// The Attack Check, compared for one Target.
    Rolled {
        /// Who attacked whom; `None` for an object.
        at: Option<ActorId>,
        /// The object, if it is one.
        thing: Option<ThingId>,
        check: Check,
        /// What the dice showed; `None` if no die was needed (CW-R03).
        face: Option<Face>,
        /// What made up the Rank.
        rank: RankSum,
        /// The Rank in the end.
        number: Option<i32>,
        /// The Reactions to beat.
        defences: SmallVec<[Defence; 1]>,
        outcome: Outcome,
        /// Did Take Cover hold?
        covered: bool,
    },
    /// CW-189: the attacker is seen.
    Revealed { who: ActorId },
}

impl Tells<Clockworld> for AttackEvent {
    fn line(&self, book: &Clockworld, table: &Table) -> Line {
        match self {
            AttackEvent::Declared(attack) => declared(table, attack),
            AttackEvent::PotShot { by, at, weapon, part } => {
                let (name, target) = (table.name(*by), table.name(*at));
                let (weapon, part) = (table.weapon_name(*by, *weapon), &table.part(*at, *part).part);
                Line::new(1, format!("{name} takes a Pot Shot at {target}'s {part} with {weapon}"), [rule!("CW-245")])
                    .by(*by)
            }
            AttackEvent::Rolled { at, thing, check, face, rank, number, defences, outcome, .. } => {
                let target = match (at, thing) {
                    (_, Some(thing)) => table.thing_sheet(*thing).name.clone(),
                    (Some(who), None) => table.name(*who).to_owned(),
                    (None, None) => "nothing".into(),
                };
                let total = match face {
                    Some(face) => sum(*face, check),
                    None => "no roll needed".into(),
                };
                let number = number.map_or("what cannot be beaten".to_owned(), |number| number.to_string());
                let text = match outcome {
                    Outcome::Missed => format!("{total} does not beat {number}: {target} is missed"),
                    Outcome::Avoided => format!("{total} beats {number} and not the Reaction: {target} is not hit"),
                    Outcome::Blocked(by) => {
                        let what = defences[usize::from(*by)].what_blocks(table);
                        format!("{total} does not beat the Block: {what} is struck")
                    }
                    Outcome::Hit => format!("{total} beats {number}: {target} is hit"),
                };
                let rules = match outcome {
                    Outcome::Missed => [rule!("CW-078"), rule!("CW-042")],
                    Outcome::Avoided => [rule!("CW-235"), rule!("CW-240")],
                    Outcome::Blocked(_) => [rule!("CW-235"), rule!("CW-237")],
                    Outcome::Hit => [rule!("CW-078"), rule!("CW-103")],
                };
                Line::new(1, text, rules).by(check.who).with(factors(check)).with(rank_factors(book, *rank))
            }
            AttackEvent::Revealed { who } => {
                Line::new(1, format!("{} is noticed", table.name(*who)), [rule!("CW-189")]).by(*who)
            }
        }
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let AttackEvent::Rolled { at, outcome, covered, .. } = self else { return };
        let (value, word) = match outcome {
            Outcome::Missed => (0, "missed"),
            Outcome::Avoided => (1, "avoided"),
            Outcome::Blocked(_) => (2, "blocked"),
            Outcome::Hit => (3, "hit"),
        };
        to.push(Mark::word("attack", *at, value, word));
        if *covered {
            to.push(Mark::word("take cover", *at, 1, "holds"));
        }
    }
}

fn declared(table: &Table, attack: &Declared) -> Line {
    let name = table.name(attack.actor);
    let weapon = table.weapon_name(attack.actor, attack.weapon);
    let target = match &attack.target {
        Target::Body { who, part } => format!("{}'s {}", table.name(*who), table.part(*who, *part).part),
        Target::Thing { thing, part } => {
            let sheet = table.thing_sheet(*thing);
            format!("{} ({})", sheet.name, sheet.parts[usize::from(*part)].part)
        }
        Target::Held { thing } => format!("{} in somebody's hand", table.thing_sheet(*thing).name),
        Target::Area { .. } => "an area".into(),
    };
    let how = manner(attack.focus, attack.sneakily);
    Line::new(0, format!("{name} Attacks {target} with {weapon}{how}"), [rule!("CW-025")]).by(attack.actor)
}

/// CW-078, CW-086, CW-087, CW-088: the parts of the Rank.
fn rank_factors(book: &Clockworld, rank: RankSum) -> Vec<Factor> {
    let base = rank.band.rank();
    let mut all = vec![Factor::new(base.to_string(), format!("{:?} Range", rank.band), rule!("CW-078"))];
    if rank.class != Class::Bulk {
        all.push(Factor::new(format!("+{} Rank", rank.class.ranks()), format!("{:?}", rank.class), rule!("CW-086")));
    }
    if rank.cover {
        all.push(Factor::new("+1 Rank", "Cover", rule!("CW-087")));
    }
    if rank.concealment {
        all.push(Factor::new("+1 Rank", "Concealment", rule!("CW-088")));
    }
    let total = rank.rank(book);
    let number = book.number(total).map_or("out of reach".to_owned(), |number| number.to_string());
    all.push(Factor::new(number, format!("Rank {total}"), rule!("CW-052")));
    all
}
