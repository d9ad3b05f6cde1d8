//! Take Aim, reload, and going on with a long Action (CR-053 to CR-057, CR-185 to CR-187).

use super::overwatch;
use crate::{
    Crisis, Event, loss,
    table::{LongAction, Table},
    turn::{self, long},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};

/// CR-186: the most uses that count.
pub const MOST_AIM: u8 = 2;

/// CR-186, CR-187: may it aim with this weapon? Gives the cost.
pub fn may_aim(book: &Crisis, table: &Table, who: ActorId, at: u8) -> Result<u8, Refusal> {
    table.may_act_in_crisis(who)?;
    let name = table.name(who);
    let weapon = super::attack::may_use(table, who, at, 0)?;
    if !weapon.can_aim() {
        return Err(Refusal::by(rule!("CR-185"), "melee", format!("one does not aim with {}", weapon.name)));
    }
    if table.actor(who).aim >= MOST_AIM {
        return Err(Refusal::by(rule!("CR-186"), "aimed", format!("{name} has aimed twice")));
    }
    let ap = weapon.aim_ap + super::attack::draw(book, table, who, at);
    turn::afford(table, who, ap)?;
    Ok(ap)
}

/// CR-185, CR-R138, CR-R140: +1 on ranged Attacks, until the next one.
pub fn aim<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    at: u8,
    target: Option<ActorId>,
    oracle: &mut O,
) -> Flow<()> {
    let ap = may_aim(book, table, who, at)?;
    if let Some(target) = target {
        table.known(target)?;
    }
    turn::spend(book, table, who, ap, true, oracle);
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    if book.house.aim_one_target && table.actor(who).aim_at != target {
        loss::lose_aim(table, who, oracle);
    }
    let actor = table.actor_mut(who);
    actor.aim += 1;
    let target = target.filter(|_| book.house.aim_one_target);
    actor.aim_at = target;
    actor.in_hand = at;
    let aim = actor.aim;
    oracle.tell(Audience::All, || Event::Aims { who, aim });
    overwatch::after(book, table, who, oracle)
}

/// CR-R31, CR-R44: may it reload this weapon? Gives the cost.
pub fn may_reload(table: &Table, who: ActorId, at: u8) -> Result<u8, Refusal> {
    table.may_act(who)?;
    let weapon = super::attack::may_use(table, who, at, 0)?;
    let loaded = table.actor(who).weapons[usize::from(at)].loaded;
    if weapon.capacity == 0 || loaded >= weapon.capacity {
        return Err(Refusal::by(rule!("CR-R44"), "loaded", format!("{} needs no reloading", weapon.name)));
    }
    if let Some(long) = table.actor(who).long
        && long.what == LongAction::Reload(at)
        && !long.paused
    {
        return Err(Refusal::by(rule!("CR-R33"), "under-way", "it is being reloaded; go on with that"));
    }
    let ap = weapon.reload_ap;
    // CR-051, CR-053: what takes several turns begins with any AP.
    if !long::is_long(ap) {
        turn::afford(table, who, ap)?;
    } else if !turn::can_afford(table, who, 1) {
        return Err(Refusal::by(rule!("CR-051"), "no-ap", format!("{} has no AP", table.name(who))));
    }
    Ok(ap)
}

/// CR-052, CR-053, CR-057: reloads at once, or begins to.
pub fn reload<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, at: u8, oracle: &mut O) -> Flow<()> {
    let ap = may_reload(table, who, at)?;
    let crisis = table.clock.mode == crate::table::Mode::Crisis;
    if crisis && long::is_long(ap) {
        let done = long::begin(book, table, who, LongAction::Reload(at), ap, oracle)?;
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        if done {
            fill(table, who, at, oracle);
        }
        return overwatch::after(book, table, who, oracle);
    }
    turn::spend(book, table, who, ap, false, oracle);
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    fill(table, who, at, oracle);
    overwatch::after(book, table, who, oracle)
}

/// CR-R44: the weapon is loaded again.
fn fill<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, at: u8, oracle: &mut O) {
    long::fill(table, who, at);
    oracle.tell(Audience::All, || Event::Reloads { who, weapon: at });
}

/// CR-054, CR-055, CR-D11: goes on with a long Action.
pub fn go_on<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let before = long::may_go_on(table, who)?;
    let done = long::go_on(book, table, who, oracle)?;
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    if done {
        match before.what {
            LongAction::Reload(at) => fill(table, who, at, oracle),
            LongAction::Task { skill, purpose } => super::task::after_long(book, table, who, skill, purpose, oracle)?,
        }
    }
    overwatch::after(book, table, who, oracle)
}
