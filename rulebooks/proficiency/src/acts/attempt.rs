//! Trying something without a prepared task (PR-030 to PR-032, PR-034, PR-037 to PR-041, PR-R26).

use super::{
    challenge::{Against, Challenge, Manner, Price, device_bonus, device_legal, feat_legal, meet, using_legal},
    gm::call::Swayed,
    group::helpers_legal,
    prelude::*,
};
use crate::{
    check::{Circumstance, Mundane, Odds},
    house::OddsScope,
    sheet::SkillId,
    table::Gives,
};

/// The most characters of somebody's words.
pub const LONGEST: usize = 400;

act! {
    /// PR-030, PR-031, PR-039, PR-R26, PR-D09 to PR-D14: somebody tries something; the GM says whether a check is needed,
    /// and against what.
    ///
    /// The grounds are the GM's to see: a challenge (PR-032), something new (PR-034), doubt about the outcome (PR-037), and
    /// a degree that matters (PR-038). Where there is none, the act is mundane. One check covers all that belongs to the act
    /// (PR-040, PR-041).
    pub struct Try for Proficiency, by ActorId {
        with: Using = "With";
        words: Text<LONGEST> = "What", usual;
        device: Option<DeviceAt> = "With", usual;
        feat: Option<FeatAt> = "As", usual;
        helpers: Several<ActorId> = "With the help of", usual;
    }
}

/// Something that may be tried.
pub struct Attempt {
    who: ActorId,
    using: Using,
    manner: Manner,
    words: String,
}

told! {
    /// What somebody tries, in the player's words.
    pub enum TryEvent for Proficiency, |table| {
        Tried { who: ActorId, words: String } "PR-039" by who => format!("{} tries: {words}", table.name(who));
        /// PR-117: done without a check.
        Everyday { who: ActorId, words: String } under "PR-116", "PR-117" by who
            => format!("{}: {words} is done without a check, PER 1", table.name(who));
    }
}

impl Act<Proficiency> for Try {
    type By = ActorId;
    type Ready = Attempt;
    const CARD: Card = card!("try", "Try something", "Standard", "1 check", "PR-049");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Attempt, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let using = self.with()?;
        using_legal(table, using)?;
        let device = self.device()?;
        device_legal(table, who, device, using.skill)?;
        let feat = self.feat()?;
        feat_legal(table, who, feat)?;
        let helpers = self.helpers()?;
        helpers_legal(book, table, who, &helpers)?;
        let words = self.words()?.within()?;
        Ok(Attempt { who, using, manner: Manner { device, feat, helpers: helpers.0 }, words })
    }

    fn resolve<O: Oracle<Proficiency>>(
        attempt: Attempt,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let who = attempt.who;
        turn::enter(table, who, oracle);
        oracle.tell(Audience::All, || Event::Try(TryEvent::Tried { who, words: attempt.words.clone() }));
        let foes: SmallVec<[ActorId; 8]> =
            table.ids().filter(|&id| table.hostile(who, id) && table.is_able(id)).collect();
        let against = match (Needed { who, foes: foes.clone() }).ask(Who::Gm, table, oracle)? {
            Needs::Nothing => return everyday(book, table, attempt, oracle),
            Needs::Level(level) => Against::Level(level),
            Needs::Opposed(by) => opposed(table, [by].into_iter().collect(), oracle)?,
            Needs::OpposedByAll => opposed(table, foes.into_iter().collect(), oracle)?, // PR-R55
        };
        let (gm_mod, edge) = match (Circumstance { who }).ask(Who::Gm, table, oracle)? {
            None | Some(Gives::Ability(_)) => (0, Swayed::None),
            Some(Gives::Adv) => (0, Swayed::Adv),
            Some(Gives::Dis) => (0, Swayed::Dis),
            Some(Gives::Dc(points)) => (points, Swayed::None),
        };
        let Attempt { using, manner, .. } = attempt;
        let challenge = Challenge { actor: who, using, manner, against, gm_mod, edge, price: Price::Standard };
        meet(book, table, &challenge, oracle)?;
        Ok(())
    }
}

/// PR-D09, PR-D10, PR-D12, to the GM: mundane, a level, or opposed by one of these or by all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Needed {
    /// Who tries something.
    pub who: ActorId,
    /// Those who could oppose it.
    pub foes: SmallVec<[ActorId; 8]>,
}

/// What something takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// PR-031: it is mundane.
    Nothing,
    Level(Level),
    Opposed(ActorId),
    /// PR-R55: by all of them together.
    OpposedByAll,
}

impl Asks<Proficiency> for Needed {
    type Answer = Needs;
    const KIND: &'static str = "check-needed";
    const RULE: RuleId = rule!("PR-039");

    fn answers(&self) -> Answers<Needs> {
        let all = (self.foes.len() > 1).then_some(Needs::OpposedByAll);
        let foes = self.foes.iter().copied().map(Needs::Opposed);
        [Needs::Nothing].into_iter().chain(Level::ALL.map(Needs::Level)).chain(foes).chain(all).collect()
    }

    /// Challenging.
    fn usual(&self) -> usize {
        2
    }

    fn text(&self, _: &Proficiency, table: &Table, _: Who) -> String {
        format!("What does it take for {}?", table.name(self.who))
    }

    fn choice(&self, _: &Proficiency, table: &Table, _: Who, needs: &Needs) -> Choice {
        match *needs {
            Needs::Nothing => Choice::new("mundane", "No check: it is simply done"),
            Needs::Level(level) => Choice::new(level.key(), format!("{} {}", level.word(), level.number())),
            Needs::Opposed(by) => {
                let sheet = table.sheet(by);
                Choice::new(format!("opposed-by-{}", sheet.key), sheet.name.clone()).of_actor(by)
            }
            Needs::OpposedByAll => Choice::new("opposed-by-all", "Opposed by all of them together"),
        }
    }
}

/// PR-089, PR-D11: opposed by these; the GM says with what.
fn opposed<O: Oracle<Proficiency>>(table: &Table, by: SmallVec<[ActorId; 4]>, oracle: &mut O) -> Flow<Against> {
    let skills = table.setup.skills.len() as u8;
    let with = match (OpposedWith { skills }).ask(Who::Gm, table, oracle)? {
        Known::Skill(skill) => Using::skill(table, skill),
        Known::Ability(ability) => Using::ability(ability),
    };
    Ok(Against::Opposed { by, with })
}

/// PR-D11, to the GM: with which ability or skill it is opposed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpposedWith {
    /// How many skills there are.
    pub skills: u8,
}

/// What somebody opposes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    Skill(SkillId),
    Ability(Ability),
}

impl Asks<Proficiency> for OpposedWith {
    type Answer = Known;
    const KIND: &'static str = "opposed-with";
    const RULE: RuleId = rule!("PR-089");

    fn answers(&self) -> Answers<Known> {
        let skills = (0..self.skills).map(|at| Known::Skill(SkillId(at)));
        skills.chain(Ability::ALL.map(Known::Ability)).collect()
    }

    fn text(&self, _: &Proficiency, _: &Table, _: Who) -> String {
        "Opposed with what?".into()
    }

    fn choice(&self, _: &Proficiency, table: &Table, _: Who, with: &Known) -> Choice {
        match *with {
            Known::Skill(skill) => {
                let sheet = table.skill(skill);
                Choice::new(sheet.key.clone(), sheet.name.clone())
            }
            Known::Ability(ability) => Choice::new(ability.key(), ability.word()),
        }
    }
}

/// PR-031, PR-116 to PR-118, PR-R03, PR-R62: an everyday act: PER 1; Playing the Odds on it uses the Standard check.
fn everyday<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    Attempt { who, using, manner, words }: Attempt,
    oracle: &mut O,
) -> Flow<()> {
    let plays = book.house.odds_scope == OddsScope::EveryMundane
        && turn::may_spend(book, table, who).is_ok()
        && (Odds { who }).ask(Who::Actor(who), table, oracle)? == Mundane::PlayTheOdds;
    if !plays {
        oracle.tell(Audience::All, || Event::Try(TryEvent::Everyday { who, words }));
        return Ok(());
    }
    let dc = Dc::difficulty(0);
    let name = using.skill.map_or(Named::Ability, Named::Skill);
    let check = check::prepare(book, table, who, name, using, device_bonus(table, who, manner.device));
    let check = Check { dc: Dc { moved: 0, situation: 0, ..dc }, ..check };
    let mut spent = turn::Spent::Nothing;
    let pay = |table: &mut Table| spent = turn::spend(book, table, who);
    let settled = check::play_the_odds(book, table, &check, pay, oracle)?;
    turn::momentum(book, table, who, Upshot { spent, verdict: settled.verdict, felled: false, joint: false }, oracle);
    Ok(())
}
