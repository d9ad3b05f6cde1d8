//! An attack from its declaration to its end, in the order of ST-R50.

use super::{
    Arm, Attack, Blow, Outcome, Spent, Technique, cost, dice, effects, special::special, spend, trip::TripLimits,
};
use crate::{
    Event, Stamina,
    acts::value::weapon_name,
    check::{Cause, Pool, consequence},
    conditions::wake,
    defense::{Coming, Defenses, defenses},
    house::FreeStrike,
    reactions,
    table::{Table, WeaponRef},
    turn,
    words::penalty_dice,
};
use referee_engine::{
    ActorId, Audience, Factor, Flow, Line, Mark, Oracle, Throw as Dice, Who,
    act::{Asks, Tells},
    ask, rule,
};
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
            trip.read(result, &mut reading);
        }
        reading
    }
}

/// ST-074 and the techniques: an attack on one's own turn.
pub fn on_own_turn<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    Blow { attack, arm }: Blow,
    oracle: &mut O,
) -> Flow<()> {
    turn::declare(table, attack.actor, &cost(&attack), oracle)?;
    if attack.technique == Technique::Quick {
        table.actor_mut(attack.actor).quick_used = true; // ST-126
    }
    // The dues of lost energy may have put the attacker out (ST-R78).
    if !table.is_active(attack.actor) {
        return Ok(());
    }
    // ST-181: the loss of energy does not touch the weapon in hand.
    strike(book, table, &attack, &arm, false, oracle)
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
    special!(attack.technique, use_up(table, attack)); // ST-R69, ST-R72, ST-112, ST-118
    let coming = Coming { melee: arm.melee, free, trip: attack.technique == Technique::Trip };
    let defenses = defenses(book, table, me, target, coming);
    if defenses.complete {
        oracle.tell(Audience::All, || Event::Covered(Covered { by: me, at: target }));
        return Ok(());
    }
    let limits = limits(book, table, attack, arm, &defenses);
    let throw = Dice::open(Who::Actor(me), "attack");
    let rolled = oracle.roll(throw, pool.roll(&book.house), |result| limits.read(result))?;
    let reading = rolled.value;
    oracle.tell(Audience::All, || {
        let face = rolled.face.shown();
        Event::Attack(Rolled { attack: *attack, free, pool, face, defenses, reading })
    });
    let spent = if reading.band == Band::Hit && reading.more > 0 {
        spend::spend(table, attack, reading.more, oracle)?
    } else {
        Spent::default()
    };
    let outcome = Outcome { attack, arm, defenses: &defenses, reading, spent };
    effects::apply(book, table, &outcome, oracle)?;
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
        oracle.tell(Audience::All, || Event::NoStrike(NoStrike { by: me, at: target, dice }));
        return Ok(false);
    }
    let grants = ReachDice { target, dice, able }.ask(Who::Actor(me), table, oracle)? == DiceOrStrike::Strike;
    if grants {
        oracle.tell(Audience::All, || Event::Grants(Grants { by: me, to: target }));
    }
    Ok(grants)
}

ask! {
    /// ST-D15, to an attacker: penalty dice, or a free strike for the target.
    pub struct ReachDice for Stamina: "reach", "ST-D15" {
        /// Who reaches farther.
        target: ActorId,
        /// ST-224: how many dice.
        dice: u8,
        /// ST-R94: can the target strike now?
        able: bool,
    }
    |self, table| {
        let (target, dice) = (table.name(self.target), penalty_dice(self.dice));
        let grant = if self.able { "" } else { " It cannot strike now, so that nothing would come of it." };
        format!("{target} reaches farther. Take {dice}, or grant it a free strike?{grant}")
    };
    pub enum DiceOrStrike {
        Dice = "dice", "dice";
        Strike = "strike", "strike";
    }
}

/// ST-225: instead of the penalty dice the opponent gets a free strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grants {
    pub by: ActorId,
    /// Who may strike first.
    pub to: ActorId,
}

impl Tells<Stamina> for Grants {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (name, to) = (table.name(self.by), table.name(self.to));
        let text = format!("{name} grants {to} a free strike instead of the reach dice");
        Line::new(1, text, [rule!("ST-225")]).by(self.by)
    }
}

/// ST-R94: a free strike cannot be granted, since the opponent cannot make one; the dice are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NoStrike {
    pub by: ActorId,
    /// Who cannot strike.
    pub at: ActorId,
    pub dice: u8,
}

impl Tells<Stamina> for NoStrike {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (name, at, dice) = (table.name(self.by), table.name(self.at), penalty_dice(self.dice));
        let text = format!("{at} cannot strike first, so {name} takes {dice} for reach");
        Line::new(1, text, [rule!("ST-224"), rule!("ST-R94")]).by(self.by)
    }
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

/// The numbers that the result of this attack is compared with.
fn limits(book: &Stamina, table: &Table, attack: &Attack, arm: &Arm, defenses: &Defenses) -> Limits {
    let (current, total) = (i32::from(defenses.current), i32::from(defenses.total));
    // ST-R89: an attack without damage does not harm the cover.
    let harmless = matches!(attack.technique, Technique::Trip | Technique::Disarm);
    Limits {
        current,
        total,
        uncovered: i32::from(defenses.uncovered),
        has_cover: defenses.struck.is_some() && !harmless,
        most: special!(attack.technique, most(table.sheet(attack.actor))),
        trip: (attack.technique == Technique::Trip).then(|| TripLimits::of(book, table, attack, arm, current, total)),
    }
}

/// ST-215: the target has got completely behind cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Covered {
    pub by: ActorId,
    pub at: ActorId,
}

impl Tells<Stamina> for Covered {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} is completely covered from {}", table.name(self.at), table.name(self.by));
        Line::new(1, text, [rule!("ST-215")]).by(self.at)
    }
}

/// ST-R40: the dice of an attack have fallen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rolled {
    pub attack: Attack,
    /// ST-227: as a reaction?
    pub free: bool,
    pub pool: Pool,
    pub face: i32,
    pub defenses: Defenses,
    pub reading: Reading,
}

impl Tells<Stamina> for Rolled {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let Rolled { attack, free, face, defenses, reading, .. } = self;
        let (name, target) = (table.name(attack.actor), table.name(attack.target));
        let weapon = weapon_name(table, attack.actor, attack.weapon);
        let total = defenses.total;
        let what = match reading.band {
            Band::Hit if reading.more > 0 => format!("hit with {} additional", reading.more),
            Band::Hit => "hit".into(),
            Band::NearMiss => format!("near miss, at least {}", defenses.current),
            Band::Miss => format!("miss, below {}", defenses.current),
        };
        let critical = if reading.critical { ", a critical failure" } else { "" };
        let free = if *free { "free " } else { "" };
        let how = if attack.technique == Technique::Loose { "shot" } else { attack.technique.word() };
        let text = format!("{name}: {free}{how} at {target} with {weapon}: {face} against {total}: {what}{critical}");
        let rule = special!(attack.technique, rule());
        let factors = crate::words::dice(&self.pool);
        Line::new(1, text, [rule!("ST-R40"), rule]).by(attack.actor).with(factors).with(parts(defenses))
    }

    /// Bands and additional successes.
    fn marks(&self, to: &mut Vec<Mark>) {
        let (target, Reading { band, more, .. }) = (Some(self.attack.target), self.reading);
        to.push(Mark::word("attack", target, band as i32, band.word()));
        to.push(Mark::count("additional successes", target, i32::from(more)));
    }
}

/// What a total is made of.
fn parts(defenses: &Defenses) -> Vec<Factor> {
    let all = [
        (defenses.current, "defense", rule!("ST-R40")),
        (defenses.parry, "parry", rule!("ST-R41")),
        (defenses.cover, "cover and concealment", rule!("ST-213")),
        (defenses.posture, "posture", rule!("ST-207")),
        (-defenses.flanked, "flanking", rule!("ST-218")),
        (defenses.situation, "situation", rule!("ST-R41")),
    ];
    let counts = all.into_iter().filter(|(amount, ..)| *amount != 0);
    counts.map(|(amount, why, rule)| Factor::new(format!("{amount:+}"), why, rule)).collect()
}
