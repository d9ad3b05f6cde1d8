//! Hiding and searching (PR-089, PR-R50, PR-R55, PR-R90).

use crate::{
    Event, Proficiency,
    check::{self, Named, Using, Verdict},
    conditions::{self, ConditionEvent},
    contest::{self, Contest, Opposing},
    sheet::SkillId,
    table::Table,
    turn::{self, Upshot},
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, Throw, Who, rule};
use smallvec::SmallVec;

/// The skill with this word, as the ledger names them.
pub fn skill(table: &Table, key: &str) -> Option<SkillId> {
    table.setup.skills.iter().position(|skill| skill.key == key).map(|at| SkillId(at as u8))
}

fn using(table: &Table, key: &str, otherwise: crate::sheet::Ability) -> Using {
    skill(table, key).map_or(Using::ability(otherwise), |skill| Using::skill(table, skill))
}

/// Stealth, or bare DEX where the table has no such skill.
pub fn stealth(table: &Table) -> Using {
    using(table, "stealth", crate::sheet::Ability::Dex)
}

/// Search, or bare WIS.
pub fn searching(table: &Table) -> Using {
    using(table, "search", crate::sheet::Ability::Wis)
}

fn named(using: Using) -> Named {
    using.skill.map_or(Named::Ability, Named::Skill)
}

/// PR-087, PR-089: those from whom one could hide: whoever else is able and could search, foe or not; those that one is
/// hidden from already, or does not know of, need no hiding from.
pub fn seekers(table: &Table, who: ActorId) -> SmallVec<[ActorId; 8]> {
    let hidden = *table.actor(who).hidden_from;
    let knows = |id: ActorId| !hidden.contains(id) && !table.actor(id).hidden_from.contains(who);
    table.ids().filter(|&id| id != who && table.is_able(id) && knows(id)).collect()
}

/// From whom one hides unless something else is said: all foes.
pub fn foes(table: &Table, who: ActorId) -> SmallVec<[ActorId; 8]> {
    seekers(table, who).into_iter().filter(|&id| table.hostile(who, id)).collect()
}

/// What must hold.
pub fn legal(book: &Proficiency, table: &Table, who: ActorId, from: &[ActorId]) -> Result<(), Refusal> {
    table.may_act(who)?;
    turn::may_spend(book, table, who)?;
    let seekers = seekers(table, who);
    let once = from.iter().enumerate().all(|(at, id)| !from[..at].contains(id));
    if once && !from.is_empty() && from.iter().all(|id| seekers.contains(id)) {
        return Ok(());
    }
    Err(Refusal::by(rule!("PR-R90"), "nobody-searches", "one hides from somebody able that one is not hidden from"))
}

/// PR-089, PR-R54, PR-R55, PR-R90: hides from these: an opposed check against their search. Whoever does not reach it
/// does not find the hider.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    from: &[ActorId],
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who, from)?;
    }
    turn::enter(table, who, oracle);
    let stealth = stealth(table);
    let check = check::prepare(book, table, who, named(stealth), stealth, 0);
    let searching = searching(table);
    let asked = Contest {
        check,
        opponents: from,
        opposing: Opposing::With(searching),
        answer: named(searching),
        together: true,
    };
    let mut spent = turn::Spent::Nothing;
    let won = contest::contest(book, table, asked, |table| spent = turn::spend(book, table, who), oracle)?;
    if won.is_withdrawn() {
        return Ok(());
    }
    let blind: ActorSet = won.over.iter().map(|(id, _)| *id).collect();
    if !blind.is_empty() {
        let actor = table.actor_mut(who);
        actor.hidden_from.set(actor.hidden_from.union(blind));
        let seeing = table.ids().filter(|id| !blind.contains(*id)).collect();
        oracle.tell(Audience::Actors(seeing), || Event::Condition(ConditionEvent::Hidden { who, from: blind }));
    }
    let verdict = won.settled.map_or(Verdict::Failure, |settled| settled.verdict);
    turn::momentum(book, table, who, Upshot { spent, verdict, felled: false, joint: false }, oracle);
    Ok(())
}

/// What must hold.
pub fn search_legal(book: &Proficiency, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    turn::may_spend(book, table, who)
}

/// PR-R50, PR-R56, PR-R90: looks for whoever hides from this one: one check, against the Stealth of each.
///
/// The dice are thrown also if nobody is there, so that the roll gives nothing away.
pub fn search<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        search_legal(book, table, who)?;
    }
    turn::enter(table, who, oracle);
    let using = searching(table);
    let mut check = check::prepare(book, table, who, named(using), using, 0);
    if table.in_the_dark(who, book.house.map_use) {
        check.dc.situation += 2; // PR-R91: darkness hinders searches
    }
    let hidden: SmallVec<[ActorId; 8]> =
        table.ids().filter(|&id| table.is_able(id) && table.actor(id).hidden_from.contains(who)).collect();
    if hidden.is_empty() {
        turn::spend(book, table, who);
        let throw = Throw::open(Who::Actor(who), check.name.word());
        check.causes.edge(&book.house).roll(throw, |_| (), oracle)?;
        return Ok(());
    }
    let asked = Contest {
        check,
        opponents: &hidden,
        opposing: Opposing::With(stealth(table)),
        answer: named(stealth(table)),
        together: false,
    };
    let mut spent = turn::Spent::Nothing;
    let won = contest::contest(book, table, asked, |table| spent = turn::spend(book, table, who), oracle)?;
    if won.is_withdrawn() {
        return Ok(());
    }
    for (found, _) in &won.over {
        conditions::found(table, *found, who, oracle);
    }
    let verdict = won.settled.map_or(Verdict::Failure, |settled| settled.verdict);
    turn::momentum(book, table, who, Upshot { spent, verdict, felled: false, joint: false }, oracle);
    Ok(())
}
