//! Skills (SE-066, SE-116): a check against an attribute, opposed or not, with a thing or without.

use crate::{
    Segments,
    check::{self, Causes, Check, For},
    gear, harm,
    sheet::{SkillEffect, SkillId, SkillSheet, ThingId},
    table::{Table, Whereabouts},
    turn::{self, Needs},
};
use referee_engine::{ActorId, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};

/// The use of a skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Use {
    /// Who.
    pub actor: ActorId,
    /// Which.
    pub skill: SkillId,
    /// SE-R56: on or against whom.
    pub target: Option<ActorId>,
    /// On which thing: a lock, a door.
    pub on: Option<ThingId>,
    /// With which thing in hand: a ram.
    pub with: Option<ThingId>,
}

impl Table {
    /// A skill of the list.
    pub fn skill(&self, id: SkillId) -> Option<&SkillSheet> {
        self.setup.skills.get(usize::from(id.0))
    }
}

/// May it be used now (SE-D17)? SE-069 to SE-072: with a slow object it is a Slow Action.
pub fn legal(book: &Segments, table: &Table, used: &Use) -> Result<(), Refusal> {
    let who = used.actor;
    table.may_act(who)?;
    let Some(skill) = table.skill(used.skill) else { return Err(Refusal::plain("no-skill", "there is no such skill")) };
    let slow = used.with.is_some_and(|thing| {
        let sheet = table.setup.things.get(thing.index());
        sheet.is_some_and(|sheet| gear::is_slow(&book.house, sheet.tags, sheet.weapon.as_ref()))
    });
    turn::may(book, table, who, Needs::Use { slow })?;
    if let Some(thing) = used.with {
        let held = thing.index() < table.things.len() && table.thing(thing).at == Whereabouts::Held(who);
        if !held || !table.has_hands_for(who, thing) {
            return Err(Refusal::by(rule!("SE-R116"), "not-in-hand", "that is not ready in hand"));
        }
    }
    if let Some(target) = used.target
        && (target.index() >= table.actors.len() || !table.is_here(target) || table.actor(target).hidden)
    {
        return Err(Refusal::plain("no-target", "there is nobody like that"));
    }
    if skill.opposed.is_some() && used.target.is_none_or(|target| target == who) {
        return Err(Refusal::by(rule!("SE-R56"), "needs-target", format!("{} is against somebody", skill.name)));
    }
    if skill.effect == SkillEffect::Bind {
        return may_bind(table, who, used.target.unwrap_or(who));
    }
    if let Some(thing) = used.on
        && !can_be_opened(table, who, thing)
    {
        return Err(Refusal::plain("no-thing", "there is nothing like that within 5 feet"));
    }
    Ok(())
}

/// A closed thing within 5 feet.
pub fn can_be_opened(table: &Table, who: ActorId, thing: ThingId) -> bool {
    let near = |place| table.feet(table.actor(who).place, place) <= 5;
    let state = table.things.get(thing.index());
    state.is_some_and(|state| matches!(state.at, Whereabouts::Place(place) if near(place)))
        && !table.thing(thing).open
        && table.thing_sheet(thing).object.is_some()
}

fn may_bind(table: &Table, who: ActorId, target: ActorId) -> Result<(), Refusal> {
    if table.between(who, target) > 5 {
        return Err(Refusal::by(rule!("SE-R44"), "too-far", "a wound is bound within 5 feet"));
    }
    if table.actor(target).bound || table.actor(target).health >= table.sheet(target).health_max {
        let why = format!("there is nothing more to bind on {} in this fight", table.name(target));
        return Err(Refusal::by(rule!("SE-116"), "bound", why));
    }
    Ok(())
}

/// Uses a skill: SE-R54's check, with what a tool adds and what the GM or the thing says about difficulty (SE-R55).
pub fn resolve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, used: &Use, oracle: &mut O) -> Flow<()> {
    legal(book, table, used)?;
    let Use { actor: who, skill: id, target, on, with } = *used;
    let Some(skill) = table.skill(id) else { return Ok(()) };
    let (attribute, opposed, effect) = (skill.attribute, skill.opposed, skill.effect);
    let blind = skill.sight && table.is_blind(who);
    let causes = turn::causes(table, who)
        .and_if(blind, Causes::BLIND)
        .and_if(table.suffers(who, |status| status.hampers), Causes::HAMPERED);
    let rank = table.sheet(who).rank(id);
    let tool = with.and_then(|thing| table.thing_sheet(thing).helps).filter(|(helped, _)| *helped == id);
    let difficulty = on.map_or(0, |thing| i16::from(table.thing_sheet(thing).difficulty));
    let bonus = rank + tool.map_or(0, |(_, amount)| i16::from(amount)) + difficulty;
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
