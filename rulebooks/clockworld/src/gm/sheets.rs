//! Corrections of sheets: the numbers that the rules do not change (CW-D14, CW-R21).

use crate::{
    rank::SkillRank,
    sheet::{Class, Part, Size, Skill, THREATS, Trained},
    table::Table,
};
use referee_engine::{ActorId, Refusal, Side, key_of, rule};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most parts of a body: one bit each.
pub(crate) const MOST_PARTS: usize = 32;

/// A number or a word on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetCorrection {
    /// Feet a Move.
    Speed(u16),
    /// Feet it strikes by hand.
    Reach(u16),
    /// CW-R57.
    ShockLimit(u8),
    /// How large it is.
    Size(Size),
    /// CW-R21: its side.
    Side(Side),
    /// CW-162.
    NeedsBreath(bool),
    /// Can it see?
    CanSee(bool),
    /// Can it hear?
    CanHear(bool),
    /// Can it speak?
    CanSpeak(bool),
    /// Can it be a Target?
    Targetable(bool),
    /// Rank and Bonus in a Skill.
    Skill {
        /// Which.
        skill: Skill,
        /// How good.
        rank: SkillRank,
        /// What a Check adds.
        bonus: i8,
    },
}

/// The ranges of the ledger's Sheet section.
pub const SPEEDS: std::ops::RangeInclusive<u16> = 0..=200;
/// Reach in feet.
pub const REACHES: std::ops::RangeInclusive<u16> = 0..=30;
/// Shock limits.
pub const SHOCK_LIMITS: std::ops::RangeInclusive<u8> = 1..=20;
/// Bonuses.
pub const BONUSES: std::ops::RangeInclusive<i8> = -10..=10;

/// Makes it so, or says why that cannot be.
pub(super) fn correct(table: &mut Table, who: ActorId, correction: &SheetCorrection) -> Result<(), Refusal> {
    let range = |fits: bool, what: &str, allowed: String| match fits {
        true => Ok(()),
        false => Err(Refusal::plain("bad-value", format!("{what} is out of range")).allowing([allowed])),
    };
    match correction {
        SheetCorrection::Speed(feet) => range(SPEEDS.contains(feet), "Speed", "0 to 200".into())?,
        SheetCorrection::Reach(feet) => range(REACHES.contains(feet), "Reach", "0 to 30".into())?,
        SheetCorrection::ShockLimit(limit) => range(SHOCK_LIMITS.contains(limit), "the limit", "1 to 20".into())?,
        SheetCorrection::Skill { bonus, .. } => range(BONUSES.contains(bonus), "the Bonus", "-10 to 10".into())?,
        SheetCorrection::Side(side) => range(*side <= THREATS, "the side", "players, threats".into())?,
        SheetCorrection::Size(_)
        | SheetCorrection::NeedsBreath(_)
        | SheetCorrection::CanSee(_)
        | SheetCorrection::CanHear(_)
        | SheetCorrection::CanSpeak(_)
        | SheetCorrection::Targetable(_) => {}
    }
    let sheet = &mut Arc::make_mut(&mut table.setup).sheets[who.index()];
    match *correction {
        SheetCorrection::Speed(feet) => sheet.speed_ft = feet,
        SheetCorrection::Reach(feet) => sheet.reach_ft = feet,
        SheetCorrection::ShockLimit(limit) => sheet.shock_limit = limit,
        SheetCorrection::Size(size) => sheet.size = size,
        SheetCorrection::Side(side) => sheet.side = side,
        SheetCorrection::NeedsBreath(yes) => sheet.needs_breath = yes,
        SheetCorrection::CanSee(yes) => sheet.can_see = yes,
        SheetCorrection::CanHear(yes) => sheet.can_hear = yes,
        SheetCorrection::CanSpeak(yes) => sheet.can_speak = yes,
        SheetCorrection::Targetable(yes) => sheet.targetable = yes,
        SheetCorrection::Skill { skill, rank, bonus } => sheet.skills[skill as usize] = Trained { rank, bonus },
    }
    Ok(())
}

/// Is this the only Bulk part?
pub(crate) fn is_last_bulk(parts: &[Part], at: usize) -> bool {
    parts[at].class == Class::Bulk && parts.iter().filter(|part| part.class == Class::Bulk).count() == 1
}

/// CW-067, CW-D14: a part that the body does not have yet, with the class that the GM gives it.
pub(super) fn add_part(table: &mut Table, who: ActorId, part: &Part) -> Result<(), Refusal> {
    let sheet = &mut Arc::make_mut(&mut table.setup).sheets[who.index()];
    new_part(&mut sheet.body, part)?;
    sheet.know_limbs();
    Ok(())
}

/// A new part at the end of the list, so that the places of the others stay; or another class for one that is there.
pub(super) fn new_part(parts: &mut Vec<Part>, part: &Part) -> Result<(), Refusal> {
    let key = key_of(&part.part);
    if let Some(at) = parts.iter().position(|known| key_of(&known.part) == key) {
        if part.class != Class::Bulk && is_last_bulk(parts, at) {
            return Err(Refusal::by(rule!("CW-073"), "last-bulk", "there must be a Bulk").allowing(["bulk"]));
        }
        parts[at].class = part.class;
        return Ok(());
    }
    if key.is_empty() || part.part.chars().count() > 200 || parts.len() >= MOST_PARTS {
        let why = format!("a new part needs a name, and there are at most {MOST_PARTS}");
        return Err(Refusal::by(rule!("CW-067"), "bad-part", why));
    }
    parts.push(part.clone());
    Ok(())
}
