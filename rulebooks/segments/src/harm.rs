//! Damage and what comes of it: Health, Down, death (SE-123).

use crate::{
    Event, Segments,
    house::Death,
    sheet::{Attribute, StatusId, ThingId},
    table::{Out, Table, Whereabouts},
    turn,
};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Face, Flow, Mark, Oracle, RuleId, Throw, Who, rule, told};

told! {
    /// What befell somebody.
    pub enum HarmEvent for Segments, |table| {
        /// SE-R108: damage.
        Hurt { who: ActorId, amount: i16, health: i16 } under "SE-R108" by who
            => format!("{} takes {amount}: Health {health}", table.name(who));
        /// SE-110.
        Down { who: ActorId } under "SE-110" by who => format!(
                    "{} is Down: more than the Pain Threshold of {}",
                    table.name(who),
                    table.sheet(who).pain_threshold
                );
        /// SE-R105: it stands again.
        Stood { who: ActorId } under "SE-054", "SE-R105" by who => format!("{} stands up", table.name(who));
        /// SE-R110: the roll of one who is past 0 Health.
        Holds {
            who: ActorId,
            /// What is left of Strong.
            strong: i16,
            /// The die.
            face: Face,
            /// Goes on acting?
            acts: bool,
        } under "SE-R110" by who => {
            let how = if acts { "goes on acting" } else { "is dying" };
            format!("{} has Strong {strong} left, rolls {face} and {how}", table.name(who))
        };
        /// SE-R110: a point of Strong ebbs away.
        Ebbs { who: ActorId, strong: i16 } under "SE-R110" by who
            => format!("{} is dying: Strong {strong}", table.name(who));
        /// SE-R109.
        Died { who: ActorId, rule: RuleId } under [rule] by who => format!("{} is dead", table.name(who));
        /// SE-R73: a thing is struck.
        Struck { thing: ThingId, amount: i16, health: i16 } under "SE-R73"
            => format!("the {} takes {amount}: Health {health}", table.thing_sheet(thing).name);
        /// A status begins.
        Gained { who: ActorId, status: StatusId, rule: RuleId } under [rule] by who
            => format!("{} is {}", table.name(who), table.status_name(status));
        /// A status ends.
        Ended { who: ActorId, status: StatusId, rule: RuleId } under [rule] by who
            => format!("{} is no longer {}", table.name(who), table.status_name(status));
        /// SE-R112: a status harms.
        Ticks { who: ActorId, status: StatusId, amount: i16 } under "SE-R112" by who
            => format!("{} is {}: {amount} damage", table.name(who), table.status_name(status));
        /// SE-R111: Health returns.
        Healed {
            who: ActorId,
            amount: i16,
            /// What there is now.
            health: i16,
            rule: RuleId,
        } under [rule] by who => format!("{} regains {amount}: Health {health}", table.name(who));
    }
    // Damage, Down, death, and who holds on.
    marks |self, to| {
        match self {
            HarmEvent::Hurt { who, amount, .. } => to.push(Mark::count("damage", Some(*who), i32::from(*amount))),
            HarmEvent::Struck { amount, .. } => to.push(Mark::count("damage", None, i32::from(*amount))),
            HarmEvent::Down { who } => to.push(Mark::word("down", Some(*who), 1, "down")),
            HarmEvent::Died { who, .. } => to.push(Mark::word("dead", Some(*who), 1, "dead")),
            HarmEvent::Holds { who, acts, .. } => {
                to.push(Mark::word("holds on", Some(*who), i32::from(*acts), if *acts { "acts" } else { "dying" }));
            }
            HarmEvent::Stood { .. }
            | HarmEvent::Ebbs { .. }
            | HarmEvent::Gained { .. }
            | HarmEvent::Ended { .. }
            | HarmEvent::Ticks { .. }
            | HarmEvent::Healed { .. } => {}
        }
    };
}

/// SE-R108, SE-R109: damage comes off Health, never below 0; at 0 one is dead. SE-R110 (`strong_buffer`): what is beyond
/// the Health left comes off Strong, and a d20 decides whether one goes on acting.
pub fn hurt<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    amount: i16,
    oracle: &mut O,
) -> Flow<()> {
    let actor = table.actor_mut(who);
    let beyond = (amount - actor.health).max(0);
    actor.health = (actor.health - amount).max(0);
    let health = actor.health;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Hurt { who, amount, health }));
    if health > 0 {
        return Ok(());
    }
    if book.house.death == Death::DeadAtZero {
        die(table, who, rule!("SE-R109"), oracle);
        return Ok(());
    }
    hold_on(table, who, beyond, oracle)
}

/// SE-R110: at 0 Health, damage beyond it comes off Strong.
fn hold_on<O: Oracle<Segments>>(table: &mut Table, who: ActorId, beyond: i16, oracle: &mut O) -> Flow<()> {
    if beyond == 0 {
        return Ok(()); // exactly the Health left: no roll, goes on acting
    }
    let actor = table.actor_mut(who);
    actor.strong = (actor.strong - beyond).max(0);
    let strong = actor.strong;
    if strong == 0 {
        die(table, who, rule!("SE-R110"), oracle);
    } else if actor.out != Out::Dying {
        let throw = Throw::open(Who::Actor(who), "hold on");
        let rolled = oracle.roll(throw, Roll::die(20), |face| face <= i32::from(strong))?;
        if !rolled.value {
            table.actor_mut(who).out = Out::Dying;
        }
        let (face, acts) = (rolled.face, rolled.value);
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Holds { who, strong, face, acts }));
        if !acts {
            turn::no_longer_helps(table, who, oracle);
        }
    }
    Ok(())
}

fn die<O: Oracle<Segments>>(table: &mut Table, who: ActorId, rule: RuleId, oracle: &mut O) {
    let actor = table.actor_mut(who);
    (actor.out, actor.down) = (Out::Dead, false);
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Died { who, rule }));
    turn::no_longer_helps(table, who, oracle);
}

/// The damage of one strike (SE-R100): off Health, and Down if it is more than the Pain Threshold (SE-110, SE-111,
/// SE-122), each strike by itself (SE-112). The damage after maximum, wards and negation counts, even beyond the Health
/// left (SE-R99). Down again while Down changes nothing (SE-R104); the dead are not looked at any more.
pub fn strike<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    damage: i16,
    oracle: &mut O,
) -> Flow<()> {
    hurt(book, table, who, damage, oracle)?;
    let pain = table.sheet(who).pain_threshold;
    let trap = table.sheet(who).trap;
    let actor = table.actor_mut(who);
    if damage > pain && actor.out != Out::Dead && !actor.down && !trap {
        actor.down = true;
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Down { who }));
        turn::no_longer_helps(table, who, oracle);
    }
    Ok(())
}

/// SE-R73: a strike at a thing: Health, no Pain Threshold, never Down. At 0 it is in pieces.
pub fn strike_thing<O: Oracle<Segments>>(table: &mut Table, thing: ThingId, damage: i16, oracle: &mut O) {
    let state = table.thing_mut(thing);
    state.health = (state.health - damage).max(0);
    let health = state.health;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Struck { thing, amount: damage, health }));
    if health == 0 {
        if let Some(piece) = table.thing(thing).piece {
            table.pieces[usize::from(piece)].active = false;
        }
        table.put(thing, Whereabouts::Gone);
    }
}

/// Health returns, up to the maximum. Who was dying and has Health again acts again.
pub fn heal<O: Oracle<Segments>>(table: &mut Table, who: ActorId, amount: i16, rule: RuleId, oracle: &mut O) {
    let most = table.sheet(who).health_max;
    let strong = table.sheet(who).attribute(Attribute::Strong);
    let actor = table.actor_mut(who);
    if !matches!(actor.out, Out::Active | Out::Helpless | Out::Dying) {
        return;
    }
    let gained = amount.min(most - actor.health).max(0);
    actor.health += gained;
    if actor.health > 0 && actor.out == Out::Dying {
        actor.out = Out::Active;
        actor.strong = actor.strong.clamp(1, strong.max(1));
    }
    let health = actor.health;
    if gained > 0 {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Healed { who, amount: gained, health, rule }));
    }
}

/// SE-R110: the dying lose a point of Strong at the end of each round; at 0 they are dead.
pub fn ebb<O: Oracle<Segments>>(table: &mut Table, rounds: i16, oracle: &mut O) {
    for who in table.ids() {
        if table.actor(who).out == Out::Dying {
            let actor = table.actor_mut(who);
            actor.strong = (actor.strong - rounds).max(0);
            let strong = actor.strong;
            oracle.tell(Audience::All, || Event::Harm(HarmEvent::Ebbs { who, strong }));
            if strong == 0 {
                die(table, who, rule!("SE-R110"), oracle);
            }
        }
    }
}

/// SE-R105, SE-054: the Ready that ends Down.
pub fn stand<O: Oracle<Segments>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).down = false;
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Stood { who }));
}
