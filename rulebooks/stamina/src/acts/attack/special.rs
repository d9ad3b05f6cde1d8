//! What only one technique has. Each says so in its own file; whatever it leaves out is as with a Basic attack.

use super::{Arm, Attack, Outcome, Spent, effects::wound};
use crate::{Stamina, sheet::Sheet, table::Table, turn::Need};
use referee_engine::{ActorId, Flow, Oracle, RuleId, act::Why, rule};

/// What only one technique has.
pub(super) trait Special {
    /// The rule by which its dice are found.
    fn rule() -> RuleId {
        rule!("ST-075")
    }

    /// What it needs of one's own turn.
    fn need() -> Need {
        Need::One
    }

    /// May it be declared once more?
    fn may_again(_: &Table, _who: ActorId) -> Result<(), Why<'static>> {
        Ok(())
    }

    /// Does it go with this weapon?
    fn suits(_: &Table, _: &Attack, _: &Arm) -> Result<(), Why<'static>> {
        Ok(())
    }

    /// May it be used against this target, wherever that is?
    fn may_befall(_: &Table, _target: ActorId) -> Result<(), Why<'static>> {
        Ok(())
    }

    /// Does what is said besides go with it?
    fn goes_with<'t>(_: &'t Table, _: &Attack, _: &Arm) -> Result<(), Why<'t>> {
        Ok(())
    }

    /// What it makes of the weapon.
    fn change(_: &Sheet, _: &mut Arm) {}

    /// Penalty dice.
    fn dice(_: &Stamina, _: &Table, _: &Attack, _: &Arm) -> u8 {
        0
    }

    /// How many additional successes count.
    fn most(_: &Sheet) -> u8 {
        u8::MAX
    }

    /// What the weapon loses by it, before the dice fall.
    fn use_up(_: &mut Table, _: &Attack) {}

    /// ST-R42: what a hit costs the target in defense.
    fn hit_loss(book: &Stamina) -> u8 {
        book.house.hit_loss
    }

    /// What a near miss or a hit costs the target besides.
    fn unsettle<O: Oracle<Stamina>>(_: &mut Table, _: &Outcome<'_>, _: &mut O) {}

    /// ST-R43: damage and APV with what was spent.
    fn force(_: &Stamina, arm: &Arm, spent: Spent) -> (u16, u16) {
        (arm.damage + u16::from(spent.damage), arm.apv + u16::from(spent.apv))
    }

    /// What a hit does.
    fn hit<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) -> Flow<()> {
        wound(book, table, outcome, oracle)?;
        Ok(())
    }

    /// What a failed attack brings upon the attacker.
    fn fail<O: Oracle<Stamina>>(_: &Stamina, _: &mut Table, _: &Outcome<'_>, _: &mut O) -> Flow<()> {
        Ok(())
    }

    /// What comes at the end, whatever came of it.
    fn end<O: Oracle<Stamina>>(_: &mut Table, _: &Attack, _: &mut O) {}
}

/// Asks the technique of an attack for what only it has: `special!(technique, dice(book, table, attack, arm))`.
macro_rules! special {
    ($technique:expr, $rule:ident $with:tt) => {
        $crate::acts::attack::special::special!(@among $technique, $rule, $with:
            basic Basic, bash Bash, disarm Disarm, distracting Distracting, flurry Flurry, half_sword HalfSword,
            lunge Lunge, off_hand OffHand, power Power, quick Quick, reckless Reckless, trip Trip, loose Loose,
            throw Throw)
    };
    (@among $technique:expr, $rule:ident, $with:tt: $($file:ident $act:ident),*) => {{
        use $crate::acts::attack::{special::Special, $($file::$act),*};
        match $technique {
            $(Technique::$act => $act::$rule $with,)*
        }
    }};
}
pub(super) use special;
