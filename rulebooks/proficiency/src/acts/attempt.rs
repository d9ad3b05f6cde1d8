//! Trying something without a prepared task (PR-030 to PR-032, PR-034, PR-037 to PR-041, PR-R26).

use super::{
    challenge::{Against, Challenge, Manner, Price, device_bonus, device_legal, feat_legal, meet, using_legal},
    group::helpers_legal,
    prelude::*,
};
use crate::{Question, house::OddsScope, question::MODIFIERS, sheet::SkillId};

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

/// What somebody tries, in the player's words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TryEvent {
    Tried {
        who: ActorId,
        words: String,
    },
    /// PR-117: done without a check.
    Everyday {
        who: ActorId,
        words: String,
    },
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
        let levels = Level::ALL.len();
        let against = match oracle.ask(table, Who::Gm, &Question::Needed { who, foes: foes.clone() })? {
            0 => return everyday(book, table, attempt, oracle),
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
            option => (MODIFIERS[option - 3], 0),
        };
        let Attempt { using, manner, .. } = attempt;
        let challenge = Challenge { actor: who, using, manner, against, gm_mod, edge, price: Price::Standard };
        meet(book, table, &challenge, oracle)?;
        Ok(())
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
        && oracle.ask(table, Who::Actor(who), &Question::Odds { who })? == 1;
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

impl TryEvent {
    /// In words.
    pub fn line(&self, table: &Table) -> Line {
        match self {
            TryEvent::Tried { who, words } => {
                Line::new(0, format!("{} tries: {words}", table.name(*who)), [rule!("PR-039")]).by(*who)
            }
            TryEvent::Everyday { who, words } => {
                let text = format!("{}: {words} is done without a check, PER 1", table.name(*who));
                Line::new(1, text, [rule!("PR-116"), rule!("PR-117")]).by(*who)
            }
        }
    }
}
