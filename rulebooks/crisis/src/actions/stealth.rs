//! Hide, Sneak, and being searched for (CR-165 to CR-172).

use super::{attack::AttackEvent, overwatch};
use crate::{
    Crisis, Event, Intent, Question,
    check::{self, Check, DIFFICULTY, GmMod, Named, Sum, Why},
    cover,
    sheet::Skill,
    table::{Actor, Table},
    turn,
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, Throw, Who, rule};
use serde::{Deserialize, Serialize};

/// CR-166.
pub const HIDE_AP: u8 = 3;

/// Stealth as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StealthEvent {
    /// CR-165.
    Hides {
        /// Who.
        who: ActorId,
    },
    /// CR-R126, CR-R122: it does not work.
    Fails {
        /// Who.
        who: ActorId,
    },
    /// CR-170.
    Sneaks {
        /// Who.
        who: ActorId,
        /// The Sneak roll, which a search must match.
        total: i16,
    },
    /// CR-171.
    Searches {
        /// Who.
        who: ActorId,
        /// What the dice came to.
        face: referee_engine::Face,
        /// What was added.
        modifier: i32,
    },
    /// CR-171: found.
    Revealed {
        /// Who.
        who: ActorId,
    },
    /// CR-R123, CR-R125: seen.
    Seen {
        /// Who.
        who: ActorId,
    },
}

/// CR-165, CR-168: may it Hide?
pub fn may_hide(table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    if table.actor(who).hidden {
        return Err(Refusal::by(rule!("CR-165"), "hidden", format!("{} is Hidden already", table.name(who))));
    }
    unseen(table, who)?;
    turn::afford(table, who, HIDE_AP)
}

/// CR-168: nobody Hides or Sneaks in plain sight. Where the GM is asked, the GM says so later.
fn unseen(table: &Table, who: ActorId) -> Result<(), Refusal> {
    if !table.ask_gm && cover::in_plain_sight(table, who) {
        let why = format!("{} is in plain sight of an opponent", table.name(who));
        return Err(Refusal::by(rule!("CR-168"), "in-plain-sight", why));
    }
    Ok(())
}

/// CR-165, CR-166, CR-R122, CR-D27.
pub fn hide<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    may_hide(table, who)?;
    turn::spend(book, table, who, HIDE_AP, false, oracle);
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    let works = !cover::is_seen(table, who, oracle)?
        && (!book.house.hide_needs_roll || stealth_check(book, table, who, Named::Hide, oracle)?.is_some());
    if works {
        table.actor_mut(who).hidden = true;
    }
    oracle.tell(Audience::All, || {
        Event::Stealth(if works { StealthEvent::Hides { who } } else { StealthEvent::Fails { who } })
    });
    overwatch::after(book, table, who, oracle)
}

/// A Sneak roll, rolled in secret: the total if it succeeds.
fn stealth_check<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    name: Named,
    oracle: &mut O,
) -> Flow<Option<i16>> {
    let mut check = Check::of_skill(table, who, name, Skill::SNEAK);
    if table.ask_gm {
        // CR-D02: easy, unless the GM says otherwise. CR-R01: what it does to the roll counts against a search.
        let answer = oracle.ask(table, Who::Gm, &Question::Difficulty { who })?;
        check.against(book, Question::DIFFICULTIES[answer]);
    }
    let (amount, why) = check::drunk(table, who, Some(Skill::SNEAK), oracle)?;
    check.parts.add(amount, why);
    check.parts.add(check::gm_modifier(table, who, GmMod::Roll, oracle)?, Why::Gm);
    let modifier = check.parts.total();
    // Every total matters, since a search is compared with it.
    let to = Audience::Actors(friends(table, who));
    let throw = Throw::hidden(Who::Actor(who), name.word(), to);
    let rolled = oracle.roll(throw, check.die.exploding(&book.house), |dice| {
        check.succeeds(book, dice).then_some((dice + modifier) as i16)
    })?;
    check.tell(rolled.face, rolled.value.is_some(), rule!("CR-167"), to, oracle);
    Ok(rolled.value)
}

/// Everybody on the side of `who`.
fn friends(table: &Table, who: ActorId) -> ActorSet {
    table.friends_of(who)
}

/// CR-167 to CR-169: may it Sneak?
pub fn may_sneak(book: &Crisis, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    let name = table.name(who);
    if !table.actor(who).hidden {
        return Err(Refusal::by(rule!("CR-169"), "not-hidden", format!("{name} must Hide first")));
    }
    if table.actor(who).sneak.is_some() {
        return Err(Refusal::by(rule!("CR-R125"), "sneaking", format!("{name} is Sneaking already")));
    }
    unseen(table, who)?;
    turn::afford(table, who, book.house.sneak_ap)
}

/// CR-167, CR-170, CR-172, CR-R124, CR-R126: with 4 or more others are unaware of it; a failure changes nothing.
pub fn sneak<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    may_sneak(book, table, who)?;
    turn::spend(book, table, who, book.house.sneak_ap, false, oracle);
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    if cover::is_seen(table, who, oracle)? {
        seen(table, who, oracle);
        return overwatch::after(book, table, who, oracle);
    }
    let friends = friends(table, who);
    match stealth_check(book, table, who, Named::Sneak, oracle)? {
        Some(total) => {
            table.actor_mut(who).sneak = Some(total);
            for other in table.ids().filter(|&other| !friends.contains(other)) {
                table.actor_mut(other).overlook(who);
            }
            let to = Audience::Actors(friends);
            oracle.tell(to, || Event::Stealth(StealthEvent::Sneaks { who, total }));
        }
        None => {
            let to = Audience::Actors(friends);
            oracle.tell(to, || Event::Stealth(StealthEvent::Fails { who }));
        }
    }
    overwatch::after(book, table, who, oracle)
}

/// CR-R123, CR-R125: after a step: who moves without Sneaking is no longer Hidden, and neither survives plain sight.
pub fn after_step<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let actor = table.actor(who);
    if actor.is_out_of_sight() && (actor.sneak.is_none() || cover::is_seen(table, who, oracle)?) {
        seen(table, who, oracle);
    }
    // Others may come into somebody's plain sight by walking there.
    for other in table.those(Actor::is_out_of_sight).iter() {
        if other != who
            && table.hostile(who, other)
            && table.actor(other).is_out_of_sight()
            && table.actor(other).is_here()
        {
            let sees = if table.ask_gm {
                cover::is_seen(table, other, oracle)? // CR-D27
            } else {
                cover::has_line_of_sight(table, table.actor(who).place.cell, table.actor(other).place.cell)
            };
            if sees {
                seen(table, other, oracle);
            }
        }
    }
    Ok(())
}

/// Those who are Hidden or Sneaking, and whom nobody sees before an act.
///
/// Where the GM is asked, a step asks by itself (CR-D27): of a movement, or of a dodge. Nobody is looked at once more then.
pub fn out_of_sight(table: &Table, intent: &Intent) -> ActorSet {
    if table.ask_gm && matches!(intent, Intent::Go(_) | Intent::Attack(_)) {
        return ActorSet::EMPTY;
    }
    let hiding = table.those(Actor::is_out_of_sight);
    hiding.iter().filter(|&who| !cover::in_plain_sight(table, who)).collect()
}

/// CR-R123, CR-R125: hiding ends when an opponent has direct vision, whatever brings that about: a wall that the GM takes
/// away, somebody who is put elsewhere or arrives, somebody who wakes up.
pub fn look_again<O: Oracle<Crisis>>(table: &mut Table, unseen: ActorSet, oracle: &mut O) -> Flow<()> {
    for who in unseen.iter() {
        let actor = table.actor(who);
        let hides = actor.is_here() && actor.is_out_of_sight();
        if hides && cover::in_plain_sight(table, who) && cover::is_seen(table, who, oracle)? {
            seen(table, who, oracle);
        }
    }
    Ok(())
}

/// No longer Hidden or Sneaking.
fn seen<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    come_out(table, who);
    oracle.tell(Audience::All, || Event::Stealth(StealthEvent::Seen { who }));
}

fn come_out(table: &mut Table, who: ActorId) {
    show(table, who);
    notice_all(table, who);
}

/// Everybody knows of this creature.
pub fn notice_all(table: &mut Table, who: ActorId) {
    for actor in &mut table.actors {
        actor.notice(who);
    }
}

/// It can be picked as a target again, by those who know of it.
fn show(table: &mut Table, who: ActorId) {
    table.actor_mut(who).stop_hiding();
}

/// CR-R123, CR-R125, CR-D29: an Attack ends hiding, after it; by default it reveals an unnoticed attacker.
pub fn reveal_attacker<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let unknown = table.actors.iter().any(|actor| actor.unaware_of.contains(who));
    if !unknown && !table.actor(who).is_out_of_sight() {
        return Ok(());
    }
    if table.ask_gm && unknown && oracle.ask(table, Who::Gm, &Question::Unnoticed { who })? == 1 {
        show(table, who);
        return Ok(());
    }
    come_out(table, who);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Noticed { who }));
    Ok(())
}

/// CR-R127, CR-D28: may it search? It need not know whether there is anybody to find.
pub fn may_search(book: &Crisis, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    turn::afford(table, who, book.house.search_ap)
}

/// CR-171, CR-R127: one Search / Track roll, compared with every opponent who sneaks; matching it is enough.
///
/// Somebody Hidden who made no Sneak roll is found by any success: the ledger leaves that open.
pub fn search<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    may_search(book, table, who)?;
    turn::spend(book, table, who, book.house.search_ap, false, oracle);
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    let mut check = Check::of_skill(table, who, Named::Search, Skill::SEARCH);
    check.parts.add(super::task::assets(table, who, Skill::SEARCH, None, None), Why::Asset);
    let (amount, why) = check::drunk(table, who, Some(Skill::SEARCH), oracle)?;
    check.parts.add(amount, why);
    check.parts.add(check::gm_modifier(table, who, GmMod::Roll, oracle)?, Why::Gm);
    let modifier = check.parts.total();
    let need = |other: ActorId| {
        let actor = table.actor(other);
        let need = actor.sneak.map_or(DIFFICULTY, i32::from);
        (table.hostile(who, other) && actor.is_here() && actor.is_out_of_sight()).then_some(need)
    };
    let found = |dice: i32| -> ActorSet {
        table.ids().filter(|&other| need(other).is_some_and(|need| dice + modifier >= need)).collect()
    };
    let throw = Throw::open(Who::Actor(who), Named::Search.word());
    let rolled = oracle.roll(throw, check.die.exploding(&book.house), found)?;
    let face = rolled.face;
    oracle.tell(Audience::All, || Event::Stealth(StealthEvent::Searches { who, face, modifier }));
    for other in rolled.value.iter() {
        come_out(table, other);
        oracle.tell(Audience::All, || Event::Stealth(StealthEvent::Revealed { who: other }));
    }
    overwatch::after(book, table, who, oracle)
}
