//! Checks that the GM sets: abilities, skills, devices; tasks, Extended tasks and Group actions
//! (PR-037 to PR-041, PR-049 to PR-051, PR-055 to PR-057, PR-092 to PR-096, PR-R80 to PR-R84).

mod group;
mod work;

pub use group::may_help;
pub use work::{MOST_SPECIALTY, Work, is_open, open, resolve_work, using_of, work_legal};

use super::attack::feat_legal;
use crate::{
    Event, Proficiency, Question,
    check::{self, Cause, How, Named, Settled, Terms, Using, Verdict},
    conditions,
    contest::{self, Contest, Opposing},
    dc::{Dc, Level},
    house::{GroupMethod, OddsScope},
    resource,
    sheet::{Ability, FeatBase, SkillId},
    table::{Phase, Table},
    tasks::TaskId,
    turn::{self, Upshot},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How somebody goes about a check: what with, and who helps (PR-D16, PR-D28).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Manner {
    /// PR-051: with this device.
    pub device: Option<u8>,
    /// PR-R27: with this feat.
    pub feat: Option<u8>,
    /// PR-056: with the help of these.
    pub helpers: SmallVec<[ActorId; 4]>,
}

/// What somebody tries without a prepared task; the GM says what it takes (PR-D09 to PR-D14).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Try {
    /// Who.
    pub actor: ActorId,
    /// With which ability or skill.
    pub using: Using,
    /// How.
    pub manner: Manner,
    /// In the player's words.
    pub words: String,
}

/// PR-086: opposed or unopposed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// PR-094.
    Level(Level),
    /// PR-089, PR-D11.
    Opposed {
        /// Who opposes it.
        by: SmallVec<[ActorId; 4]>,
        /// With what.
        with: Using,
    },
}

/// A check that the GM calls for (PR-039).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Challenge {
    /// Who makes it.
    pub actor: ActorId,
    /// With which ability or skill.
    pub using: Using,
    /// How.
    pub manner: Manner,
    /// Against what.
    pub against: Against,
    /// PR-104: the GM's modifier.
    pub gm_mod: i8,
    /// PR-066, PR-070: the GM's ADV (1) or DIS (−1).
    pub edge: i8,
    /// What it costs.
    #[serde(default)]
    pub price: Price,
}

/// What a check of a challenge costs and counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// PR-039, PR-R109: the GM calls for it, and it is no action of the turn.
    #[default]
    Free,
    /// The Standard check of the turn.
    Standard,
    /// The same, for a step of an Extended task (PR-R104).
    Extended,
}

/// What happened with a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskEvent {
    /// Somebody sets about it.
    Tried {
        /// Who.
        who: ActorId,
        /// Which task; none for what the GM improvises.
        task: Option<TaskId>,
        /// In the player's words.
        words: String,
    },
    /// PR-056: somebody helps.
    Helps {
        /// Who.
        who: ActorId,
        /// Whom.
        leader: ActorId,
    },
    /// PR-R83, switch `group_method`: how many of how many succeeded.
    Half {
        /// Who leads.
        leader: ActorId,
        /// Successes.
        successes: u8,
        /// Of so many.
        of: u8,
    },
    /// PR-R80: how far an Extended task is.
    Progress {
        /// Which.
        task: TaskId,
        /// How far.
        progress: i16,
        /// Of so much.
        needed: u16,
    },
    /// It is done.
    Done(TaskId),
    /// PR-R81: it cannot go on.
    Over(TaskId),
    /// PR-R12: a specialty has grown.
    Learnt {
        /// Who.
        who: ActorId,
        /// In what.
        skill: SkillId,
        /// To how much.
        bonus: u8,
    },
    /// PR-117: done without a check.
    Everyday {
        /// Who.
        who: ActorId,
        /// In the player's words.
        words: String,
    },
}

/// May this device help here? PR-R67: bonus points; PR-138: a device whose die is spent is empty.
pub fn device_legal(table: &Table, who: ActorId, device: Option<u8>, skill: Option<SkillId>) -> Result<(), Refusal> {
    let Some(at) = device else { return Ok(()) };
    let Some(device) = table.sheet(who).devices.get(usize::from(at)) else {
        return Err(Refusal::plain("unknown-device", "there is no such device"));
    };
    if device.skill.is_some() && device.skill != skill {
        return Err(Refusal::by(rule!("PR-051"), "no-help", format!("{} is no help with this", device.name)));
    }
    if device.resource.is_some_and(|kind| table.is_spent(who, kind)) {
        return Err(Refusal::by(rule!("PR-152"), "spent", format!("{} is empty", device.name)));
    }
    Ok(())
}

/// PR-R67: the bonus points of a device.
pub fn device_bonus(table: &Table, who: ActorId, device: Option<u8>) -> i16 {
    device.map_or(0, |at| i16::from(table.sheet(who).devices[usize::from(at)].bonus))
}

/// PR-R95: using a device rolls its die.
pub fn use_device<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    device: Option<u8>,
    oracle: &mut O,
) -> Flow<()> {
    match device.and_then(|at| table.sheet(who).devices[usize::from(at)].resource) {
        Some(kind) => resource::use_stock(book, table, who, kind, oracle),
        None => Ok(()),
    }
}

/// What must hold for the way in which it is done.
pub fn manner_legal(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    using: Using,
    manner: &Manner,
) -> Result<(), Refusal> {
    device_legal(table, who, manner.device, using.skill)?;
    if let Some(feat) = manner.feat {
        feat_legal(table, who, feat, FeatBase::Skill, false)?;
    }
    for (at, &helper) in manner.helpers.iter().enumerate() {
        if !table.has(helper) || !may_help(book, table, who, helper) || manner.helpers[..at].contains(&helper) {
            let why = "whoever helps is an able ally with its Standard check to spare";
            return Err(Refusal::by(rule!("PR-R84"), "cannot-help", why));
        }
    }
    let known = |skill: SkillId| usize::from(skill.0) < table.setup.skills.len();
    if using.skill.is_some_and(|skill| !known(skill)) {
        return Err(Refusal::plain("unknown-skill", "there is no such skill"));
    }
    Ok(())
}

/// What must hold for a try.
pub fn try_legal(book: &Proficiency, table: &Table, tried: &Try) -> Result<(), Refusal> {
    table.may_act(tried.actor)?;
    turn::may_spend(book, table, tried.actor)?;
    manner_legal(book, table, tried.actor, tried.using, &tried.manner)
}

/// PR-030, PR-031, PR-039, PR-R26, PR-D09 to PR-D14: somebody tries something; the GM says whether a check is needed,
/// and against what.
///
/// The grounds are the GM's to see: a challenge (PR-032), something new (PR-034), doubt about the outcome (PR-037), and a
/// degree that matters (PR-038). Where there is none, the act is mundane. One check covers all that belongs to the act
/// (PR-040, PR-041).
pub fn resolve_try<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    tried: &Try,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        try_legal(book, table, tried)?;
    }
    let who = tried.actor;
    turn::enter(table, who, oracle);
    let words = tried.words.clone();
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Tried { who, task: None, words }));
    let foes: SmallVec<[ActorId; 8]> = table.ids().filter(|&id| table.hostile(who, id) && table.is_able(id)).collect();
    let levels = Level::ALL.len();
    let against = match oracle.ask(table, Who::Gm, &Question::Needed { who, foes: foes.clone() })? {
        0 => return everyday(book, table, tried, oracle),
        option if option <= levels => Against::Level(Level::ALL[option - 1]),
        option => {
            let by = match foes.get(option - levels - 1) {
                Some(one) => SmallVec::from_slice(&[*one]),
                None => foes.iter().copied().collect(), // PR-R55: all of them together
            };
            let skills = table.setup.skills.len() as u8;
            let with = match oracle.ask(table, Who::Gm, &Question::OpposedWith { skills })? as u8 {
                skill if skill < skills => Using::skill(table, SkillId(skill)),
                ability => Using::ability(Ability::ALL[usize::from(ability - skills)]),
            };
            Against::Opposed { by, with }
        }
    };
    let (gm_mod, edge) = match oracle.ask(table, Who::Gm, &Question::Circumstance { who })? {
        0 => (0, 0),
        1 => (0, 1),
        2 => (0, -1),
        option => (crate::question::MODIFIERS[option - 3], 0),
    };
    let (using, manner) = (tried.using, tried.manner.clone());
    let challenge = Challenge { actor: who, using, manner, against, gm_mod, edge, price: Price::Standard };
    meet(book, table, &challenge, oracle)?;
    Ok(())
}

/// PR-031, PR-116 to PR-118, PR-R03, PR-R62: an everyday act: PER 1; Playing the Odds on it uses the Standard check.
fn everyday<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, tried: &Try, oracle: &mut O) -> Flow<()> {
    let who = tried.actor;
    let plays = book.house.odds_scope == OddsScope::EveryMundane
        && turn::may_spend(book, table, who).is_ok()
        && oracle.ask(table, Who::Actor(who), &Question::Odds { who })? == 1;
    if !plays {
        oracle.tell(Audience::All, || Event::Task(TaskEvent::Everyday { who, words: tried.words.clone() }));
        return Ok(());
    }
    let dc = Dc::difficulty(0);
    let name = tried.using.skill.map_or(Named::Ability, Named::Skill);
    let check = check::prepare(book, table, who, name, tried.using, device_bonus(table, who, tried.manner.device));
    let check = check::Check { dc: Dc { moved: 0, situation: 0, ..dc }, ..check };
    let mut spent = turn::Spent::Nothing;
    let pay = |table: &mut Table| spent = turn::spend(book, table, who);
    let settled = check::play_the_odds(book, table, &check, pay, oracle)?;
    turn::momentum(book, table, who, Upshot { spent, verdict: settled.verdict, felled: false, joint: false }, oracle);
    Ok(())
}

/// What must hold for a check that the GM calls for.
pub fn challenge_legal(book: &Proficiency, table: &Table, challenge: &Challenge) -> Result<(), Refusal> {
    let who = challenge.actor;
    if !table.has(who) || !table.is_able(who) {
        return Err(Refusal::by(rule!("PR-039"), "not-able", "a check is made by somebody able"));
    }
    if challenge.price != Price::Free {
        may_take(book, table, who)?;
    }
    if !(-5..=5).contains(&challenge.gm_mod) {
        return Err(Refusal::by(rule!("PR-104"), "bad-modifier", "a DC changes by −5 to +5").allowing(["-5 to 5"]));
    }
    if !(-1..=1).contains(&challenge.edge) {
        return Err(Refusal::plain("bad-edge", "ADV, DIS or neither"));
    }
    if let Against::Opposed { by, with } = &challenge.against {
        let fits = |id: &ActorId| table.has(*id) && *id != who && table.is_able(*id);
        let once = by.iter().enumerate().all(|(at, id)| !by[..at].contains(id));
        let known = with.skill.is_none_or(|skill| usize::from(skill.0) < table.setup.skills.len());
        if by.is_empty() || !by.iter().all(fits) || !once || !known {
            return Err(Refusal::by(rule!("PR-087"), "nobody-opposes", "somebody else who is able opposes it"));
        }
    }
    manner_legal(book, table, who, challenge.using, &challenge.manner)
}

/// PR-R05, PR-R109, PR-D40: may the check that the GM calls for take the Standard check of this character's turn?
pub fn may_take(book: &Proficiency, table: &Table, who: ActorId) -> Result<(), Refusal> {
    if table.phase == Phase::Free {
        return Err(Refusal::by(rule!("PR-R109"), "no-turns", "outside of turns no check takes a Standard check"));
    }
    table.may_act(who)?;
    turn::may_spend(book, table, who)
}

/// PR-039, PR-R109: the GM calls for a check, at any time. It is no action of the turn, unless the GM says that it is what
/// the character does with its turn.
pub fn called<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    challenge: &Challenge,
    oracle: &mut O,
) -> Flow<()> {
    challenge_legal(book, table, challenge)?;
    if challenge.price != Price::Free {
        turn::enter(table, challenge.actor, oracle);
    }
    meet(book, table, challenge, oracle)?;
    Ok(())
}

/// Meets a challenge, alone or with help.
fn meet<O: Oracle<Proficiency>>(
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
    let feat = challenge.manner.feat.map(|at| &table.sheet(who).feats[usize::from(at)]);
    let effort = feat.and_then(|feat| feat.effort);
    check.dc.feat += feat.map_or(0, |feat| i16::from(feat.dc_mod));
    check.causes = match challenge.edge {
        1 => check.causes.with(Cause::GmAdv),
        -1 => check.causes.with(Cause::GmDis),
        _ => check.causes,
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

/// The GM names an exertion (PR-137, PR-D31): the fatigue die is rolled.
pub fn exertion<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    at: usize,
    oracle: &mut O,
) -> Flow<()> {
    let before = table.actor(who).exhausted;
    resource::roll_stock(book, table, who, at, oracle)?;
    if !before && table.actor(who).exhausted {
        oracle.tell(Audience::All, || Event::Condition(conditions::ConditionEvent::Exhausted(who)));
    }
    Ok(())
}
