//! Hide, Sneak, and being searched for (CR-165 to CR-172).

use crate::{
    Crisis, Event, Intent,
    acts::attack::AttackEvent,
    check::{self, Check, GmMod, HowHard, Named, Sum},
    cover,
    sheet::Skill,
    table::{Actor, Table},
    words::{name_to, sum},
};
use referee_engine::{
    ActorId, ActorSet, Audience, Choice, Flow, Mark, Oracle, Refusal, RuleId, Throw, Who,
    act::{Answers, Asks, Why},
    bar, rule, told,
};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

told! {
    /// Stealth as it is told.
    pub enum StealthEvent for Crisis, |table| {
        Hides { who: ActorId } "CR-165", "CR-166" by who => format!("{} hides", table.name(who));
        /// CR-R126, CR-R122: it does not work.
        Fails { who: ActorId } under "CR-R126" by who => format!("{} does not get out of sight", table.name(who));
        /// A search must match the total of the Sneak roll.
        Sneaks { who: ActorId, total: i16 } "CR-167", "CR-170" by who
            => format!("{} sneaks with {total}", table.name(who));
        Searches { who: ActorId, face: referee_engine::Face, modifier: i32 } "CR-171" by who
            => format!("{} searches: {}", table.name(who), sum(face, modifier));
        Revealed { who: ActorId } under "CR-171" by who => format!("{} is revealed", table.name(who));
        /// CR-R123, CR-R125.
        Seen { who: ActorId } under "CR-168" by who => format!("{} is in plain sight", table.name(who));
    }
    marks |self, to| if let StealthEvent::Revealed { who } = *self {
        to.push(Mark::word("revealed", Some(who), 1, "yes"));
    };
}

/// CR-168: nobody Hides or Sneaks in plain sight. Where the GM is asked, the GM says so later.
pub fn unseen(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    if !table.ask_gm && cover::in_plain_sight(table, who) {
        return Err(bar!("CR-168", "in-plain-sight", "{} is in plain sight of an opponent", table.name(who)));
    }
    Ok(())
}

/// CR-168: somebody unseen looks on, which bars what a seat may say that does not know of it: it is tried in vain.
pub fn is_seen_by_the_unknown(why: &Refusal) -> bool {
    why.code == "in-plain-sight"
}

/// A Sneak roll, rolled in secret: the total if it succeeds.
pub fn stealth_check<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    name: Named,
    oracle: &mut O,
) -> Flow<Option<i16>> {
    let mut check = Check::of_skill(table, who, name, Skill::SNEAK);
    if table.ask_gm {
        // CR-D02: easy, unless the GM says otherwise. CR-R01: what it does to the roll counts against a search.
        check.against(book, HowHard { who }.ask(Who::Gm, table, oracle)?);
    }
    let (amount, why) = check::drunk(table, who, Some(Skill::SNEAK), oracle)?;
    check.parts.add(amount, why);
    check.parts.add(check::gm_modifier(table, who, GmMod::Roll, oracle)?, check::Why::Gm);
    let modifier = check.parts.total();
    // Every total matters, since a search is compared with it.
    let to = Audience::Actors(table.friends_of(who));
    let throw = Throw::hidden(Who::Actor(who), name.word(), to);
    let rolled = oracle.roll(throw, check.die.exploding(&book.house), |dice| {
        check.succeeds(book, dice).then_some((dice + modifier) as i16)
    })?;
    check.tell(rolled.face, rolled.value.is_some(), rule!("CR-167"), to, oracle);
    Ok(rolled.value)
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
    if table.ask_gm && asks_by_itself(intent) {
        return ActorSet::EMPTY;
    }
    let hiding = table.those(Actor::is_out_of_sight);
    hiding.iter().filter(|&who| !cover::in_plain_sight(table, who)).collect()
}

/// CR-D27: does this act ask the GM of itself whether somebody is seen, at each step?
fn asks_by_itself(intent: &Intent) -> bool {
    matches!(intent, Intent::Move(_) | Intent::Run(_) | Intent::Crouch(_) | Intent::Crawl(_) | Intent::Attack(_))
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
pub fn seen<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    come_out(table, who);
    oracle.tell(Audience::All, || Event::Stealth(StealthEvent::Seen { who }));
}

/// It is neither Hidden nor Sneaking any more, and everybody knows of it.
pub fn come_out(table: &mut Table, who: ActorId) {
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

/// CR-D29, to the GM: is the attacker noticed, or not yet?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Noticed {
    pub who: ActorId,
}

impl Asks<Crisis> for Noticed {
    type Answer = bool;
    const KIND: &'static str = "noticed";
    const RULE: RuleId = rule!("CR-R27");

    fn answers(&self) -> Answers<bool> {
        smallvec![true, false]
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("Has anybody noticed {}?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer { Choice::new("noticed", "It is noticed") } else { Choice::new("unnoticed", "Not yet") }
    }
}

/// CR-R123, CR-R125, CR-D29: an Attack ends hiding, after it; by default it reveals an unnoticed attacker.
pub fn reveal_attacker<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let unknown = table.actors.iter().any(|actor| actor.unaware_of.contains(who));
    if !unknown && !table.actor(who).is_out_of_sight() {
        return Ok(());
    }
    if table.ask_gm && unknown && !(Noticed { who }).ask(Who::Gm, table, oracle)? {
        show(table, who);
        return Ok(());
    }
    come_out(table, who);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Noticed { who }));
    Ok(())
}
