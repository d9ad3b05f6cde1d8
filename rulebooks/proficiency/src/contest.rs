//! Opposed checks: one side's roll is the check, the other's total is the DC (PR-087 to PR-091, PR-R50 to PR-R59).

use crate::{
    Event, Proficiency, Question,
    check::{self, Cause, Causes, Check, Checked, Gate, How, Named, Settled, Terms, Using},
    conditions,
    dc::{Dc, Source},
    house::{
        CheckManyTargets, CheckPenalties, OpposedChecker, OpposedCriticals, OpposedMany, OpposedUnrolledPer, SaveDc,
    },
    reactions,
    sheet::Ability,
    table::Table,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Throw, Who};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// With what those who oppose do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opposing {
    /// This ability or skill.
    With(Using),
    /// PR-R78: the better of STR and DEX.
    StrOrDex,
}

impl Opposing {
    fn of(self, table: &Table, who: ActorId) -> Using {
        match self {
            Opposing::With(using) => using,
            Opposing::StrOrDex => Using::ability(table.sheet(who).better(Ability::Str, Ability::Dex)),
        }
    }
}

/// A contest, as somebody begins it.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// The check of whoever begins it, if that is the check; its bonus and moved penalty serve for a DC too.
    pub check: Check,
    /// Those who oppose it.
    pub opponents: &'a [ActorId],
    /// With what.
    pub opposing: Opposing,
    /// What their roll is called.
    pub answer: Named,
    /// PR-R55: do they oppose it together, behind one roll?
    pub together: bool,
}

/// What came of a contest for whoever began it.
#[derive(Clone, Debug, Default)]
pub struct Won {
    /// Over whom, each with the PER.
    pub over: SmallVec<[(ActorId, i16); 4]>,
    /// The check of whoever began it, if that was the check.
    pub settled: Option<Settled>,
}

impl Won {
    /// Was it taken back before the dice?
    pub fn is_withdrawn(&self) -> bool {
        self.settled.is_some_and(Settled::is_withdrawn)
    }
}

/// PR-089, PR-090: an opposed check was rolled. Only the GM hears of it before the player's die is fixed (PR-R58).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opposed {
    /// Whose numbers.
    pub who: ActorId,
    /// The total.
    pub total: i16,
}

struct Total {
    total: i16,
    forced: Option<i16>,
}

impl Total {
    fn dc(&self) -> Dc {
        Dc { initial: self.total, source: Source::Opposed, forced: self.forced, ..Dc::default() }
    }
}

/// PR-R57: what is added to a roll that gives a DC. Negative modifiers stay in the sum: there is no other DC for them.
pub fn sum(book: &Proficiency, table: &Table, who: ActorId, using: Using) -> i16 {
    let (bonus, moved) = check::strength(book, table, who, using, 0);
    bonus - stays(book, moved)
}

/// PR-R57: the penalty that stays in the sum; `split` has moved it, or has left it in the bonus already.
fn stays(book: &Proficiency, moved: i16) -> i16 {
    if book.house.check_penalties == CheckPenalties::ToDc { moved } else { 0 }
}

/// PR-089, PR-090, PR-R53: rolls an opposed check. Only its number counts.
fn oppose<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    sum: i16,
    causes: Causes,
    by: Who,
    oracle: &mut O,
) -> Flow<Total> {
    let to = match by {
        Who::Actor(actor) => Audience::only(actor),
        _ => Audience::Gm,
    };
    let throw = Throw::hidden(by, "opposed check", to);
    let natural = causes.edge(&book.house).roll(throw, |natural| natural as i16, oracle)?.value;
    let forced = match (book.house.opposed_criticals, natural) {
        (OpposedCriticals::Extreme, 1) => Some(0),
        (OpposedCriticals::Extreme, 20) => Some(25),
        _ => None,
    };
    debug_assert!(table.has(who), "only those at the table oppose");
    let total = natural + sum;
    oracle.tell(to, || Event::Opposed(Opposed { who, total }));
    Ok(Total { total, forced })
}

/// The roll of somebody who opposes: what is added to it, and why it has ADV or DIS. Exhaustion weighs on it like on any roll
/// of the body (PR-R93), and so does what the GM has set for this character (PR-066, PR-070, PR-D15), which it uses up.
fn opposing_roll(book: &Proficiency, table: &mut Table, contest: &Contest<'_>, who: ActorId) -> (i16, Causes) {
    let using = contest.opposing.of(table, who);
    let roll = check::prepare(book, table, who, contest.answer, using, 0);
    check::use_circumstances(table, who);
    (roll.bonus - stays(book, roll.dc.moved), roll.causes)
}

/// PR-R52, PR-D36: who rolls the opposed check of this character: the GM, or the other player if the GM lets them.
fn roller<O: Oracle<Proficiency>>(table: &Table, initiator: ActorId, who: ActorId, oracle: &mut O) -> Flow<Who> {
    if table.is_pc(initiator) && table.is_pc(who) {
        let other = oracle.ask(table, Who::Gm, &Question::WhoRolls { who })? == 1;
        return Ok(if other { Who::Actor(who) } else { Who::Gm });
    }
    Ok(Who::Gm)
}

/// Runs a contest.
///
/// PR-R50, PR-R52: between PC and NPC the player's roll is the check and the GM's the DC, whoever began; otherwise
/// whoever began makes the check.
pub fn contest<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    contest: Contest<'_>,
    pay: impl FnOnce(&mut Table),
    oracle: &mut O,
) -> Flow<Won> {
    let me = contest.check.who;
    let is_save = contest.answer == Named::Save;
    let answers = |table: &Table, id: ActorId| {
        let player = book.house.opposed_checker == OpposedChecker::Player && table.is_pc(id) && !table.is_pc(me);
        player || (is_save && book.house.save_dc == SaveDc::Fixed)
    };
    let (theirs, mine): (SmallVec<[ActorId; 4]>, SmallVec<[ActorId; 4]>) =
        contest.opponents.iter().copied().partition(|&id| answers(table, id));
    let mut won = Won::default();
    if theirs.is_empty() {
        checked(book, table, &contest, &mine, pay, &mut won, oracle)?;
        return Ok(won);
    }
    pay(table);
    answered(book, table, &contest, &theirs, &mut won, oracle)?;
    if !mine.is_empty() {
        checked(book, table, &contest, &mine, |_| {}, &mut won, oracle)?;
    }
    Ok(won)
}

/// Whoever began makes the check.
fn checked<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    contest: &Contest<'_>,
    opponents: &[ActorId],
    pay: impl FnOnce(&mut Table),
    won: &mut Won,
    oracle: &mut O,
) -> Flow<()> {
    let me = contest.check.who;
    let together = contest.together && opponents.len() > 1 && book.house.opposed_many != OpposedMany::Each;
    let mut dcs: SmallVec<[(ActorId, Dc); 4]> = SmallVec::new();
    if together {
        // PR-R55: the best of them rolls; with ADV, as a Group check.
        let strongest = |&&id: &&ActorId| (sum(book, table, id, contest.opposing.of(table, id)), std::cmp::Reverse(id));
        let Some(&best) = opponents.iter().max_by_key(strongest) else { return Ok(()) };
        let by = roller(table, me, best, oracle)?;
        let (plus, mut causes) = opposing_roll(book, table, contest, best);
        if book.house.opposed_many == OpposedMany::Group {
            causes = causes.with(Cause::Helped);
        }
        let total = oppose(book, table, best, plus, causes, by, oracle)?;
        dcs.extend(opponents.iter().map(|&id| (id, total.dc())));
    } else {
        for &id in opponents {
            let by = roller(table, me, id, oracle)?;
            let (plus, causes) = opposing_roll(book, table, contest, id);
            let total = oppose(book, table, id, plus, causes, by, oracle)?;
            dcs.push((id, total.dc()));
        }
    }
    let Some(&(first, dc)) = dcs.first() else {
        pay(table);
        return Ok(());
    };
    if together || dcs.len() == 1 {
        let mut check = contest.check.versus(dc);
        if dcs.len() == 1 {
            conditions::against(book, table, &mut check, first, oracle)?;
        }
        check.ask_gm(table, oracle)?;
        let settled = check::attempt(book, table, &check, Terms::OWN, pay, oracle)?;
        if settled.is_success() {
            won.over.extend(dcs.iter().map(|(id, _)| (*id, settled.per)));
        }
        won.settled = Some(settled);
        return Ok(());
    }
    pay(table);
    many(book, table, contest, &dcs, won, oracle)
}

/// PR-R56: one check, compared with each target's own DC; PER is separate for each.
fn many<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    contest: &Contest<'_>,
    dcs: &[(ActorId, Dc)],
    won: &mut Won,
    oracle: &mut O,
) -> Flow<()> {
    let mut check = contest.check;
    check.ask_gm(table, oracle)?;
    let mut each: SmallVec<[(ActorId, Check, Gate); 4]> = SmallVec::new();
    for &(id, dc) in dcs {
        let check = Check { against: Some(id), ..check.versus(dc) };
        let gate = check::gate_for(book, table, &check, oracle)?;
        each.push((id, check, gate));
    }
    let (mut thrown, mut fumbled) = (None, false);
    for (id, check, gate) in each {
        let needs = matches!(gate, Gate::Roll { .. });
        if needs && (thrown.is_none() || book.house.check_many_targets == CheckManyTargets::OnePerTarget) {
            thrown = Some(check::natural(book, &check, oracle)?);
        }
        let (dc, settled) = check::compare(book, &check, gate, thrown.map_or(0, |(natural, _)| natural));
        let face = thrown.filter(|_| needs).map(|(_, face)| face);
        oracle.tell(Audience::All, || Event::Check(Checked { check, dc, settled, face }));
        fumbled |= settled.verdict == check::Verdict::CriticalFailure;
        if settled.is_success() {
            won.over.push((id, settled.per));
        }
        won.settled = Some(won.settled.map_or(settled, |old| old.max(settled)));
    }
    check::use_circumstances(table, check.who);
    if fumbled {
        conditions::complication(book, table, check.who, oracle)?;
    }
    Ok(())
}

/// Those who oppose it make the check; the roll of whoever began is the DC for all of them (PR-R50, PR-R86).
fn answered<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    contest: &Contest<'_>,
    opponents: &[ActorId],
    won: &mut Won,
    oracle: &mut O,
) -> Flow<()> {
    let me = contest.check.who;
    let is_save = contest.answer == Named::Save;
    let total = if is_save && book.house.save_dc == SaveDc::Fixed {
        Total { total: 8 + contest.check.bonus - contest.check.dc.moved, forced: None }
    } else {
        // PR-R103: the roll of the acting side has the ADV, and uses it up.
        let mut causes = contest.check.causes;
        if let [only] = opponents {
            causes = conditions::causes_of(table, causes, me, *only);
            conditions::use_up(book, table, causes, causes.edge(&book.house), *only);
        }
        let plus = contest.check.bonus - stays(book, contest.check.dc.moved);
        oppose(book, table, me, plus, causes, Who::Gm, oracle)?
    };
    check::use_circumstances(table, me);
    // What would have made it harder for whoever began makes it easier for whoever answers (PR-R57).
    let dc = Dc { situation: -contest.check.dc.situation, ..total.dc() };
    for &id in opponents {
        let unrolled = |bonus: i16| match book.house.opposed_unrolled_per {
            OpposedUnrolledPer::One => 1,
            OpposedUnrolledPer::AsIfTen => (25 - 10 - bonus).max(1),
        };
        if is_save && !reactions::may_save(book, table, id) {
            won.over.push((id, 1));
            continue;
        }
        let using = contest.opposing.of(table, id);
        let mut check = check::prepare(book, table, id, contest.answer, using, 0).versus(dc);
        check.ask_gm(table, oracle)?;
        let pay = |table: &mut Table| table.actor_mut(id).turn.saved |= is_save;
        let settled = check::attempt(book, table, &check, Terms::ANSWER, pay, oracle)?;
        // PR-R59: the PER of whoever began is the shortfall; 1 against somebody who may not roll.
        match settled.how {
            _ if settled.is_success() => {}
            How::Impossible => won.over.push((id, unrolled(check.bonus))),
            _ => won.over.push((id, settled.per)),
        }
    }
    Ok(())
}
