//! Corrections of a Skill: its Rank and its Bonus (CW-D14).

use super::prelude::*;
use crate::{
    rank::{Rank, SkillRank},
    sheet::Trained,
};
use std::sync::Arc;

act! {
    /// CW-D14: sets a Skill right.
    pub struct CorrectSkill for Clockworld, by Gm {
        who: ActorId = "Whose";
        skill: Skill = "Which";
        rank: Rank = "Rank";
        bonus: Bonus = "Bonus", usual;
        secret: bool = "For the GM alone", usual;
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

/// A Skill that may be corrected.
pub struct Correcting {
    skill: SkillCorrected,
    to: Audience,
}

/// A Skill was set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SkillCorrected {
    pub who: ActorId,
    pub skill: Skill,
    pub rank: SkillRank,
    /// What a Check adds.
    pub bonus: i8,
}

impl Act<Clockworld> for CorrectSkill {
    type By = Gm;
    type Ready = Correcting;
    const CARD: Card = card!("correct-skill", "Correct a Skill", "GM", "", "CW-D14");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Correcting, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        let (skill, Rank(rank)) = (self.skill()?, self.rank()?);
        // CW-R02: nobody is better than a Master.
        let above = bar!("CW-R02", "bad-value", "no Skill is above Master").moot();
        let rank = *SkillRank::ALL.get(usize::from(rank)).ok_or(above)?;
        let bonus = match self.bonus()? {
            Bonus::ByRank => see.book.house.bonus(rank),
            Bonus::Of(bonus) if (-10..=10).contains(&bonus) => bonus,
            Bonus::Of(_) => return Err(bar!(_, "bad-value", "a sheet does not hold that").into()),
        };
        let skill = SkillCorrected { who, skill, rank, bonus };
        Ok(Correcting { skill, to: told(see.table, self.secret()?, &[who]) })
    }

    fn resolve<O: Oracle>(
        Correcting { skill: corrected, to }: Correcting,
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let SkillCorrected { who, skill, rank, bonus } = corrected;
        Arc::make_mut(&mut table.setup).sheets[who.index()].skills[skill as usize] = Trained { rank, bonus };
        oracle.tell(to, || Event::Gm(GmEvent::CorrectSkill(corrected)));
        Ok(())
    }
}

impl Tells<Clockworld> for SkillCorrected {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let SkillCorrected { who, skill, rank, bonus } = self;
        let text = format!("Correction: {}, {skill} {rank} {bonus:+}", table.name(*who));
        Line::new(0, text, [rule!("CW-D14")]).by(*who)
    }
}
