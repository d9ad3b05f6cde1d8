//! Corrections of sheets: the numbers that the rules do not change (CW-D14, CW-R21).

use super::prelude::*;
use crate::{
    acts::contest,
    rank::{Rank, SkillRank},
    sheet::{PLAYERS, Size, THREATS, Trained},
};
use std::sync::Arc;

act! {
    /// CW-D14: sets a sheet right.
    pub struct CorrectSheet for Clockworld, by Gm {
        who: ActorId = "Whose";
        fact: Fact = "What";
        value among values: Said = "What is so";
        skill: Skill = "With which Skill";
        rank: Rank = "Rank";
        bonus: Bonus = "Bonus", usual;
        secret: bool = "For the GM alone", usual;
    }
}

worded! {
    pub enum Fact {
        Speed = "speed",
        Reach = "reach",
        ShockLimit = "shock-limit",
        Size = "size",
        Side = "side",
        NeedsBreath = "needs-breath",
        CanSee = "can-see",
        CanHear = "can-hear",
        CanSpeak = "can-speak",
        Targetable = "targetable",
        Skill = "skill",
    }
}

/// What can be so: the ranges of the ledger's Sheet section.
fn values(correct: &CorrectSheet, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Said> {
    match correct.fact.value() {
        Some(Fact::Speed) => Said::numbers(0, 200),
        Some(Fact::Reach) => Said::numbers(0, 30),
        Some(Fact::ShockLimit) => Said::numbers(1, 20),
        Some(Fact::Size) => Said::words(&["small", "medium", "large", "huge"]),
        Some(Fact::Side) => Said::words(&["players", "threats"]),
        Some(Fact::NeedsBreath | Fact::CanSee | Fact::CanHear | Fact::CanSpeak | Fact::Targetable) => Said::yes_or_no(),
        Some(Fact::Skill) | None => Vec::new(),
    }
}

/// CW-R01: the Bonus of the Rank if none is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bonus {
    ByRank,
    Of(i8),
}

impl Value<Clockworld> for Bonus {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        std::iter::once(Bonus::ByRank).chain((-10..=10).map(Bonus::Of)).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            Bonus::ByRank => Choice::new("by-rank", "By the Rank"),
            Bonus::Of(bonus) => Choice::new(bonus.to_string(), format!("{bonus:+}")),
        }
    }
}

/// A correction that may be made.
pub struct Correcting {
    who: ActorId,
    correction: SheetCorrection,
    to: Audience,
}

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
    CanSee(bool),
    CanHear(bool),
    CanSpeak(bool),
    /// Can it be a Target?
    Targetable(bool),
    /// Rank and Bonus in a Skill.
    Skill {
        skill: Skill,
        /// How good.
        rank: SkillRank,
        /// What a Check adds.
        bonus: i8,
    },
}

/// A sheet was set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SheetCorrected {
    pub who: ActorId,
    pub correction: SheetCorrection,
}

impl Act<Clockworld> for CorrectSheet {
    type By = Gm;
    type Ready = Correcting;
    const CARD: Card = card!("correct-sheet", "Correct a sheet", "GM", "", "CW-D14");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Correcting, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        let bad = bar!(_, "bad-value", "a sheet does not hold that");
        let correction = match self.fact()? {
            Fact::Speed => SheetCorrection::Speed(self.value()?.number(0, 200)? as u16),
            Fact::Reach => SheetCorrection::Reach(self.value()?.number(0, 30)? as u16),
            Fact::ShockLimit => SheetCorrection::ShockLimit(self.value()?.number(1, 20)? as u8),
            Fact::Size => SheetCorrection::Size(match self.value()?.word() {
                "small" => Size::Small,
                "medium" => Size::Medium,
                "large" => Size::Large,
                "huge" => Size::Huge,
                _ => return Err(bad.into()),
            }),
            Fact::Side => SheetCorrection::Side(match self.value()?.word() {
                "players" => PLAYERS,
                "threats" => THREATS,
                _ => return Err(bad.into()),
            }),
            Fact::NeedsBreath => SheetCorrection::NeedsBreath(self.value()?.is_yes()?),
            Fact::CanSee => SheetCorrection::CanSee(self.value()?.is_yes()?),
            Fact::CanHear => SheetCorrection::CanHear(self.value()?.is_yes()?),
            Fact::CanSpeak => SheetCorrection::CanSpeak(self.value()?.is_yes()?),
            Fact::Targetable => SheetCorrection::Targetable(self.value()?.is_yes()?),
            Fact::Skill => {
                let (skill, Rank(rank)) = (self.skill()?, self.rank()?);
                // CW-R02: nobody is better than a Master.
                let above = bar!("CW-R02", "bad-value", "no Skill is above Master").moot();
                let rank = *SkillRank::ALL.get(usize::from(rank)).ok_or(above)?;
                let bonus = match self.bonus()? {
                    Bonus::ByRank => see.book.house.bonus(rank),
                    Bonus::Of(bonus) if (-10..=10).contains(&bonus) => bonus,
                    Bonus::Of(_) => return Err(bad.into()),
                };
                SheetCorrection::Skill { skill, rank, bonus }
            }
        };
        Ok(Correcting { who, correction, to: told(see.table, self.secret()?, &[who]) })
    }

    fn resolve<O: Oracle>(
        Correcting { who, correction, to }: Correcting,
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let sheet = &mut Arc::make_mut(&mut table.setup).sheets[who.index()];
        match correction {
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
        contest::check_holds(table, oracle); // CW-R87: a shorter Reach may end a hold.
        oracle.tell(to, || Event::Gm(GmEvent::CorrectSheet(SheetCorrected { who, correction })));
        Ok(())
    }
}

impl Tells<Clockworld> for SheetCorrected {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let yes = |it: bool| if it { "yes" } else { "no" };
        let what = match self.correction {
            SheetCorrection::Speed(feet) => format!("Speed {feet} feet"),
            SheetCorrection::Reach(feet) => format!("Reach {feet} feet"),
            SheetCorrection::ShockLimit(limit) => format!("Shock limit {limit}"),
            SheetCorrection::Size(size) => format!("size {size:?}"),
            SheetCorrection::Side(side) => format!("on the side of the {}", Clockworld::side_key(side)),
            SheetCorrection::NeedsBreath(it) => format!("needs breath: {}", yes(it)),
            SheetCorrection::CanSee(it) => format!("can see: {}", yes(it)),
            SheetCorrection::CanHear(it) => format!("can hear: {}", yes(it)),
            SheetCorrection::CanSpeak(it) => format!("can speak: {}", yes(it)),
            SheetCorrection::Targetable(it) => format!("can be a Target: {}", yes(it)),
            SheetCorrection::Skill { skill, rank, bonus } => format!("{skill} {rank} {bonus:+}"),
        };
        Line::new(0, format!("Correction: {}, {what}", table.name(self.who)), []).by(self.who)
    }
}
