//! An attack from its declaration to its end, in the order of ST-R50.

use super::{
    Arm, Attack, AttackEvent, Spent, arm, cost, dice, effects,
    legal::{self, legal},
    spend,
};
use crate::{
    Event, Question, Stamina,
    actions::Action,
    check::{Cause, consequence},
    conditions::wake,
    defense::{Coming, Defenses, defenses},
    harm,
    house::{FreeStrike, TripMiss},
    reactions,
    sheet::Secondary,
    table::{Table, WeaponRef},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Throw, Who, rule};
use serde::{Deserialize, Serialize};

/// ST-144, ST-R40: where a result falls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Below current defense.
    Miss,
    /// At least that, below the total.
    NearMiss,
    /// At least the total.
    Hit,
}

impl Band {
    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Band::Miss => "miss",
            Band::NearMiss => "near miss",
            Band::Hit => "hit",
        }
    }
}

/// What matters about the result of an attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Reading {
    /// Where it falls.
    pub band: Band,
    /// Additional successes that count.
    pub more: u8,
    /// ST-212: it missed because of the cover.
    pub on_cover: bool,
    /// ST-R46: below half the total.
    pub critical: bool,
    /// ST-141: the attacker loses 3 defense.
    pub off_balance: bool,
    /// ST-142: the attacker falls.
    pub falls: bool,
    /// ST-139: the attacker drops the weapon.
    pub drops: bool,
}

/// The numbers by which a result is read.
struct Limits {
    current: i32,
    total: i32,
    uncovered: i32,
    has_cover: bool,
    most: u8,
    trip: Option<TripLimits>,
}

/// ST-139 to ST-143.
struct TripLimits {
    body: bool,
    prone_only: bool,
    balance: i32,
    fall: i32,
}

impl Limits {
    fn read(&self, result: i32) -> Reading {
        let mut reading = Reading {
            band: Band::Hit,
            more: 0,
            on_cover: false,
            critical: false,
            off_balance: false,
            falls: false,
            drops: false,
        };
        // The hit test comes first, so negative modifiers leave no band of near misses.
        if result >= self.total {
            reading.more = (((result - self.total) / 3) as u8).min(self.most);
            return reading;
        }
        reading.band = if result >= self.current { Band::NearMiss } else { Band::Miss };
        reading.on_cover = self.has_cover && result >= self.uncovered;
        reading.critical = 2 * result < self.total;
        if let Some(trip) = &self.trip {
            if trip.body {
                reading.falls = result < trip.fall; // ST-142, ST-143
                let only = reading.falls && trip.prone_only;
                reading.off_balance = result < trip.balance && !only; // ST-141, ST-R63
            } else {
                reading.drops = result < trip.fall; // ST-139, ST-140
            }
        }
        reading
    }
}

/// ST-074 and the techniques: an attack on one's own turn.
pub fn resolve<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    let arm = if O::CHECKS { legal::<Refusal>(book, table, attack)? } else { unchecked(table, attack)? };
    turn::declare(book, table, attack.actor, &cost(attack), oracle)?;
    if attack.action == Action::Quick {
        table.actor_mut(attack.actor).quick_used = true; // ST-126
    }
    // The dues of lost energy may have put the attacker out (ST-R78).
    if !table.is_active(attack.actor) {
        return Ok(());
    }
    // ST-181: the loss of energy does not touch the weapon in hand.
    strike(book, table, attack, &arm, false, oracle)
}

/// What a policy has chosen is legal; only the numbers are needed.
pub fn unchecked(table: &Table, attack: &Attack) -> Flow<Arm> {
    arm(table, attack).ok_or_else(|| Refusal::plain("wrong-weapon", "this weapon cannot be used so").into())
}

/// The attack itself; `free` if it is a reaction (ST-229). Whoever was hidden is seen once it is over: nobody takes cover
/// from, or strikes at, somebody of whom it knows nothing yet.
pub fn strike<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    attack: &Attack,
    arm: &Arm,
    free: bool,
    oracle: &mut O,
) -> Flow<()> {
    if table.warning > 0 {
        turn::join(table, attack.actor, oracle);
        turn::join(table, attack.target, oracle);
    }
    carry_out(book, table, attack, arm, free, oracle)?;
    if table.actor(attack.actor).hidden {
        table.set_hidden(attack.actor, false);
    }
    wake(table, attack.target, oracle); // ST-R122: hit or not
    Ok(())
}

/// The order of ST-R50 from the reach choice on.
fn carry_out<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    attack: &Attack,
    arm: &Arm,
    free: bool,
    oracle: &mut O,
) -> Flow<()> {
    let (me, target) = (attack.actor, attack.target);
    let due = dice::reach_due(table, attack, arm);
    let mut pool = dice::pool(book, table, attack, arm);
    let actor = table.actor_mut(me);
    if arm.melee {
        actor.settled = actor.settled.with(target); // ST-R112
    }
    actor.attacks = actor.attacks.saturating_add(1);
    actor.turn.attacked = true;
    if due > 0 {
        if grants_strike(book, table, me, target, due, oracle)? {
            reactions::free_attack(book, table, target, me, oracle)?;
            if !table.is_active(me) || !still_armed(table, attack) {
                return Ok(());
            }
        } else {
            pool.pain(Cause::Reach, due);
        }
    }
    if book.house.take_cover && !table.pieces.is_empty() {
        reactions::take_cover(table, attack, arm, oracle)?;
    }
    use_up(table, attack);
    let coming = Coming { melee: arm.melee, free, trip: attack.action == Action::Trip };
    let defenses = defenses(book, table, me, target, coming);
    if defenses.complete {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Covered { by: me, at: target }));
        return Ok(());
    }
    let limits = limits(book, table, attack, arm, &defenses);
    let throw = Throw::open(Who::Actor(me), "attack");
    let rolled = oracle.roll(throw, pool.roll(&book.house), |result| limits.read(result))?;
    let reading = rolled.value;
    oracle.tell(Audience::All, || {
        let face = rolled.face.shown();
        Event::Attack(AttackEvent::Rolled { attack: *attack, free, pool, face, defenses, reading })
    });
    let spent = if reading.band == Band::Hit && reading.more > 0 {
        spend::spend(table, attack, reading.more, oracle)?
    } else {
        Spent::default()
    };
    effects::apply(book, table, attack, arm, &defenses, reading, spent, oracle)?;
    if reading.critical && table.is_active(me) {
        consequence(table, me, oracle)?; // ST-R46
    }
    Ok(())
}

/// ST-225, ST-D15: the penalty dice, or a free strike for the opponent. ST-R94: that is no strike if it cannot come.
fn grants_strike<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &Table,
    me: ActorId,
    target: ActorId,
    dice: u8,
    oracle: &mut O,
) -> Flow<bool> {
    let able = reactions::has_free_attack(table, target, me);
    if !able && book.house.free_strike == FreeStrike::IfAble {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::NoStrike { by: me, at: target, dice }));
        return Ok(false);
    }
    let grants = oracle.ask(table, Who::Actor(me), &Question::Reach { target, dice, able })? == 1;
    if grants {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Grants { by: me, to: target }));
    }
    Ok(grants)
}

/// A free strike may have taken the weapon's wielder out of the game, not the weapon; but an effect that was kept and a
/// target that has fallen make the attack pointless.
fn still_armed(table: &Table, attack: &Attack) -> bool {
    table.is_active(attack.target)
        && match attack.weapon {
            WeaponRef::Item(item) => table.grip(attack.actor, item).is_some(),
            WeaponRef::Effect => table.actor(attack.actor).kept.is_some(),
            WeaponRef::Natural(_) => true,
        }
}

/// ST-R69, ST-R72: a shot uses the loaded piece, a throw leaves the hand, a kept effect is gone; ST-112, ST-118: what
/// the weapon loses by the technique.
fn use_up(table: &mut Table, attack: &Attack) {
    match (attack.action, attack.weapon) {
        (Action::Loose, WeaponRef::Item(item)) => table.item_mut(item).loaded = false,
        (Action::Loose, WeaponRef::Effect) => table.actor_mut(attack.actor).kept = None,
        (Action::Throw, WeaponRef::Item(item)) => {
            let cell = table.actor(attack.target).place.cell;
            table.let_go(item, crate::table::Whereabouts::Ground(cell));
            crate::reach::part(table, attack.actor);
        }
        (Action::OffHand, weapon) => table.actor_mut(attack.actor).turn.parry_lost.push(weapon),
        (Action::Lunge, weapon) if !table.melee(attack.actor, weapon).is_some_and(|melee| melee.thrust) => {
            table.actor_mut(attack.actor).turn.parry_lost.push(weapon); // ST-113
        }
        _ => {}
    }
}

/// The numbers that the result of this attack is compared with.
fn limits(book: &Stamina, table: &Table, attack: &Attack, arm: &Arm, defenses: &Defenses) -> Limits {
    let (current, total) = (i32::from(defenses.current), i32::from(defenses.total));
    // ST-R89: an attack without damage does not harm the cover.
    let harmless = matches!(attack.action, Action::Trip | Action::Disarm);
    Limits {
        current,
        total,
        uncovered: i32::from(defenses.uncovered),
        has_cover: defenses.struck.is_some() && !harmless,
        most: most_that_counts(table, attack),
        trip: (attack.action == Action::Trip).then(|| trip_limits(book, table, attack, arm, current, total)),
    }
}

/// How many additional successes count.
fn most_that_counts(table: &Table, attack: &Attack) -> u8 {
    let sheet = table.sheet(attack.actor);
    match attack.action {
        Action::Flurry => sheet.rank(Secondary::FlurryOfBlows), // ST-102
        Action::Quick => sheet.rank(Secondary::QuickAttack),    // ST-125
        Action::OffHand | Action::Trip => 0,                    // ST-117, ST-R64
        _ => u8::MAX,
    }
}

/// ST-139 to ST-143: what a failed Trip brings upon the attacker.
fn trip_limits(book: &Stamina, table: &Table, attack: &Attack, arm: &Arm, current: i32, total: i32) -> TripLimits {
    let sheet = table.sheet(attack.actor);
    let rank = i32::from(sheet.rank(Secondary::Trip));
    let steady = if arm.body { sheet.legs >= 3 } else { legal::in_two_hands(table, attack) };
    TripLimits {
        body: arm.body,
        prone_only: book.house.trip_miss == TripMiss::ProneOnly,
        balance: total - rank,
        fall: current - rank - if steady { 5 } else { 0 },
    }
}

/// ST-133: after a Reckless attack the attacker loses twice the dice it added, less its rank.
pub(super) fn reckless_loss<O: Oracle<Stamina>>(table: &mut Table, attack: &Attack, oracle: &mut O) {
    let rank = table.sheet(attack.actor).rank(Secondary::RecklessAttack);
    let loss = (2 * attack.dice).saturating_sub(rank); // ST-R62: at least 0
    harm::lose_defense(table, attack.actor, loss, rule!("ST-133"), oracle);
}
