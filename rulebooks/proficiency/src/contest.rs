//! Opposed checks: one side's roll is the check, the other's total is the DC (PR-087 to PR-091, PR-R50 to PR-R59).

use crate::{
    Event, Proficiency,
    check::{self, Cause, Causes, Check, Checked, Edge, Gate, How, Named, Naturals, Settled, Terms, Using},
    conditions,
    dc::{Dc, Source},
    house::{
        CheckManyTargets, CheckPenalties, OpposedChecker, OpposedCriticals, OpposedMany, OpposedUnrolledPer, SaveDc,
    },
    reactions,
    sheet::Ability,
    table::Table,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Throw, Who, act::Asks as _, ask, told};
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

told! {
    /// PR-089, PR-090: an opposed check was rolled. Only the GM hears of it before the player's die is fixed (PR-R58).
    pub struct Opposed for Proficiency {
        /// Whose numbers.
        who: ActorId,
        total: i16,
    }
    |table| under "PR-089" by who => format!("{} opposes with a total of {total}", table.name(who));
}

#[derive(Clone, Copy)]
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
    who: ActorId,
    sum: i16,
    causes: Causes,
    by: Who,
    oracle: &mut O,
) -> Flow<Total> {
    let to = match by {
        Who::Actor(actor) => Audience::only(actor),
        Who::Gm | Who::Side(_) => Audience::Gm,
    };
    let throw = Throw::hidden(by, "opposed check", to);
    let natural = causes.edge(&book.house).roll(throw, |natural| natural as i16, oracle)?.value;
    let total = total(book, natural, sum);
    oracle.tell(to, || Event::Opposed(Opposed { who, total: total.total }));
    Ok(total)
}

/// PR-R53: the DC that this natural gives.
fn total(book: &Proficiency, natural: i16, sum: i16) -> Total {
    let forced = match natural {
        1 => Some(0),
        20 => Some(25),
        _ => None,
    };
    let forced = forced.filter(|_| book.house.opposed_criticals == OpposedCriticals::Extreme);
    Total { total: natural + sum, forced }
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
        return Ok(match (WhoRolls { who }).ask(Who::Gm, table, oracle)? {
            Roller::Gm => Who::Gm,
            Roller::Player => Who::Actor(who),
        });
    }
    Ok(Who::Gm)
}

ask! {
    /// PR-D36, to the GM: rolls the opposed check, or lets the other player roll.
    pub struct WhoRolls for Proficiency: "who-rolls", "PR-090" {
        /// The other player's character.
        who: ActorId,
    }
    |self, table| format!("Who rolls the opposed check of {}?", table.name(self.who));
    /// PR-R52.
    pub enum Roller {
        Gm = "gm-rolls", "The GM rolls";
        Player = "player-rolls", "The other player rolls";
    }
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
        checked(book, table, &contest, &mine, Terms::OWN, pay, &mut won, oracle)?;
        return Ok(won);
    }
    pay(table);
    answered(book, table, &contest, &theirs, &mut won, oracle)?;
    if !mine.is_empty() {
        // Half of it is done: it cannot be taken back any more (PR-D20).
        checked(book, table, &contest, &mine, Terms::REACTION, |_| {}, &mut won, oracle)?;
    }
    Ok(won)
}

/// Whoever began makes the check.
#[allow(clippy::too_many_arguments, reason = "the contest, against whom of it, and on which terms")]
fn checked<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    contest: &Contest<'_>,
    opponents: &[ActorId],
    terms: Terms,
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
        let total = oppose(book, best, plus, causes, by, oracle)?;
        dcs.extend(opponents.iter().map(|&id| (id, total.dc())));
    } else {
        for &id in opponents {
            let by = roller(table, me, id, oracle)?;
            let (plus, causes) = opposing_roll(book, table, contest, id);
            let total = oppose(book, id, plus, causes, by, oracle)?;
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
        // PR-R110: a check against several who stand behind one roll is against each of them.
        let given = |table: &Table, id: ActorId| conditions::causes_of(table, Causes::default(), me, id);
        let given: SmallVec<[(ActorId, Causes); 4]> = dcs.iter().map(|&(id, _)| (id, given(table, id))).collect();
        check.causes = given.iter().fold(check.causes, |all, (_, causes)| all.and(*causes));
        check.ask_gm(table, oracle)?;
        let settled = check::attempt(book, table, &check, terms, pay, oracle)?;
        if settled.is_rolled() {
            for (id, causes) in given {
                conditions::use_up(book, table, causes, check.causes.edge(&book.house), id);
            }
        }
        if settled.is_success() {
            won.over.extend(dcs.iter().map(|(id, _)| (*id, settled.per)));
        }
        won.settled = Some(settled);
        return Ok(());
    }
    pay(table);
    many(book, table, contest.check, &dcs, won, oracle)
}

/// PR-R56: one check, compared with each target's own DC; PER is separate for each, and so is what its condition gives
/// (PR-R110).
pub fn many<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    mut check: Check,
    dcs: &[(ActorId, Dc)],
    won: &mut Won,
    oracle: &mut O,
) -> Flow<()> {
    check.ask_gm(table, oracle)?;
    let mut each: SmallVec<[(ActorId, Check, Edge, Gate); 4]> = SmallVec::new();
    for &(id, dc) in dcs {
        let mut check = check.versus(dc);
        conditions::against(book, table, &mut check, id, oracle)?;
        let gate = check::gate(book, table, &check, Terms::REACTION, oracle)?;
        each.push((id, check, check.causes.edge(&book.house), gate));
    }
    let is_rolled = |gate: &Gate| matches!(gate, Gate::Roll { .. });
    let edges: SmallVec<[Edge; 4]> =
        each.iter().filter(|(.., gate)| is_rolled(gate)).map(|(_, _, edge, _)| *edge).collect();
    let throw = Throw::open(Who::Actor(check.who), check.name.word());
    let mut naturals = None;
    let mut fumbled = false;
    for (id, check, edge, gate) in each {
        let mut used = None;
        if is_rolled(&gate) {
            let thrown = match (book.house.check_many_targets, naturals) {
                (CheckManyTargets::OneCheck, Some(thrown)) => thrown,
                (CheckManyTargets::OneCheck, None) => Naturals::roll(&edges, throw, oracle)?,
                (CheckManyTargets::OnePerTarget, _) => Naturals::roll(&[edge], throw, oracle)?,
            };
            naturals = Some(thrown);
            used = Some(thrown.used(edge));
            conditions::use_up(book, table, check.causes, edge, id);
        }
        let (dc, settled) = check::compare(book, &check, gate, used.map_or(0, |(natural, _)| natural));
        let face = used.map(|(_, face)| face);
        oracle.tell(Audience::All, || Event::Check(Checked { check, dc, settled, face }));
        fumbled |= settled.verdict == check::Verdict::CriticalFailure;
        if settled.is_success() {
            won.over.push((id, settled.per));
        }
        won.settled = Some(won.settled.map_or(settled, |old| old.better(settled)));
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
    let totals: SmallVec<[Total; 4]> = if is_save && book.house.save_dc == SaveDc::Fixed {
        let fixed = Total { total: 8 + contest.check.bonus - contest.check.dc.moved, forced: None };
        opponents.iter().map(|_| fixed).collect()
    } else {
        acting_roll(book, table, &contest.check, opponents, oracle)?
    };
    check::use_circumstances(table, me);
    for (&id, total) in opponents.iter().zip(totals) {
        // What would have made it harder for whoever began makes it easier for whoever answers (PR-R57).
        let dc = Dc { situation: -contest.check.dc.situation, ..total.dc() };
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
        if !settled.is_success() {
            let per = if settled.how == How::Impossible { unrolled(check.bonus) } else { settled.per };
            won.over.push((id, per));
        }
    }
    Ok(())
}

/// PR-R103, PR-R110: the acting side's roll is the DC; it has the ADV that each of these gives, against that one, and uses
/// it up.
fn acting_roll<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    check: &Check,
    opponents: &[ActorId],
    oracle: &mut O,
) -> Flow<SmallVec<[Total; 4]>> {
    let causes = |&id: &ActorId| conditions::causes_of(table, check.causes, check.who, id);
    let causes: SmallVec<[Causes; 4]> = opponents.iter().map(causes).collect();
    let edges: SmallVec<[Edge; 4]> = causes.iter().map(|causes| causes.edge(&book.house)).collect();
    let naturals = Naturals::roll(&edges, Throw::hidden(Who::Gm, "opposed check", Audience::Gm), oracle)?;
    let plus = check.bonus - stays(book, check.dc.moved);
    let mut totals: SmallVec<[Total; 4]> = SmallVec::new();
    for ((&id, causes), edge) in opponents.iter().zip(causes).zip(edges) {
        conditions::use_up(book, table, causes, edge, id);
        let total = total(book, naturals.used(edge).0, plus);
        if totals.last().is_none_or(|last| last.total != total.total) {
            oracle.tell(Audience::Gm, || Event::Opposed(Opposed { who: check.who, total: total.total }));
        }
        totals.push(total);
    }
    Ok(totals)
}
