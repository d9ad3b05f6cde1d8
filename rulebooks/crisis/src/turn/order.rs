//! The beginning of a crisis: who was surprised, initiative, ties (CR-033 to CR-043).

use super::{TurnEvent, begin_at};
use crate::{
    Crisis, Event, Question,
    conditions::ConditionKind,
    house::PcNpcTie,
    recovery,
    table::{Flag, Mode, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Throw, Who, clock::Turn, rule};
use smallvec::{SmallVec, smallvec};

/// Those who share one initiative roll: one creature, or a group (CR-040).
type Unit = SmallVec<[ActorId; 4]>;

/// CR-041, CR-042, CR-R23: those who have an enemy that has not noticed them and is not ready.
pub fn ambushers(table: &Table) -> impl Iterator<Item = ActorId> + '_ {
    let unaware = table.actors.unaware();
    table.ids().filter(move |&who| {
        let surprised = |other: ActorId| {
            let actor = table.actor(other);
            table.hostile(who, other) && actor.is_here() && actor.unaware_of.contains(who) && actor.is(Flag::Unready)
        };
        unaware.iter().any(surprised) && table.actor(who).is_here() && table.can_act(who)
    })
}

/// CR-001, CR-028, CR-033, CR-048, CR-R28: a crisis begins: initiative, then the surprise round if there is one.
pub fn begin<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, ambush: &[ActorId], oracle: &mut O) -> Flow<()> {
    legal(table, ambush)?;
    table.over = None;
    table.clock.mode = Mode::Crisis;
    table.clock.turn = Turn::Round;
    table.actors.change_all(|actor| {
        actor.ap = book.house.initial_ap;
        (actor.aim, actor.long, actor.bleeds, actor.extras_used) = (0, None, None, 0);
        actor.treating = None; // CR-R109: nobody is treated in a fight
        for flag in [Flag::Acted, Flag::ParryUsed, Flag::DodgeUsed, Flag::Overwatch, Flag::Surprise, Flag::Late] {
            actor.set(flag, false);
        }
    });
    table.order = table.ids().filter(|&who| table.actor(who).is_here()).collect();
    for &who in ambush {
        table.actor_mut(who).set(Flag::Surprise, true);
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

/// CR-042, CR-R24, CR-D06: may the crisis begin like that?
pub fn legal(table: &Table, ambush: &[ActorId]) -> Result<(), Refusal> {
    if table.clock.mode == Mode::Crisis {
        return Err(Refusal::by(rule!("CR-001"), "crisis", "there is a crisis already"));
    }
    if !table.ids().any(|who| super::is_up(table, who)) {
        return Err(Refusal::by(rule!("CR-R156"), "nobody-up", "there is nobody who could act"));
    }
    match ambush.iter().find(|who| !ambushers(table).any(|known| known == **who)) {
        Some(_) => {
            let why = "an additional turn needs an enemy that has noticed nothing and is not ready";
            Err(Refusal::by(rule!("CR-042"), "no-surprise", why))
        }
        None => Ok(()),
    }
}

/// CR-033 to CR-036, CR-040: everybody rolls, groups once, and the higher result acts earlier.
pub fn roll_all<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    let mut units: SmallVec<[(i16, Unit); 8]> = SmallVec::new();
    for unit in units_of(table, &table.order) {
        let result = roll(book, table, &unit, false, oracle)?;
        for &who in &unit {
            table.actor_mut(who).initiative = result;
        }
        units.push((result, unit));
    }
    units.sort_by_key(|(result, _)| std::cmp::Reverse(*result)); // CR-036, CR-R15; the sort keeps the roster's order
    let mut order: SmallVec<[ActorId; 8]> = SmallVec::new();
    let mut from = 0;
    while from < units.len() {
        let tied = units[from..].iter().take_while(|(result, _)| *result == units[from].0).count();
        if tied == 1 {
            order.extend_from_slice(&units[from].1);
            from += 1;
            continue;
        }
        let same: SmallVec<[Unit; 4]> = units[from..from + tied].iter().map(|(_, unit)| unit.clone()).collect();
        for unit in settle(book, table, same, oracle)? {
            order.extend(unit);
        }
        from += tied;
    }
    table.order = order.into_iter().collect();
    Ok(())
}

/// CR-040, CR-R20: creatures of one group are one unit, led by its first member.
fn units_of(table: &Table, order: &[ActorId]) -> SmallVec<[Unit; 8]> {
    let mut units: SmallVec<[Unit; 8]> = SmallVec::new();
    let mut roster: SmallVec<[ActorId; 8]> = order.into();
    roster.sort_unstable();
    for who in roster {
        let group = table.sheet(who).group;
        let known = group.and_then(|_| units.iter_mut().find(|unit| table.sheet(unit[0]).group == group));
        match known {
            Some(unit) => unit.push(who),
            None => units.push(smallvec![who]),
        }
    }
    for unit in units.iter_mut().filter(|unit| unit.len() > 1) {
        // CR-R20: the die is that of the member whom the GM named.
        let leader = table.sheet(unit[0]).group.and_then(|group| table.setup.groups[usize::from(group)].leader);
        if let Some(place) = unit.iter().position(|&who| Some(who) == leader) {
            unit[..=place].rotate_right(1);
        }
    }
    units
}

/// CR-034, CR-035, CR-R19, CR-R145: the Action die with its explosions, and what race and talents add.
fn roll<O: Oracle<Crisis>>(book: &Crisis, table: &Table, unit: &Unit, again: bool, oracle: &mut O) -> Flow<i16> {
    let who = unit[0];
    let sheet = table.sheet(who);
    let drunk = if table.has(who, ConditionKind::Drunk) { book.house.drunk_initiative as i8 } else { 0 };
    let modifier = sheet.initiative_mod - drunk;
    let throw = Throw::open(Who::Actor(who), "initiative");
    let rolled =
        oracle.roll(throw, sheet.action_die.exploding(&book.house), |dice| dice as i16 + i16::from(modifier))?;
    let face = rolled.face;
    oracle.tell(Audience::All, || {
        Event::Turn(TurnEvent::Initiative { who, group: unit[1..].into(), face, modifier, again })
    });
    Ok(rolled.value)
}

/// CR-037 to CR-039, CR-R17, CR-R18: those with the same result agree on an order, or roll again among themselves.
fn settle<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    tied: SmallVec<[Unit; 4]>,
    oracle: &mut O,
) -> Flow<SmallVec<[Unit; 4]>> {
    if tied.len() < 2 {
        return Ok(tied);
    }
    if book.house.pc_npc_tie == PcNpcTie::PcFirst {
        let (pcs, npcs): (SmallVec<[Unit; 4]>, SmallVec<[Unit; 4]>) =
            tied.into_iter().partition(|unit| is_pc(table, unit));
        let mut all = among(book, table, pcs, oracle)?;
        all.extend(among(book, table, npcs, oracle)?);
        return Ok(all);
    }
    among(book, table, tied, oracle)
}

fn is_pc(table: &Table, unit: &Unit) -> bool {
    table.sheet(unit[0]).is_pc
}

fn among<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    tied: SmallVec<[Unit; 4]>,
    oracle: &mut O,
) -> Flow<SmallVec<[Unit; 4]>> {
    if tied.len() < 2 {
        return Ok(tied);
    }
    if let Some(agreed) = agree(table, &tied, oracle)? {
        oracle.tell(Audience::All, || {
            Event::Turn(TurnEvent::Agreed { order: agreed.iter().map(|unit| unit[0]).collect() })
        });
        return Ok(agreed);
    }
    again(book, table, tied, 0, oracle)
}

/// CR-037, CR-R17, CR-R18, CR-D08, CR-D09: the players of tied PCs name who comes first, one place after the other; all
/// must name the same. The GM orders NPCs tied only among themselves.
fn agree<O: Oracle<Crisis>>(table: &Table, tied: &[Unit], oracle: &mut O) -> Flow<Option<SmallVec<[Unit; 4]>>> {
    let pcs = tied.iter().filter(|unit| is_pc(table, unit));
    let mut asked: SmallVec<[Who; 4]> = pcs.map(|unit| Who::Actor(unit[0])).collect();
    if asked.is_empty() {
        asked.push(Who::Gm);
    }
    // A machine does not agree (CR-R17), and then nobody need be asked.
    let about_anybody = Question::Tie { of: SmallVec::new() };
    if asked.iter().any(|&who| oracle.declines(table, who, &about_anybody)) {
        return Ok(None);
    }
    let mut left: SmallVec<[Unit; 4]> = tied.into();
    let mut order: SmallVec<[Unit; 4]> = SmallVec::new();
    while left.len() > 1 {
        let question = Question::Tie { of: left.iter().map(|unit| unit[0]).collect() };
        let asking: SmallVec<[(Who, Question); 4]> = asked.iter().map(|&who| (who, question.clone())).collect();
        let answers = oracle.ask_all(table, &asking)?;
        let first = answers[0];
        if first == 0 || answers.iter().any(|&answer| answer != first) {
            return Ok(None);
        }
        order.push(left.remove(first - 1));
    }
    order.extend(left);
    Ok(Some(order))
}

/// CR-038, CR-039, CR-R19: the tied roll again; those still tied repeat. Nobody's result changes.
fn again<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    tied: SmallVec<[Unit; 4]>,
    depth: u8,
    oracle: &mut O,
) -> Flow<SmallVec<[Unit; 4]>> {
    // Forty ties in a row have less than one chance in 10³⁰; then the roster decides.
    if tied.len() < 2 || depth > 40 {
        return Ok(tied);
    }
    let mut rolled: SmallVec<[(i16, Unit); 4]> = SmallVec::new();
    for unit in tied {
        let result = roll(book, table, &unit, true, oracle)?;
        rolled.push((result, unit));
    }
    rolled.sort_by_key(|(result, _)| std::cmp::Reverse(*result));
    let mut order: SmallVec<[Unit; 4]> = SmallVec::new();
    let mut from = 0;
    while from < rolled.len() {
        let count = rolled[from..].iter().take_while(|(result, _)| *result == rolled[from].0).count();
        if count == 1 {
            order.push(std::mem::take(&mut rolled[from].1));
            from += 1;
            continue;
        }
        let same = rolled[from..from + count].iter().map(|(_, unit)| unit.clone()).collect();
        order.extend(again(book, table, same, depth + 1, oracle)?);
        from += count;
    }
    Ok(order)
}

/// CR-R20, CR-D09: the members of a group act one after the other, in an order that the GM picks each round.
pub fn order_groups<O: Oracle<Crisis>>(table: &mut Table, oracle: &mut O) -> Flow<()> {
    if !table.ask_gm {
        return Ok(());
    }
    let groups: SmallVec<[Unit; 8]> = units_of(table, &table.order);
    for unit in groups {
        let members: Unit = unit.into_iter().filter(|&who| table.actor(who).is_here()).collect();
        if members.len() < 2 {
            continue;
        }
        let (mut left, mut chosen) = (members.clone(), Unit::new());
        while left.len() > 1 {
            let answer = oracle.ask(table, Who::Gm, &Question::GroupOrder { of: left.clone() })?;
            chosen.push(left.remove(answer));
        }
        chosen.extend(left);
        let places: SmallVec<[usize; 8]> =
            (0..table.order.len()).filter(|&at| members.contains(&table.order[at])).collect();
        for (at, who) in places.into_iter().zip(chosen) {
            table.order.places_mut()[at] = who;
        }
    }
    Ok(())
}

/// CR-R21: a late arrival rolls initiative and acts from the next round. Until then it stands behind those with the same
/// result; see [`settle_late`].
pub fn arrive<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    table.change(who, |actor| actor.set(Flag::Absent, false));
    recovery::natural::keep_clocks(table, who);
    if table.clock.mode != Mode::Crisis {
        return Ok(());
    }
    let result = roll(book, table, &smallvec![who], false, oracle)?;
    let actor = table.actor_mut(who);
    actor.initiative = result;
    actor.ap = book.house.initial_ap;
    actor.set(Flag::Late, true);
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
    if !table.actors.iter().any(|actor| actor.is(Flag::Late)) {
        return Ok(());
    }
    let mut from = 0;
    while from < table.order.len() {
        let result = table.actor(table.order[from]).initiative;
        let same = |who: &&ActorId| table.actor(**who).initiative == result;
        let tied: SmallVec<[ActorId; 8]> = table.order[from..].iter().take_while(same).copied().collect();
        if tied.iter().any(|&who| table.actor(who).is(Flag::Late)) {
            let (here, gone): (SmallVec<[ActorId; 8]>, SmallVec<[ActorId; 8]>) =
                tied.iter().copied().partition(|&who| table.actor(who).is_here());
            let units = units_of(table, &here).into_iter().collect();
            let order = settle(book, table, units, oracle)?;
            for (place, who) in table.order.places_mut()[from..].iter_mut().zip(order.into_iter().flatten().chain(gone))
            {
                *place = who;
            }
        }
        from += tied.len();
    }
    Ok(())
}
