//! The action check: d20, Proficiency and bonus points against a DC (PR-060 to PR-083).

mod circumstance;
mod edge;
mod ends;
mod judge;
mod told;

pub use circumstance::Circumstance;
pub use edge::{Cause, Causes, Edge, Naturals};
pub use ends::{AllowRoll, CallAtZero, Improbable, KeepIt, Mundane, Odds};
pub(crate) use ends::{Gate, gate};
pub use judge::Verdict;

use crate::{
    Event, Proficiency,
    acts::hide,
    conditions,
    dc::{Dc, ODDS},
    sheet::{Ability, SkillId, split},
    table::{Gives, Table},
};
use judge::{Bar, judge};
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, Throw, Who};
use serde::{Deserialize, Serialize};

/// PR-044 to PR-051, PR-058: what a check is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Named {
    /// PR-045.
    Attack,
    /// PR-046.
    Defend,
    /// PR-047.
    Maneuver,
    /// PR-048.
    Spell,
    /// PR-049.
    Ability,
    /// PR-050.
    Skill(SkillId),
    /// PR-058, PR-059.
    Save,
}

impl Named {
    /// In a word that a player understands.
    pub fn word(self) -> &'static str {
        match self {
            Named::Attack => "attack",
            Named::Defend => "defend",
            Named::Maneuver => "maneuver",
            Named::Spell => "spell",
            Named::Ability => "ability check",
            Named::Skill(_) => "skill check",
            Named::Save => "Save",
        }
    }
}

/// With which ability and skill a check is made (PR-R32, PR-R33: one ability for each check).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Using {
    pub ability: Ability,
    /// The skill, if it is one.
    pub skill: Option<SkillId>,
}

impl Using {
    /// A bare ability.
    pub fn ability(ability: Ability) -> Using {
        Using { ability, skill: None }
    }

    /// A skill with its ability.
    pub fn skill(table: &Table, skill: SkillId) -> Using {
        Using { ability: table.skill(skill).ability, skill: Some(skill) }
    }
}

/// One check, ready to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Check {
    /// Who makes it.
    pub who: ActorId,
    pub name: Named,
    pub ability: Ability,
    /// PR-061: Proficiency and bonus points; never penalty points (PR-111).
    pub bonus: i16,
    /// Reasons for ADV and DIS.
    pub causes: Causes,
    /// Against whom, if it is against somebody.
    pub against: Option<ActorId>,
    pub dc: Dc,
}

/// How a check was settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// With dice.
    Rolled,
    /// PR-118: with dice, against DC 2.
    Odds,
    /// PR-116, PR-117: simply completed, PER 1.
    Mundane,
    /// PR-125: a mortal cannot achieve it.
    Impossible,
    /// PR-R63, PR-D20, PR-D21: something else is done instead; nothing has changed.
    Withdrawn,
}

/// What came of a check: PER of a success (PR-082), shortfall of a failure where it is wanted (PR-R45).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// With dice, or how else.
    pub how: How,
    pub verdict: Verdict,
    /// PER, or shortfall.
    pub per: i16,
}

impl Settled {
    pub fn is_success(self) -> bool {
        self.verdict.is_success()
    }

    /// The better of the two, with dice or without: first by EFF, then by PER.
    #[must_use]
    pub fn better(self, other: Settled) -> Settled {
        if (other.verdict, other.per) > (self.verdict, self.per) { other } else { self }
    }

    /// Were dice rolled for it?
    pub fn is_rolled(self) -> bool {
        matches!(self.how, How::Rolled | How::Odds)
    }

    /// Was it taken back?
    pub fn is_withdrawn(self) -> bool {
        self.how == How::Withdrawn
    }
}

/// A check that was made, for the telling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checked {
    pub check: Check,
    /// The finished DC.
    pub dc: i16,
    pub settled: Settled,
    /// The natural, if dice were rolled.
    pub face: Option<Face>,
}

/// Whose business a check is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// It is the character's own action: it may be taken back before the dice (PR-D20, PR-D21).
    pub own: bool,
    /// PR-R59: somebody needs the shortfall of a failure.
    pub shortfall: bool,
}

impl Terms {
    /// The character's own action.
    pub const OWN: Terms = Terms { own: true, shortfall: false };
    /// PR-058: a reaction.
    pub const REACTION: Terms = Terms { own: false, shortfall: false };
    /// PR-R59: a reaction whose shortfall is somebody else's PER.
    pub const ANSWER: Terms = Terms { own: false, shortfall: true };
}

/// PR-R28, PR-R67, PR-129 to PR-131: Proficiency and bonus points of a check, and its moved penalties: that of the
/// ability, and in Stealth that of the armour (PR-R108).
pub fn strength(book: &Proficiency, table: &Table, who: ActorId, using: Using, plus: i16) -> (i16, i16) {
    let sheet = table.sheet(who);
    let specialty = using.skill.map(|skill| sheet.specialty(skill));
    let trained = !book.house.proficiency_requires_training || specialty != Some(None);
    let (points, moved) = split(&book.house, sheet.modifier(using.ability));
    let (hindrance, moved_by_armour) = split(&book.house, -armour_penalty(table, who, using));
    let bonus = if trained { i16::from(sheet.proficiency) } else { 0 }
        + i16::from(points)
        + i16::from(hindrance)
        + i16::from(specialty.flatten().unwrap_or(0))
        + i16::from(table.actor(who).magic)
        + plus;
    (bonus, i16::from(moved) + i16::from(moved_by_armour))
}

/// PR-R108: what armour takes from a check with this skill: its `sneak_dc` from Stealth, however the check came about.
fn armour_penalty(table: &Table, who: ActorId, using: Using) -> i8 {
    let sneaks = using.skill.is_some() && using.skill == hide::skill(table, "stealth");
    if sneaks { table.sheet(who).armour.sneak_dc as i8 } else { 0 }
}

/// PR-R32, PR-D15: the ability that the GM has named for somebody's check, if any; of several the last.
pub fn named_by_gm(table: &Table, who: ActorId) -> Option<Ability> {
    let mut own = table.circumstances.iter().rev().filter(|circumstance| circumstance.who == who);
    own.find_map(|circumstance| match circumstance.gives {
        Gives::Ability(ability) => Some(ability),
        Gives::Dc(_) | Gives::Adv | Gives::Dis => None,
    })
}

/// What the GM has set for one check of somebody is used up by it.
pub fn use_circumstances(table: &mut Table, who: ActorId) {
    if let Some(all) = table.circumstances.get_mut() {
        all.retain(|circumstance| !(circumstance.once && circumstance.who == who));
    }
}

/// A check of somebody, with what the GM has set for it; its DC and its opponent are still to come.
pub fn prepare(book: &Proficiency, table: &Table, who: ActorId, name: Named, using: Using, plus: i16) -> Check {
    let using = Using { ability: named_by_gm(table, who).unwrap_or(using.ability), ..using };
    let (bonus, moved) = strength(book, table, who, using, plus);
    let dc = Dc { moved, ..Dc::default() };
    let mut check = Check { who, name, ability: using.ability, bonus, causes: Causes::default(), against: None, dc };
    check.circumstances(table);
    check
}

impl Check {
    /// The same against this DC; what is in the DC already stays.
    #[must_use]
    pub fn versus(mut self, dc: Dc) -> Check {
        self.dc = Dc {
            situation: self.dc.situation + dc.situation,
            moved: self.dc.moved + dc.moved,
            feat: self.dc.feat + dc.feat,
            ..dc
        };
        self
    }

    /// An ordinary roll against this DC.
    fn bar(&self, dc: i16) -> Bar {
        Bar { bonus: self.bonus, dc, attack: self.is_attack(), odds: false, twenty_only: false, shortfall: false }
    }

    /// Is it an attack (PR-R102)?
    pub fn is_attack(&self) -> bool {
        self.name == Named::Attack
    }
}

/// Makes a check, in the order of the ledger: the ends of the scale, the price, the dice, what they mean.
///
/// `pay` is called once it is certain that the action is not taken back.
pub fn attempt<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    check: &Check,
    terms: Terms,
    pay: impl FnOnce(&mut Table),
    oracle: &mut O,
) -> Flow<Settled> {
    let gate = gate(book, table, check, terms, oracle)?;
    if gate != Gate::Settled(How::Withdrawn) {
        pay(table);
        use_circumstances(table, check.who);
    }
    match gate {
        Gate::Roll { dc, odds, twenty_only } => {
            let bar = Bar { odds, twenty_only, shortfall: terms.shortfall, ..check.bar(dc) };
            rolled(book, table, check, bar, oracle)
        }
        Gate::Settled(_) => {
            let (dc, settled) = compare(book, check, gate, 0);
            oracle.tell(Audience::All, || Event::Check(Checked { check: *check, dc, settled, face: None }));
            Ok(settled)
        }
    }
}

/// The dice, what they use up (PR-R103), and what a critical failure brings (PR-077).
fn rolled<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    check: &Check,
    bar: Bar,
    oracle: &mut O,
) -> Flow<Settled> {
    let edge = check.causes.edge(&book.house);
    let throw = Throw::open(Who::Actor(check.who), check.name.word());
    let rolled = edge.roll(throw, |natural| judge(&book.house, natural as i16, bar), oracle)?;
    let (verdict, per) = rolled.value;
    let settled = Settled { how: if bar.odds { How::Odds } else { How::Rolled }, verdict, per };
    if let Some(target) = check.against {
        conditions::use_up(book, table, check.causes, edge, target);
    }
    oracle.tell(Audience::All, || {
        let shown = Bar { shortfall: true, ..bar };
        let settled = Settled { per: judge(&book.house, rolled.face.shown() as i16, shown).1, ..settled };
        Event::Check(Checked { check: *check, dc: bar.dc, settled, face: Some(rolled.face) })
    });
    if verdict == Verdict::CriticalFailure {
        conditions::complication(book, table, check.who, oracle)?;
    }
    Ok(settled)
}

/// PR-118 to PR-122, PR-R60: Play the Odds on an everyday act: against DC 2, and nothing else changes it.
pub fn play_the_odds<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    check: &Check,
    pay: impl FnOnce(&mut Table),
    oracle: &mut O,
) -> Flow<Settled> {
    pay(table);
    use_circumstances(table, check.who);
    rolled(book, table, check, Bar { odds: true, ..check.bar(ODDS) }, oracle)
}

/// What a check comes to with this natural, and its DC: without dice where they do not decide, and against each of several
/// targets (PR-R56).
pub(crate) fn compare(book: &Proficiency, check: &Check, gate: Gate, natural: i16) -> (i16, Settled) {
    match gate {
        Gate::Roll { dc, odds, twenty_only } => {
            let bar = Bar { odds, twenty_only, shortfall: true, ..check.bar(dc) };
            let (verdict, per) = judge(&book.house, natural, bar);
            (dc, Settled { how: if odds { How::Odds } else { How::Rolled }, verdict, per })
        }
        Gate::Settled(how) => {
            let (verdict, per) = unrolled(how);
            (check.dc.number(&book.house, check.is_attack()), Settled { how, verdict, per })
        }
    }
}

/// PR-116, PR-117, PR-125: what comes of a check without dice.
fn unrolled(how: How) -> (Verdict, i16) {
    if how == How::Mundane { (Verdict::Success, 1) } else { (Verdict::Failure, 0) }
}
