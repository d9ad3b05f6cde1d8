//! The beginning of a crisis: who was surprised, initiative, ties (CR-033 to CR-043).

use super::{TurnEvent, begin_at};
use crate::{
    Crisis, Event,
    conditions::ConditionKind,
    house::PcNpcTie,
    recovery,
    table::{Mode, Table},
    words::creature,
};
use referee_engine::{
    ActorId, ActorSet, Audience, Choice, Flow, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks},
    clock::Turn,
    rule,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Those who roll for initiative: for themselves, or for the group that they lead (CR-040).
type Units = SmallVec<[ActorId; 8]>;

/// What they rolled.
type Rolls = SmallVec<[(i16, ActorId); 8]>;

/// CR-041, CR-042, CR-R23: those who have an enemy that has not noticed them and is not ready.
pub fn ambushers(table: &Table) -> impl Iterator<Item = ActorId> + '_ {
    table.ids().filter(move |&who| {
        let surprised = |other: ActorId| {
            let actor = table.actor(other);
            table.hostile(who, other) && actor.is_here() && actor.unaware_of.contains(who) && actor.unready
        };
        table.ids().any(surprised) && table.actor(who).is_here() && table.can_act(who)
    })
}

/// CR-001, CR-028, CR-033, CR-048, CR-R28: a crisis begins: initiative, then the surprise round if there is one.
pub fn begin<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, ambush: &[ActorId], oracle: &mut O) -> Flow<()> {
    table.over = None;
    table.clock.mode = Mode::Crisis;
    table.clock.turn = Turn::Round;
    for healer in table.those(|actor| actor.treating.is_some()).iter() {
        recovery::treat::interrupt(table, healer, oracle); // CR-R102
    }
    super::drop_what_is_under_way(table, oracle); // what a scene or the GM has given somebody before any turn
    for actor in &mut table.actors {
        super::forget_turns(actor);
        actor.ap = book.house.initial_ap;
        actor.extras_used.clear();
        actor.bleeds = None;
    }
    table.order = table.ids().filter(|&who| table.actor(who).is_here()).collect();
    for &who in ambush {
        table.actor_mut(who).surprise = true;
    }
    let surprise = !ambush.is_empty();
    table.clock.round = u32::from(!surprise);
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Round { number: u32::from(!surprise) }));
    roll_all(book, table, oracle)?;
    order_groups(table, oracle)?;
    // CR-043: the additional turns come before round 1.
    table.at = 0;
    begin_at(book, table, oracle)
}

/// CR-033 to CR-036, CR-040: everybody rolls, groups once, and the higher result acts earlier.
pub fn roll_all<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    let members: ActorSet = table.order.iter().copied().collect();
    let mut rolled = Rolls::new();
    for unit in units_of(table, members) {
        let result = roll(book, table, unit, members, false, oracle)?;
        table.actor_mut(unit).initiative = result;
        for who in followers(table, unit, members) {
            table.actor_mut(who).initiative = result;
        }
        rolled.push((result, unit));
    }
    let units = in_order(rolled, |tied| settle(book, table, tied, members, oracle))?;
    let places = with_followers(table, units, members);
    table.order = SmallVec::from_slice(&places);
    Ok(())
}

/// CR-036, CR-R15: the higher result first, those who are tied as `settle` puts them. It is given them in the order of the roster.
fn in_order(mut rolled: Rolls, mut settle: impl FnMut(Units) -> Flow<Units>) -> Flow<Units> {
    rolled.sort_by_key(|(result, _)| Reverse(*result)); // which keeps the order of those who are tied
    let mut units = Units::new();
    let mut from = 0;
    while from < rolled.len() {
        let tied = rolled[from..].iter().take_while(|(result, _)| *result == rolled[from].0).count();
        if tied == 1 {
            units.push(rolled[from].1);
        } else {
            let tied: Units = rolled[from..from + tied].iter().map(|(_, unit)| *unit).collect();
            units.extend_from_slice(&settle(tied)?);
        }
        from += tied;
    }
    Ok(units)
}

/// CR-040, CR-R20: who of these rolls. For a group it is the member whom the GM named, or the first; the group has the place of
/// its first member.
fn units_of(table: &Table, members: ActorSet) -> Units {
    if table.setup.groups.is_empty() {
        return members.iter().collect();
    }
    let group_of = |who: ActorId| table.sheet(who).group;
    let mut units = Units::new();
    for who in members.iter() {
        let Some(group) = group_of(who) else {
            units.push(who);
            continue;
        };
        if members.iter().find(|&other| group_of(other) == Some(group)) == Some(who) {
            let is_member = |leader: &ActorId| group_of(*leader) == Some(group) && members.contains(*leader);
            units.push(table.setup.groups[usize::from(group)].leader.filter(is_member).unwrap_or(who));
        }
    }
    units
}

/// CR-040: those of these for whom this one rolls besides itself, in the order of the roster.
fn followers(table: &Table, unit: ActorId, members: ActorSet) -> impl Iterator<Item = ActorId> + use<> {
    let follow = match table.sheet(unit).group {
        None => ActorSet::EMPTY,
        group => members.iter().filter(|&who| who != unit && table.sheet(who).group == group).collect(),
    };
    follow.iter()
}

/// CR-040: the members of a group come after one another.
fn with_followers(table: &Table, units: Units, members: ActorSet) -> Units {
    if table.setup.groups.is_empty() {
        return units;
    }
    units.into_iter().flat_map(|unit| std::iter::once(unit).chain(followers(table, unit, members))).collect()
}

/// CR-034, CR-035, CR-R19, CR-R145: the Action die with its explosions, and what race and talents add.
fn roll<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    who: ActorId,
    members: ActorSet,
    again: bool,
    oracle: &mut O,
) -> Flow<i16> {
    let sheet = table.sheet(who);
    let drunk = if table.has(who, ConditionKind::Drunk) { book.house.drunk_initiative as i8 } else { 0 };
    let modifier = sheet.initiative_mod - drunk;
    let throw = Throw::open(Who::Actor(who), "initiative");
    let read = |dice| dice as i16 + i16::from(modifier);
    let rolled = oracle.roll(throw, sheet.action_die.exploding(&book.house), read)?;
    let face = rolled.face;
    oracle.tell(Audience::All, || {
        let group = followers(table, who, members).collect();
        Event::Turn(TurnEvent::Initiative { who, group, face, modifier, again })
    });
    Ok(rolled.value)
}

/// CR-037 to CR-039, CR-R17, CR-R18: those with the same result agree on an order, or roll again among themselves.
fn settle<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    tied: Units,
    members: ActorSet,
    oracle: &mut O,
) -> Flow<Units> {
    if tied.len() < 2 {
        return Ok(tied);
    }
    if book.house.pc_npc_tie == PcNpcTie::PcFirst {
        let (pcs, npcs): (Units, Units) = tied.into_iter().partition(|&unit| table.sheet(unit).is_pc);
        let mut all = among(book, table, pcs, members, oracle)?;
        all.extend(among(book, table, npcs, members, oracle)?);
        return Ok(all);
    }
    among(book, table, tied, members, oracle)
}

fn among<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    tied: Units,
    members: ActorSet,
    oracle: &mut O,
) -> Flow<Units> {
    if tied.len() < 2 {
        return Ok(tied);
    }
    if let Some(agreed) = agree(table, &tied, oracle)? {
        oracle.tell(Audience::All, || Event::Turn(TurnEvent::Agreed { order: agreed.iter().copied().collect() }));
        return Ok(agreed);
    }
    again(book, table, tied, members, 0, oracle)
}

/// CR-D08, CR-D09: who of the tied comes first? The first answer is no agreement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tie {
    pub of: SmallVec<[ActorId; 4]>,
}

impl Asks<Crisis> for Tie {
    type Answer = Option<ActorId>;
    const KIND: &'static str = "tie";
    const RULE: RuleId = rule!("CR-037");

    fn answers(&self) -> Answers<Option<ActorId>> {
        std::iter::once(None).chain(self.of.iter().copied().map(Some)).collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        "Who of the tied acts first?".into()
    }

    fn choice(&self, _: &Crisis, table: &Table, _: Who, answer: &Option<ActorId>) -> Choice {
        answer.map_or_else(|| Choice::new("roll-again", "No agreement: all roll again"), |id| creature(table, id))
    }
}

/// CR-D09, to the GM: who of a group acts first in this round, of those who have no place yet?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroupOrder {
    pub of: SmallVec<[ActorId; 4]>,
}

impl Asks<Crisis> for GroupOrder {
    type Answer = ActorId;
    const KIND: &'static str = "group-order";
    const RULE: RuleId = rule!("CR-R20");

    fn answers(&self) -> Answers<ActorId> {
        self.of.iter().copied().collect()
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        "Who of the group acts first?".into()
    }

    fn choice(&self, _: &Crisis, table: &Table, _: Who, answer: &ActorId) -> Choice {
        creature(table, *answer)
    }
}

/// CR-037, CR-R17, CR-R18, CR-D08, CR-D09: the players of tied PCs name who comes first, one place after the other; all
/// must name the same. The GM orders NPCs tied only among themselves.
fn agree<O: Oracle<Crisis>>(table: &Table, tied: &[ActorId], oracle: &mut O) -> Flow<Option<Units>> {
    let mut asked: SmallVec<[Who; 8]> = SmallVec::new();
    asked.extend(tied.iter().filter(|unit| table.sheet(**unit).is_pc).map(|unit| Who::Actor(*unit)));
    if asked.is_empty() {
        asked.push(Who::Gm);
    }
    let mut left: Units = tied.into();
    let mut order = Units::new();
    while left.len() > 1 {
        let question = Tie { of: left.iter().copied().collect() };
        let answers = Tie::ask_all(asked.iter().map(|&who| (who, question.clone())).collect(), table, oracle)?;
        let Some(first) = answers[0] else { return Ok(None) };
        if answers.iter().any(|answer| *answer != Some(first)) {
            return Ok(None);
        }
        left.retain(|unit| *unit != first);
        order.push(first);
    }
    order.extend(left);
    Ok(Some(order))
}

/// CR-038, CR-039, CR-R19: the tied roll again; those still tied repeat. Nobody's result changes.
fn again<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    tied: Units,
    members: ActorSet,
    depth: u8,
    oracle: &mut O,
) -> Flow<Units> {
    // Forty ties in a row have less than one chance in 10³⁰; then the roster decides.
    if tied.len() < 2 || depth > 40 {
        return Ok(tied);
    }
    let (all, here) = (tied.len(), oracle.here(table));
    let mut rolled = Rolls::new();
    for unit in tied {
        rolled.push((roll(book, table, unit, members, true, oracle)?, unit));
    }
    in_order(rolled, |tied| {
        if tied.len() == all {
            oracle.again(table, here)?;
        }
        again(book, table, tied, members, depth + 1, oracle)
    })
}

/// CR-R20, CR-D09: the members of a group act one after the other, in an order that the GM picks each round. Those who joined it
/// after the roll have a result of their own, and their place (CR-036).
pub fn order_groups<O: Oracle<Crisis>>(table: &mut Table, oracle: &mut O) -> Flow<()> {
    if !table.ask_gm {
        return Ok(());
    }
    let in_crisis: ActorSet = table.order.iter().copied().collect();
    for unit in units_of(table, in_crisis) {
        let all = std::iter::once(unit).chain(followers(table, unit, in_crisis));
        let result = table.actor(unit).initiative;
        let shares = |who: &ActorId| table.actor(*who).is_here() && table.actor(*who).initiative == result;
        let members: SmallVec<[ActorId; 4]> = all.filter(shares).collect();
        if members.len() < 2 {
            continue;
        }
        let (mut left, mut chosen) = (members.clone(), SmallVec::<[ActorId; 4]>::new());
        while left.len() > 1 {
            let first = GroupOrder { of: left.clone() }.ask(Who::Gm, table, oracle)?;
            left.retain(|member| *member != first);
            chosen.push(first);
        }
        chosen.extend(left);
        let places: SmallVec<[usize; 8]> =
            (0..table.order.len()).filter(|&at| members.contains(&table.order[at])).collect();
        for (at, who) in places.into_iter().zip(chosen) {
            table.order[at] = who;
        }
    }
    Ok(())
}

/// CR-R21: a late arrival rolls initiative and acts from the next round. Until then it stands behind those with the same
/// result; see [`settle_late`].
pub fn arrive<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    table.actor_mut(who).absent = false;
    recovery::natural::keep_clocks(table, who);
    if table.clock.mode != Mode::Crisis {
        return Ok(());
    }
    let result = roll(book, table, who, ActorSet::EMPTY.with(who), false, oracle)?;
    let actor = table.actor_mut(who);
    actor.initiative = result;
    actor.ap = book.house.initial_ap;
    actor.late = true;
    let place = table.order.iter().position(|&other| table.actor(other).initiative < result);
    let place = place.unwrap_or(table.order.len());
    table.order.insert(place, who);
    if place <= usize::from(table.at) {
        table.at += 1; // the turn that runs stays with whoever has it
    }
    Ok(())
}

/// CR-037 to CR-039, CR-R17, CR-R21: a late arrival with the result of others is tied with them like anybody else. They
/// settle it when it first matters, at the start of the next round: in the middle of one somebody could lose a turn.
pub fn settle_late<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    if !table.actors.iter().any(|actor| actor.late) {
        return Ok(());
    }
    let mut from = 0;
    while from < table.order.len() {
        let result = table.actor(table.order[from]).initiative;
        let same = |who: &&ActorId| table.actor(**who).initiative == result;
        let tied: SmallVec<[ActorId; 8]> = table.order[from..].iter().take_while(same).copied().collect();
        if tied.iter().any(|&who| table.actor(who).late) {
            let (here, gone): (SmallVec<[ActorId; 8]>, SmallVec<[ActorId; 8]>) =
                tied.iter().copied().partition(|&who| table.actor(who).is_here());
            let here: ActorSet = here.into_iter().collect();
            let units = settle(book, table, units_of(table, here), here, oracle)?;
            let order = with_followers(table, units, here);
            for (place, who) in table.order[from..].iter_mut().zip(order.into_iter().chain(gone)) {
                *place = who;
            }
        }
        from += tied.len();
    }
    Ok(())
}
