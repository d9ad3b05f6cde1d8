//! Checks that the GM sets: abilities, skills, devices, feats and help (PR-037 to PR-041, PR-049 to PR-051, PR-055 to
//! PR-057, PR-092 to PR-096, PR-R83, PR-R84).

use super::{attack, gm::call::Swayed, group, prelude::*};
use crate::{
    check::{Cause, How},
    contest::{self, Contest, Opposing},
    house::GroupMethod,
    resource,
    sheet::{FeatBase, SkillId},
};

/// How somebody goes about a check: what with, and who helps (PR-D16, PR-D28).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manner {
    /// PR-051.
    pub device: Option<DeviceAt>,
    /// PR-R27.
    pub feat: Option<FeatAt>,
    /// PR-056.
    pub helpers: SmallVec<[ActorId; 4]>,
}

/// PR-086: opposed or unopposed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Against {
    /// PR-094.
    Level(Level),
    /// PR-089, PR-D11.
    Opposed { by: SmallVec<[ActorId; 4]>, with: Using },
}

/// A check that the GM sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    pub actor: ActorId,
    pub using: Using,
    pub manner: Manner,
    pub against: Against,
    /// PR-104: the GM's modifier.
    pub gm_mod: i8,
    /// PR-066, PR-070: the GM's ADV or DIS.
    pub edge: Swayed,
    pub price: Price,
}

/// What a check of a challenge costs and counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    /// PR-039, PR-R109: the GM calls for it, and it is no action of the turn.
    Free,
    /// The Standard check of the turn.
    Standard,
    /// The same, for a step of an Extended task (PR-R104).
    Extended,
}

told! {
    /// What happened among those who meet a challenge together.
    pub enum GroupEvent for Proficiency, |table| {
        /// PR-056.
        Helps { who: ActorId, leader: ActorId } under "PR-056" by who
            => format!("{} helps {}", table.name(who), table.name(leader));
        /// PR-R83, switch `group_method`: how many of how many succeeded.
        Half { leader: ActorId, successes: u8, of: u8 } under "PR-R83" by leader
            => format!("{successes} of {of} succeed with {}", table.name(leader));
    }
}

/// The skill of a check is one of the table's.
pub fn using_legal(table: &Table, using: Using) -> Result<(), Why<'static>> {
    let known = |skill: SkillId| usize::from(skill.0) < table.setup.skills.len();
    let unknown = bar!(_, "unknown-skill", "there is no such skill");
    if using.skill.is_none_or(known) { Ok(()) } else { Err(unknown) }
}

/// May this device help here? PR-R67: bonus points; PR-138: a device whose die is spent is empty.
pub fn device_legal(
    table: &Table,
    who: ActorId,
    device: Option<DeviceAt>,
    skill: Option<SkillId>,
) -> Result<(), Why<'_>> {
    let Some(at) = device else { return Ok(()) };
    let Some(device) = table.sheet(who).devices.get(at.at()) else {
        return Err(bar!(_, "unknown-device", "there is no such device"));
    };
    if device.skill.is_some() && device.skill != skill {
        return Err(bar!("PR-051", "no-help", "{} is no help with this", &device.name).moot());
    }
    if device.resource.is_some_and(|kind| table.is_spent(who, kind)) {
        return Err(bar!("PR-152", "spent", "{} is empty", &device.name));
    }
    Ok(())
}

/// May this feat be used? Without `at`, none is.
pub fn feat_legal(table: &Table, who: ActorId, at: Option<FeatAt>) -> Result<(), Why<'_>> {
    attack::feat_legal(table, who, at, FeatBase::Skill, false)
}

/// PR-R67: the bonus points of a device.
pub fn device_bonus(table: &Table, who: ActorId, device: Option<DeviceAt>) -> i16 {
    device.map_or(0, |at| i16::from(table.sheet(who).devices[at.at()].bonus))
}

/// PR-R95: using a device rolls its die.
pub fn use_device<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    device: Option<DeviceAt>,
    oracle: &mut O,
) -> Flow<()> {
    match device.and_then(|at| table.sheet(who).devices[at.at()].resource) {
        Some(kind) => resource::use_stock(book, table, who, kind, oracle),
        None => Ok(()),
    }
}

/// Meets a challenge, alone or with help.
pub fn meet<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    challenge: &Challenge,
    oracle: &mut O,
) -> Flow<Settled> {
    let (who, price) = (challenge.actor, challenge.price);
    let helpers = group::join(book, table, who, &challenge.manner.helpers, oracle)?;
    let helped = !helpers.is_empty();
    let mut plus = device_bonus(table, who, challenge.manner.device);
    if book.house.group_method == GroupMethod::BonusPerHelper {
        plus += (helpers.len() as i16).min(5);
    }
    let name = challenge.using.skill.map_or(Named::Ability, Named::Skill);
    let mut check = check::prepare(book, table, who, name, challenge.using, plus);
    check.dc.situation += i16::from(challenge.gm_mod);
    let feat = challenge.manner.feat.map(|at| &table.sheet(who).feats[at.at()]);
    let effort = feat.and_then(|feat| feat.effort);
    check.dc.feat += feat.map_or(0, |feat| i16::from(feat.dc_mod));
    check.causes = match challenge.edge {
        Swayed::None => check.causes,
        Swayed::Adv => check.causes.with(Cause::GmAdv),
        Swayed::Dis => check.causes.with(Cause::GmDis),
    };
    // PR-R83: one leader rolls; with at least one helper the roll has ADV, and more helpers add nothing.
    if helped && book.house.group_method == GroupMethod::Advantage {
        check.causes = check.causes.with(Cause::Helped);
    }
    let mut spent = turn::Spent::Nothing;
    let mut pay = |table: &mut Table| {
        if price != Price::Free {
            spent = turn::spend(book, table, who);
        }
        for &helper in &helpers {
            group::paid(book, table, helper);
        }
    };
    let settled = match &challenge.against {
        Against::Level(level) => {
            check = check.versus(Dc::difficulty(level.number()));
            check.ask_gm(table, oracle)?;
            if helped && book.house.group_method == GroupMethod::HalfMustSucceed {
                pay(table);
                group::all_roll(book, table, &check, challenge, &helpers, oracle)?
            } else {
                check::attempt(book, table, &check, Terms::OWN, pay, oracle)?
            }
        }
        Against::Opposed { by, with } => {
            let answer = with.skill.map_or(Named::Ability, Named::Skill);
            let asked = Contest { check, opponents: by, opposing: Opposing::With(*with), answer, together: true };
            let won = contest::contest(book, table, asked, pay, oracle)?;
            let verdict = if won.over.is_empty() { Verdict::Failure } else { Verdict::Success };
            let per = won.over.first().map_or(0, |(_, per)| *per);
            won.settled.unwrap_or(Settled { how: How::Rolled, verdict, per })
        }
    };
    if settled.is_withdrawn() {
        return Ok(settled);
    }
    use_device(book, table, who, challenge.manner.device, oracle)?;
    if let Some(kind) = effort {
        resource::use_stock(book, table, who, kind, oracle)?;
    }
    turn::momentum(
        book,
        table,
        who,
        Upshot { spent, verdict: settled.verdict, felled: false, joint: helped || price == Price::Extended },
        oracle,
    );
    Ok(settled)
}
