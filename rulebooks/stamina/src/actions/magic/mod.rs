//! Magic actions (ST-164 to ST-190): cantrips, spells, and effects made by hand.

mod cantrip;
mod cast;
mod craft;

pub use cast::spell_dues;

use crate::{
    Event, Stamina,
    actions::Action,
    check::{How, may_skip_roll},
    harm,
    reason::Reason,
    recovery,
    sheet::{Effect, Primary},
    table::{Mode, Table},
    turn::{self, Cost},
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle, Refusal,
    clock::{Edge, Ends, Turn},
    rule,
};
use serde::{Deserialize, Serialize};

/// A magic action as it is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Magic {
    /// Who.
    pub actor: ActorId,
    /// What.
    pub what: Working,
    /// ST-D03: for Gather, Shape and casting.
    pub how: How,
}

/// What a caster does (ST-D22).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Working {
    /// ST-167.
    Cantrip {
        /// Which, by its place in the setup.
        cantrip: u8,
        /// Whom it touches, if it touches anybody.
        target: ActorId,
        /// ST-168.
        lowered: bool,
    },
    /// ST-170, ST-174.
    Cast {
        /// Which, by its place in the setup.
        spell: u8,
        /// ST-174: does it grow with the roll?
        ungated: bool,
        /// On whom it works, if it works at once.
        target: ActorId,
    },
    /// ST-179.
    Gather,
    /// ST-184.
    Shape,
    /// ST-186.
    Release {
        /// On whom it works, if it works at once.
        target: ActorId,
    },
}

impl Working {
    /// Which action it is.
    pub const fn action(self) -> Action {
        match self {
            Working::Cantrip { .. } => Action::Cantrip,
            Working::Cast { ungated: false, .. } => Action::Gated,
            Working::Cast { ungated: true, .. } => Action::Ungated,
            Working::Gather => Action::Gather,
            Working::Shape => Action::Shape,
            Working::Release { .. } => Action::Release,
        }
    }
}

/// ST-164: the slot, except for a lowered cantrip.
pub fn cost(what: Working) -> Cost {
    Cost::lowered(what.action(), matches!(what, Working::Cantrip { lowered: true, .. }))
}

/// ST-165, ST-183, ST-184: may this be done now?
pub fn legal<R: Reason>(book: &Stamina, table: &Table, magic: &Magic) -> Result<(), R> {
    let who = magic.actor;
    turn::may::<R>(book, table, who, &cost(magic.what))?;
    may_skip_roll::<R>(table, magic.how, false)?;
    let (sheet, craft) = (table.sheet(who), &table.actor(who).craft);
    let no = |rule, code: &str, why: &str| Err(R::because(|| Refusal::by(rule, code, why)));
    let aptitude = sheet.skill(Primary::ArcaneAptitude);
    match magic.what {
        Working::Cantrip { cantrip, target, .. } => {
            if !sheet.cantrips.contains(&cantrip) {
                return no(rule!("ST-167"), "unknown-cantrip", "this cantrip is not known");
            }
            let touches = table.setup.cantrips[usize::from(cantrip)].drain > 0;
            if touches && (target == who || !touchable(table, who, target)) {
                return no(rule!("ST-167"), "out-of-touch", "only a neighbour can be touched");
            }
            Ok(())
        }
        Working::Cast { spell, target, .. } => {
            if !sheet.spells.contains(&spell) {
                return no(rule!("ST-170"), "unknown-spell", "this spell is not known");
            }
            if !table.setup.spells[usize::from(spell)].thrown && !touchable(table, who, target) {
                return no(rule!("ST-170"), "out-of-touch", "it works on the caster or on a neighbour");
            }
            Ok(())
        }
        Working::Gather if aptitude == 0 => {
            no(rule!("ST-R79"), "no-aptitude", "without a rank there is nothing to gather")
        }
        Working::Gather if craft.row >= aptitude => {
            no(rule!("ST-183"), "too-many", "one gathers in as many turns in a row as there are ranks")
        }
        Working::Shape if craft.unshaped() == 0 => no(rule!("ST-184"), "nothing-stored", "there is nothing to shape"),
        Working::Release { .. } if craft.stored == 0 && craft.actions == 0 => {
            no(rule!("ST-186"), "nothing-crafted", "there is nothing to release")
        }
        Working::Release { target } if !touchable(table, who, target) => {
            no(rule!("ST-186"), "out-of-touch", "it works on the caster or on a neighbour")
        }
        _ => Ok(()),
    }
}

/// The caster itself, or somebody beside it.
pub fn touchable(table: &Table, who: ActorId, target: ActorId) -> bool {
    target.index() < table.actors.len()
        && table.actor(target).out <= crate::table::Out::Dying
        && (target == who || (crate::reach::steps(table, who, target) <= 1 && table.is_aware(who, target)))
}

/// Does it.
pub fn resolve<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, magic: &Magic, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal::<Refusal>(book, table, magic)?;
    }
    let who = magic.actor;
    turn::declare(book, table, who, &cost(magic.what), oracle)?;
    if !table.is_active(who) {
        return Ok(());
    }
    match magic.what {
        Working::Cantrip { cantrip, target, lowered } => {
            cantrip::cast(table, who, cantrip, target, lowered, oracle);
            Ok(())
        }
        Working::Cast { spell, ungated, target } => {
            cast::cast(book, table, who, spell, ungated, target, magic.how, oracle)
        }
        Working::Gather => craft::gather(book, table, who, magic.how, oracle),
        Working::Shape => craft::shape(book, table, who, magic.how, oracle),
        Working::Release { target } => craft::release(book, table, who, target, oracle),
    }
}

/// ST-R81, ST-187: an effect is kept, to be thrown until the end of the round so many after this one as the rank.
fn keep<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, effect: Effect, oracle: &mut O) {
    let rank = u16::from(table.sheet(who).skill(Primary::ArcaneAptitude));
    let ends = match table.clock.mode {
        Mode::Rounds => Ends::At { turn: Turn::Round, edge: Edge::End, count: rank + 1 },
        Mode::Free => Ends::Never,
    };
    table.actor_mut(who).kept = Some((effect, ends));
    oracle.tell(Audience::All, || Event::Kept { who, effect, rounds: rank });
}

/// ST-187: an effect works at once: a guard, stun taken away, stamina given, and its force.
///
/// What works at once is not thrown, so nothing has to be hit: the force strikes whom the caster touches, against the
/// armour and nothing else.
fn activate<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    target: ActorId,
    effect: Effect,
    oracle: &mut O,
) -> Flow<()> {
    oracle.tell(Audience::All, || Event::Works { who, target, effect });
    if effect.guard > 0 && effect.rounds > 0 {
        // So many rounds: until the caster's turn has come round so often.
        let ends = match table.clock.mode {
            Mode::Rounds => Ends::At { turn: Turn::Of(who), edge: Edge::Start, count: u16::from(effect.rounds) },
            Mode::Free => Ends::Never,
        };
        table.actor_mut(target).guard = Some((effect.guard, ends));
    }
    recovery::give(table, target, effect.relief, effect.vigour, oracle);
    if effect.damage > 0 {
        turn::join(table, target, oracle);
        let av = table.sheet(target).av;
        harm::strike(book, table, target, effect.damage.into(), effect.apv.into(), av, oracle)?;
    }
    Ok(())
}
