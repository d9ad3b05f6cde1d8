//! The Attack Action: Target and Rank, Reactions, the Attack Check, the Injury (CW-025, CW-063 to CW-116).

mod judge;
mod objects;
mod strike;
mod weapon;

pub use judge::{Bar, Judged, Outcome, RankSum, judge};
use objects::{strike_held, strike_object};
pub use strike::{Strike, strike};
pub use weapon::{
    Arm, CLOSE_FT, EXTREME_FT, LONG_FT, arm, band, is_disturbed, numbers, usable_weapons, weapons_at_hand,
};

use crate::{
    Clockworld, Event,
    actions::area,
    check::{Cause, Causes, Check, Named},
    reactions::Defence,
    sheet::{AttackKind, Band, Class, PartId, ThingId, WeaponRef},
    sneak,
    table::{Out, Table, Taken, Whereabouts, Wholeness},
    turn,
};
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, Refusal, rule, space::Place};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An Attack as it is declared (CW-064, CW-D11).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub actor: ActorId,
    /// With what.
    pub weapon: WeaponRef,
    /// CW-065: at whom or what, and which part.
    pub target: Target,
    /// CW-021: in place of two Actions.
    pub focus: bool,
    /// CW-R113: with a Silent weapon, try to stay unnoticed.
    pub sneakily: bool,
}

/// What an Attack is aimed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A part of a Character. CW-091, CW-096: the attacker says where it strikes; CW-092, CW-097: that sets how hard it
    /// is ([`RankSum`]) and how bad it can be ([`crate::harm::at_part`]).
    Body {
        /// Who.
        who: ActorId,
        /// Which part.
        part: PartId,
    },
    /// A part of an object that nobody holds.
    Thing {
        /// What.
        thing: ThingId,
        /// Which part.
        part: PartId,
    },
    /// CW-R53: an object that somebody holds: a Brim Target, and the holder may React.
    Held {
        /// What.
        thing: ThingId,
    },
    /// CW-R40, CW-D12: the centre of an Area Attack.
    Area {
        /// Where.
        centre: Place,
        /// The victims in the order in which to resolve them; whoever is left out follows in roster order.
        order: SmallVec<[ActorId; 4]>,
    },
}

/// An Attack as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// It was declared.
    Declared(Attack),
    /// CW-246: a Pot Shot was taken.
    PotShot {
        /// Who.
        by: ActorId,
        /// At whom.
        at: ActorId,
        /// With what.
        weapon: WeaponRef,
        /// Where.
        part: PartId,
    },
    /// The Attack Check, compared for one Target.
    Rolled {
        /// Who attacked whom; `None` for an object.
        at: Option<ActorId>,
        /// The object, if it is one.
        thing: Option<ThingId>,
        /// The Check.
        check: Check,
        /// What the dice showed; `None` if no die was needed (CW-R03).
        face: Option<Face>,
        /// What made up the Rank.
        rank: RankSum,
        /// The Rank in the end.
        number: Option<i32>,
        /// The Reactions to beat.
        defences: SmallVec<[Defence; 1]>,
        /// How it came out.
        outcome: Outcome,
        /// Did Take Cover hold?
        covered: bool,
    },
    /// CW-189: the attacker is seen.
    Revealed {
        /// Who.
        who: ActorId,
    },
}

/// Does what was declared (CW-R33: the order of choices and dice).
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    attack: &Attack,
    oracle: &mut O,
) -> Flow<()> {
    let actor = attack.actor;
    let arm = if O::CHECKS { legal(book, table, attack)? } else { numbers(table, actor, attack.weapon) };
    turn::spend(book, table, actor, Taken::Attack { limbs: arm.uses, weapon: attack.weapon }, attack.focus);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Declared(attack.clone())));
    let causes = Causes::NONE.and_if(attack.focus, Cause::Focus);
    match &attack.target {
        Target::Body { who, part } => {
            let blow = Strike { attacker: actor, arm: &arm, target: *who, part: *part, causes, name: Named::Attack };
            strike(book, table, &blow, oracle)?;
        }
        Target::Thing { thing, part } => strike_object(book, table, actor, arm, *thing, *part, causes, oracle)?,
        Target::Held { thing } => strike_held(book, table, actor, arm, *thing, causes, oracle)?,
        Target::Area { centre, order } => area::resolve(book, table, actor, arm, *centre, order, causes, oracle)?,
    }
    if arm.single_use
        && let WeaponRef::Thing(thing) = arm.weapon
    {
        table.let_go(actor, thing, Whereabouts::Gone);
    }
    reveal(book, table, attack, &arm, oracle)
}

/// CW-189, CW-190, CW-R113: who notices an Attack.
fn reveal<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    attack: &Attack,
    arm: &Arm,
    oracle: &mut O,
) -> Flow<()> {
    let actor = attack.actor;
    if !table.is_active(actor) {
        return Ok(());
    }
    if !arm.silent {
        sneak::reveal_to_all(table, actor, oracle);
        return Ok(());
    }
    if attack.sneakily {
        return sneak::after_action(book, table, actor, oracle);
    }
    sneak::reveal_to_observers(table, actor, oracle);
    Ok(())
}

/// Everything that must hold before an Attack is rolled.
pub fn legal(book: &Clockworld, table: &Table, attack: &Attack) -> Result<Arm, Refusal> {
    let actor = attack.actor;
    table.may_act(actor)?;
    let name = table.name(actor);
    if table.is_pinned(actor) {
        return Err(Refusal::by(rule!("CW-R94"), "pinned", format!("{name} is Pinned and cannot Attack")));
    }
    let arm = arm(table, actor, attack.weapon)?;
    if attack.sneakily && !arm.silent {
        let why = format!("an Attack with {} reveals {name}", table.weapon_name(actor, attack.weapon));
        return Err(Refusal::by(rule!("CW-189"), "not-silent", why));
    }
    match (&attack.target, arm.kind) {
        (Target::Area { centre, order }, AttackKind::Area) => area::legal(table, actor, &arm, *centre, order)?,
        (Target::Area { .. }, _) | (_, AttackKind::Area) => {
            let why = format!(
                "{} {} an area",
                table.weapon_name(actor, attack.weapon),
                if arm.kind == AttackKind::Area { "strikes only" } else { "cannot strike" }
            );
            return Err(Refusal::by(rule!("CW-100"), "wrong-target", why));
        }
        (Target::Body { who, part }, _) => possible(book, legal_body(table, actor, &arm, *who, *part)?)?,
        (Target::Thing { thing, part }, _) => possible(book, legal_thing(table, actor, &arm, *thing, *part)?)?,
        (Target::Held { thing }, _) => possible(book, legal_held(table, actor, &arm, *thing)?)?,
    }
    turn::may_spend(book, table, actor, &Taken::Attack { limbs: arm.uses, weapon: attack.weapon }, attack.focus)?;
    Ok(arm)
}

/// CW-R09, switch `beyond_legendary`: an Attack that is too hard for anybody is not made at all, and costs nothing.
fn possible(book: &Clockworld, rank: RankSum) -> Result<(), Refusal> {
    Ok(crate::check::possible(book, rank.rank(book))?)
}

fn legal_body(table: &Table, actor: ActorId, arm: &Arm, who: ActorId, part: PartId) -> Result<RankSum, Refusal> {
    let known = who.index() < table.actors.len();
    if !known || usize::from(part) >= table.sheet(who).body.len() {
        return Err(Refusal::by(rule!("CW-065"), "unknown-target", "there is no such Target"));
    }
    legal_foe(table, actor, who)?;
    let sight = table.sight(actor, who);
    let place = table.actor(who).place;
    let band = in_range(table, actor, arm, place, table.name(who))?;
    if sight.blocked {
        let why = format!("{} has no line to {}", table.name(actor), table.name(who));
        return Err(Refusal::by(rule!("CW-R43"), "no-line", why));
    }
    let class = table.part(who, part).class;
    Ok(RankSum { band, class, cover: sight.cover > 0, concealment: sight.concealment > 0 })
}

/// CW-R97, CW-009: can this Character be chosen as a Target at all?
pub fn legal_foe(table: &Table, actor: ActorId, who: ActorId) -> Result<(), Refusal> {
    if who.index() >= table.actors.len() {
        return Err(Refusal::by(rule!("CW-064"), "unknown-target", "there is no such Target"));
    }
    let (name, target) = (table.name(actor), table.name(who));
    if who == actor {
        return Err(Refusal::by(rule!("CW-064"), "own-target", format!("{name} cannot be its own Target")));
    }
    if table.actor(actor).unaware_of.contains(who) {
        return Err(Refusal::by(rule!("CW-R97"), "unaware", format!("{name} knows of no such Target")));
    }
    if !table.sheet(who).targetable || matches!(table.actor(who).out, Out::Dead | Out::Fled) {
        return Err(Refusal::by(rule!("CW-064"), "no-target", format!("{target} cannot be a Target")));
    }
    Ok(())
}

fn legal_thing(table: &Table, actor: ActorId, arm: &Arm, thing: ThingId, part: PartId) -> Result<RankSum, Refusal> {
    let known = usize::from(thing.0) < table.things.len();
    if !known || usize::from(part) >= table.thing_sheet(thing).parts.len() {
        return Err(Refusal::by(rule!("CW-066"), "unknown-target", "there is no such Target"));
    }
    let what = &table.thing_sheet(thing).name;
    let state = table.thing(thing);
    let Whereabouts::Place(place) = state.at else {
        let why = format!("{what} is not lying there to be struck");
        return Err(Refusal::by(rule!("CW-066"), "attended", why));
    };
    if state.state == Wholeness::Destroyed {
        return Err(Refusal::by(rule!("CW-R52"), "destroyed", format!("{what} is destroyed")));
    }
    let band = in_range(table, actor, arm, place, what)?;
    let class = table.thing_sheet(thing).parts[usize::from(part)].class;
    Ok(RankSum { band, class, cover: false, concealment: false })
}

fn legal_held(table: &Table, actor: ActorId, arm: &Arm, thing: ThingId) -> Result<RankSum, Refusal> {
    let held = table.things.get(usize::from(thing.0)).map(|thing| thing.at);
    let Some(Whereabouts::Held(holder)) = held else {
        return Err(Refusal::by(rule!("CW-R53"), "not-held", "nobody holds that"));
    };
    legal_foe(table, actor, holder)?;
    let band = in_range(table, actor, arm, table.actor(holder).place, &table.thing_sheet(thing).name)?;
    let sight = table.sight(actor, holder);
    Ok(RankSum { band, class: Class::Brim, cover: sight.cover > 0, concealment: sight.concealment > 0 })
}

fn in_range(table: &Table, actor: ActorId, arm: &Arm, place: Place, what: &str) -> Result<Band, Refusal> {
    match band(table, actor, arm, place) {
        Some(band) => Ok(band),
        None => {
            let feet = table.feet(table.actor(actor).place, place);
            let why = format!("{what} is {feet} feet away, too far for {}", table.weapon_name(actor, arm.weapon));
            Err(Refusal::by(rule!("CW-095"), "out-of-range", why))
        }
    }
}
