//! Skills (SE-066, SE-116): a check against an attribute, opposed or not, with a thing or without.

use super::prelude::*;
use crate::{
    check::{self, Causes, Check, For},
    gear, harm,
    sheet::{SkillEffect, SkillSheet},
};

act! {
    /// SE-066: the use of a skill.
    pub struct Use for Segments, by ActorId {
        skill: SkillId = "Which";
        /// A tool in hand: a ram.
        with among tools: Option<ThingId> = "With what", usual;
        /// SE-R56: on or against whom.
        target among oneself_first: ActorId = "On whom", usual when binds_oneself;
        /// A lock, a door.
        on among openings: Option<ThingId> = "On what", usual;
    }
}

/// None, then the things in hand that help with the skill.
fn tools(used: &Use, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Option<ThingId>> {
    let held = whose.into_iter().flat_map(|who| see.held(who));
    let helps = |thing: &ThingId| used.skill.value().is_none_or(|&skill| helps_with(see, *thing, skill));
    std::iter::once(None).chain(held.filter(helps).map(Some)).collect()
}

/// Oneself, then the others.
fn oneself_first(_: &Use, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    let mut all = ActorId::all(see, whose);
    all.sort_by_key(|who| Some(*who) != whose);
    all
}

/// One binds one's own wound, if one can and names nobody else.
fn binds_oneself(used: &Use, see: See<'_, '_>, whose: Option<ActorId>) -> bool {
    let skill = used.skill.value().and_then(|&skill| see.skill(skill));
    skill.is_some_and(|skill| skill.effect == SkillEffect::Bind) && used.target.value().copied() == whose
}

/// None, then what is closed within 5 feet.
fn openings(_: &Use, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Option<ThingId>> {
    let near = |thing: &ThingId| whose.is_some_and(|who| can_be_opened(see, who, *thing));
    std::iter::once(None).chain(super::value::lying(see).filter(near).map(Some)).collect()
}

fn helps_with(table: &Table, thing: ThingId, skill: SkillId) -> bool {
    table.thing_sheet(thing).helps.is_some_and(|(helped, _)| helped == skill)
}

/// A skill that may be used.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    who: ActorId,
    skill: SkillId,
    target: Option<ActorId>,
    on: Option<ThingId>,
    /// SE-R54: rank, tool and difficulty.
    bonus: i16,
    rank: i16,
}

impl Table {
    /// A skill of the list.
    pub fn skill(&self, id: SkillId) -> Option<&SkillSheet> {
        self.setup.skills.get(usize::from(id.0))
    }
}

/// A closed thing within 5 feet.
fn can_be_opened(table: &Table, who: ActorId, thing: ThingId) -> bool {
    let near = |place| table.feet(table.actor(who).place, place) <= 5;
    let state = table.things.get(thing.index());
    state.is_some_and(|state| matches!(state.at, Whereabouts::Place(place) if near(place)))
        && !table.thing(thing).open
        && table.thing_sheet(thing).object.is_some()
}

fn may_bind(table: &Table, who: ActorId, target: ActorId) -> Result<(), Why<'_>> {
    if table.between(who, target) > 5 {
        return Err(bar!("SE-R44", "too-far", "a wound is bound within 5 feet"));
    }
    if table.actor(target).bound || table.actor(target).health >= table.sheet(target).health_max {
        let name = table.name(target);
        return Err(bar!("SE-116", "bound", "there is nothing more to bind on {} in this fight", name));
    }
    Ok(())
}

/// SE-R116: is a tool ready in hand, and of any help? SE-069 to SE-072: does it make a Slow Action of it?
fn is_slow_tool<'t>(see: See<'_, 't>, who: ActorId, skill: SkillId, thing: ThingId) -> Result<bool, Why<'t>> {
    let table = see.table;
    let held = thing.index() < table.things.len() && table.thing(thing).at == Whereabouts::Held(who);
    if !held || !table.has_hands_for(who, thing) {
        return Err(bar!("SE-R116", "not-in-hand", "that is not ready in hand"));
    }
    let sheet = table.thing_sheet(thing);
    if !helps_with(table, thing, skill) {
        return Err(bar!("SE-R54", "no-help", "the {} is of no help", &sheet.name).moot());
    }
    Ok(gear::is_slow(&see.book.house, sheet.tags, sheet.weapon.as_ref()))
}

impl Act<Segments> for Use {
    type By = ActorId;
    type Ready = Attempt;
    const CARD: Card = card!("use", "Use a skill", "Actions", "", "SE-066");
    const NOTHING: Why<'static> = bar!("SE-066", "nothing-fits", "there is nothing to use a skill on");

    /// SE-D17. SE-069 to SE-072: with a slow object it is a Slow Action.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Attempt, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        if table.sheet(who).trap {
            return Err(bar!("SE-R18", "trap", "a trap uses no skills").moot().into());
        }
        turn::may_use(book, table, who)?;
        let id = self.skill()?;
        let Some(skill) = table.skill(id) else { return Err(bar!(_, "no-skill", "there is no such skill").into()) };
        let with = self.with()?;
        let slow = with.map_or(Ok(false), |thing| is_slow_tool(see, who, id, thing))?;
        turn::may(book, table, who, Needs::Use { slow })?;
        let binds = skill.effect == SkillEffect::Bind;
        let target = if binds || skill.opposed.is_some() { Some(self.target()?) } else { None };
        if let Some(target) = target {
            if target.index() >= table.actors.len() || !table.is_here(target) || table.actor(target).hidden {
                return Err(bar!(_, "no-target", "there is nobody like that").moot().into());
            }
            if skill.opposed.is_some() && target == who {
                return Err(bar!("SE-R56", "needs-target", "{} is against somebody", &skill.name).moot().into());
            }
            if binds {
                may_bind(table, who, target)?;
            }
        }
        let on = if skill.effect == SkillEffect::Open && skill.opposed.is_none() { self.on()? } else { None };
        if on.is_some_and(|thing| !can_be_opened(table, who, thing)) {
            return Err(bar!(_, "no-thing", "there is nothing like that within 5 feet").moot().into());
        }
        let rank = table.sheet(who).rank(id);
        let tool = with.and_then(|thing| table.thing_sheet(thing).helps).map_or(0, |(_, amount)| i16::from(amount));
        let difficulty = on.map_or(0, |thing| i16::from(table.thing_sheet(thing).difficulty));
        Ok(Attempt { who, skill: id, target, on, bonus: rank + tool + difficulty, rank })
    }

    /// SE-R54's check, with what a tool adds and what the GM or the thing says about difficulty (SE-R55).
    fn resolve<O: Oracle<Segments>>(ready: Attempt, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Attempt { who, skill: id, target, on, bonus, rank } = ready;
        let Some(skill) = table.skill(id) else { return Ok(()) };
        let (attribute, opposed, effect) = (skill.attribute, skill.opposed, skill.effect);
        let blind = skill.sight && table.is_blind(who);
        let causes = turn::causes(table, who)
            .and_if(blind, Causes::BLIND)
            .and_if(table.suffers(who, |status| status.hampers), Causes::HAMPERED);
        turn::spend(book, table, who, oracle);
        let against = opposed.and_then(|by| Some((target?, by)));
        let check = Check { who, what: For::Skill(id), attribute, bonus, against, causes, d6: Some(rank) };
        if !check::make(book, table, check, oracle)?.is_success() {
            return Ok(());
        }
        match effect {
            SkillEffect::Bind => {
                let target = target.unwrap_or(who);
                table.actor_mut(target).bound = true;
                harm::heal(table, target, 1, rule!("SE-116"), oracle);
            }
            SkillEffect::Open => {
                if let Some(thing) = on {
                    table.thing_mut(thing).open = true;
                    if let Some(piece) = table.thing(thing).piece {
                        table.pieces[usize::from(piece)].active = false;
                    }
                }
            }
            SkillEffect::None => {}
        }
        Ok(())
    }
}
