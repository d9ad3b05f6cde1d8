//! Attacks: blows with their techniques, shots, throws.
//!
//! What all of them have in common is here; what only one of them has is in its file.

mod arm;
mod dice;
mod effects;
mod legal;
mod special;
mod spend;
mod strike;

pub mod bash;
pub mod basic;
pub mod disarm;
pub mod distracting;
pub mod flurry;
pub mod half_sword;
pub mod loose;
pub mod lunge;
pub mod off_hand;
pub mod power;
pub mod quick;
pub mod reckless;
pub mod throw;
pub mod trip;

pub use arm::{Arm, arm};
pub use bash::{Bashed, Pushed};
pub use dice::{pool, reach_due};
pub use disarm::{Becomes, Disarmed};
pub use flurry::Twice;
pub use legal::{cost, flies, goes_with, is_exposed, may_declare, may_hit, may_strike, reaches, spans, suits};
pub use spend::{Spend, Spending, Spent};
pub use strike::{Band, Covered, Grants, NoStrike, ReachDice, Reading, Rolled, on_own_turn, strike};

use effects::Outcome;
use special::Special;

use super::prelude::*;
use crate::{
    defense::covers,
    table::{ItemId, WeaponRef},
};
use referee_engine::{Drawn, DrawnKind};

/// The kinds of attacks: the techniques at close quarters (ST-077), in the order of the book, then shots and throws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are those of the book")]
pub enum Technique {
    Basic,
    Bash,
    Disarm,
    Distracting,
    Flurry,
    HalfSword,
    Lunge,
    OffHand,
    Power,
    Quick,
    Reckless,
    Trip,
    Loose,
    Throw,
}

impl Technique {
    pub const fn action(self) -> Action {
        match self {
            Technique::Basic => Action::Basic,
            Technique::Bash => Action::Bash,
            Technique::Disarm => Action::Disarm,
            Technique::Distracting => Action::Distracting,
            Technique::Flurry => Action::Flurry,
            Technique::HalfSword => Action::HalfSword,
            Technique::Lunge => Action::Lunge,
            Technique::OffHand => Action::OffHand,
            Technique::Power => Action::Power,
            Technique::Quick => Action::Quick,
            Technique::Reckless => Action::Reckless,
            Technique::Trip => Action::Trip,
            Technique::Loose => Action::Loose,
            Technique::Throw => Action::Throw,
        }
    }

    /// As the book writes it.
    pub const fn word(self) -> &'static str {
        self.action().word()
    }

    /// A blow, or something that flies?
    pub const fn is_melee(self) -> bool {
        !matches!(self, Technique::Loose | Technique::Throw)
    }
}

/// An attack as it is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub actor: ActorId,
    pub technique: Technique,
    pub weapon: WeaponRef,
    pub target: ActorId,
    /// ST-087: which item of the target, for a Disarm.
    pub item: Option<ItemId>,
    /// ST-132: bonus dice of a Reckless attack.
    pub dice: u8,
    /// ST-146: a ranged action lowered to zero.
    pub lowered: bool,
}

impl Attack {
    /// In its normal form.
    pub const fn of(actor: ActorId, technique: Technique, weapon: WeaponRef, target: ActorId) -> Attack {
        Attack { actor, technique, weapon, target, item: None, dice: 0, lowered: false }
    }
}

/// An attack that may be made, and what the weapon is worth in it.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// What is declared.
    pub attack: Attack,
    /// The numbers before the dice.
    pub arm: Arm,
}

/// An attack: with what, at whom, and what it `needs` besides, for which a function fills in the rest.
macro_rules! technique {
    (
        $(#[$doc:meta])*
        $act:ident: $verb:literal, $label:literal, $group:literal, $cost:literal, $rule:literal
        $(, needs { $($slots:tt)* } by $rest:path)? $(, lowered by $lowered:ident)?
    ) => {
        act! {
            $(#[$doc])*
            pub struct $act for Stamina, by ActorId {
                weapon: WeaponRef = "With", usual;
                target among targets: ActorId = "At";
                $($($slots)*)?
            }
        }

        fn targets(_: &$act, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
            others(see, whose)
        }

        impl Act<Stamina> for $act {
            type By = ActorId;
            type Ready = Blow;
            const CARD: Card = card!($verb, $label, $group, $cost, $rule);
            const NOTHING: Why<'static> = bar!(_, "no-target", "nobody can be struck so now");

            fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Blow, Bar<'t>> {
                let mut attack = Attack::of(who, Technique::$act, WeaponRef::Natural(0), who);
                may_begin(see, &attack, $crate::acts::attack::technique!(@form self $($lowered)?))?;
                attack.weapon = self.weapon()?;
                let arm = super::suits(see.table, &attack)?;
                attack.target = self.target()?;
                super::may_hit(see.table, &attack, &arm)?;
                $($rest(self, see, &arm, &mut attack)?;)?
                Ok(Blow { attack, arm })
            }

            fn resolve<O: Oracle<Stamina>>(
                blow: Blow,
                book: &Stamina,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                on_own_turn(book, table, blow, oracle)
            }

            fn drawn(&self, see: See<'_, '_>, who: ActorId) -> Vec<Drawn> {
                drawn(see, who, Technique::$act, self.weapon.value(), self.target.value())
            }
        }
    };
    (@form $me:ident) => { None };
    (@form $me:ident $lowered:ident) => { $me.$lowered.value().copied() };
}
pub(crate) use technique;

/// May such an attack be declared, in the form that is said if it can be lowered, or else in any of its forms?
fn may_begin<'t>(see: See<'_, 't>, attack: &Attack, lowered: Option<bool>) -> Result<(), Why<'t>> {
    if attack.technique.is_melee() {
        return may_declare(see.book, see.table, attack);
    }
    turn::may_in_form(see.book, see.table, attack.actor, attack.technique.action(), lowered)
}

/// What the map shows while an attack is being chosen: how far it goes, and what stands between (ST-R51, ST-R69).
fn drawn(
    see: See<'_, '_>,
    who: ActorId,
    technique: Technique,
    weapon: Option<&WeaponRef>,
    target: Option<&ActorId>,
) -> Vec<Drawn> {
    let table = see.table;
    let arm =
        weapon.filter(|_| table.has(who)).and_then(|weapon| arm(table, &Attack::of(who, technique, *weapon, who)));
    let Some(arm) = arm else { return Vec::new() };
    let (space, from) = (&table.setup.space, table.actor(who).place);
    let (kind, label, rule) = match arm.melee {
        true => (DrawnKind::Reach, "reach", rule!("ST-R51")),
        false => (DrawnKind::Range, "range", rule!("ST-R69")),
    };
    let mut all =
        Drawn::bands(space, from, rule, |place| reaches(table, from, place, &arm).then(|| (kind, label.to_owned())));
    if let Some(target) = target.filter(|target| table.has(**target)) {
        all.extend(covers(table, who, *target).map(|piece| Drawn::piece(piece, rule!("ST-213"))));
    }
    all
}
