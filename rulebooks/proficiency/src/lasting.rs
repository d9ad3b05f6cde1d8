//! Lasting damage: fire, poison, and dice of a place (PR-142 to PR-144, PR-R98, PR-R105 to PR-R107).

use crate::{
    Event, Proficiency,
    dc::Dc,
    harm,
    house::{ResourceArea, ResourceLowDamage, ResourceOnDown},
    reactions,
    resource::{Lasting, Left, ResourceId, Stepped, step, throw},
    table::{Life, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, told};

/// So many Moments no die lasts (the chance of it is nil), so that a week of burning needs no more of them.
const MOST_MOMENTS: u32 = 200;

told! {
    /// What happened to a lasting effect.
    pub enum LastingEvent for Proficiency, |table| {
        /// It begins, or grows.
        Begins { who: ActorId, kind: ResourceId } under "PR-R105" by who
            => format!("{}: {} begins", table.name(who), table.resource(kind).name);
        /// It is over.
        Ends { who: ActorId, kind: ResourceId } under "PR-R98" by who
            => format!("{}: {} ends", table.name(who), table.resource(kind).name);
    }
}

/// PR-R105: sets a lasting effect going. The same kind again is no second die: the larger counts, in its old place.
pub fn inflict<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    kind: ResourceId,
    oracle: &mut O,
) {
    let die = table.resource(kind).start_die(&book.house, None);
    let actor = table.actor_mut(who);
    if actor.life == Life::Dead {
        return;
    }
    match actor.lasting.fill().iter_mut().find(|lasting| lasting.kind == kind) {
        Some(old) => old.die = old.die.max(die),
        None => actor.lasting.fill().push(Lasting { kind, die }),
    }
    oracle.tell(Audience::All, || Event::Lasting(LastingEvent::Begins { who, kind }));
}

/// PR-R98, switch `resource_low_damage`: the number rolled is the damage, also on a 1–2.
pub fn damage(book: &Proficiency, face: i32) -> i16 {
    match book.house.resource_low_damage {
        ResourceLowDamage::Nothing if face <= 2 => 0,
        ResourceLowDamage::Nothing | ResourceLowDamage::Dealt => face as i16,
    }
}

/// PR-R98, PR-R105, PR-R106: the lasting effects of a victim fall due, the oldest first; each is finished before the
/// next: damage, step, Save.
pub fn tick<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let mut at = 0;
    while at < table.actor(who).lasting.len() {
        if table.actor(who).life == Life::Down && book.house.resource_on_down == ResourceOnDown::Stops {
            return Ok(());
        }
        let Lasting { kind, die } = table.actor(who).lasting[at];
        let direction = table.resource(kind).direction;
        let read = |face: i32| (damage(book, face), step(&book.house, direction, die, face));
        let rolled = throw(Some(who), die, oracle, read)?;
        let (amount, (next, spent)) = rolled.value;
        told(Some(who), kind, (die, rolled.face), Left::Die(next), spent, oracle);
        table.actor_mut(who).lasting.fill()[at].die = next;
        if amount > 0 {
            harm::hurt(book, table, who, amount, oracle);
        }
        if table.actor(who).life == Life::Dead {
            return Ok(()); // PR-R106: a dead victim's effects end
        }
        let mut ends = spent;
        if let Some(save) = table.resource(kind).save.filter(|_| !spent) {
            ends = reactions::save(book, table, who, save.ability, Dc::difficulty(save.level.number()), oracle)?
                .is_success();
        }
        if ends {
            table.actor_mut(who).lasting.fill().remove(at);
            oracle.tell(Audience::All, || Event::Lasting(LastingEvent::Ends { who, kind }));
        } else {
            at += 1;
        }
    }
    Ok(())
}

fn told<O: Oracle<Proficiency>>(
    who: Option<ActorId>,
    kind: ResourceId,
    rolled: (crate::resource::DieSize, Face),
    left: Left,
    spent: bool,
    oracle: &mut O,
) {
    oracle.tell(Audience::All, || Event::Resource(Stepped { who, kind, rolled: Some(rolled), left, spent }));
}

/// PR-R107: the die of a place is rolled once for all creatures inside, even if nobody is; it steps at most once.
pub fn burn<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, at: usize, oracle: &mut O) -> Flow<()> {
    let area = table.areas[at];
    let inside = area.inside.iter().filter(|&who| table.actor(who).life <= Life::Captured);
    let inside: smallvec::SmallVec<[ActorId; 8]> = inside.collect();
    match book.house.resource_area {
        ResourceArea::OneRoll => {
            let amount = burn_once(book, table, at, oracle)?;
            for who in inside {
                if amount > 0 {
                    harm::hurt(book, table, who, amount, oracle);
                }
            }
        }
        ResourceArea::OnePerCreature => {
            for who in inside {
                if !table.areas[at].stock.spent {
                    let amount = burn_once(book, table, at, oracle)?;
                    if amount > 0 {
                        harm::hurt(book, table, who, amount, oracle);
                    }
                }
            }
        }
    }
    Ok(())
}

fn burn_once<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, at: usize, oracle: &mut O) -> Flow<i16> {
    let stock = table.areas[at].stock;
    let Left::Die(die) = stock.left else { return Ok(0) };
    let direction = table.resource(stock.kind).direction;
    let read = |face: i32| (damage(book, face), step(&book.house, direction, die, face));
    let rolled = throw(None, die, oracle, read)?;
    let (amount, (next, spent)) = rolled.value;
    let stock = &mut table.areas.fill()[at].stock;
    (stock.left, stock.spent) = (Left::Die(next), spent);
    told(None, stock.kind, (die, rolled.face), Left::Die(next), spent, oracle);
    Ok(amount)
}

/// PR-R106, PR-D38: rolls out all lasting effects, Moment by Moment, until they have run out.
pub fn roll_out<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    moments(book, table, MOST_MOMENTS, oracle)
}

/// PR-R113: so many Moments pass without turns. In each, what would fall due at the start of a victim's turn does: the Save
/// of those who lie dying (PR-R72), then the lasting effects.
pub fn moments<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, count: u32, oracle: &mut O) -> Flow<()> {
    for _ in 0..count.min(MOST_MOMENTS) {
        let mut any = false;
        for who in table.ids() {
            if !due(book, table, who) {
                continue;
            }
            any = true;
            table.actor_mut(who).turn.saved = false;
            turn::dying(book, table, who, oracle)?;
            tick(book, table, who, oracle)?;
        }
        if !any {
            break;
        }
    }
    Ok(())
}

/// Does anything fall due for this one with every Moment?
fn due(book: &Proficiency, table: &Table, who: ActorId) -> bool {
    let actor = table.actor(who);
    let waits = actor.life == Life::Down && book.house.resource_on_down == ResourceOnDown::Stops;
    let lasts = !actor.lasting.is_empty() && actor.life <= Life::Captured && !waits;
    lasts || turn::is_dying(book, table, who)
}
