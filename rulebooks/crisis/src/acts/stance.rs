//! Kneeling down, lying down, getting up (CR-159 to CR-164).

use super::prelude::*;
use referee_engine::RuleId;

/// CR-159 to CR-164, CR-R121: what each change costs, and by which rule. `None` for no change.
pub const fn cost(from: Stance, to: Stance) -> Option<(u8, RuleId)> {
    use Stance::{Kneeling, Prone, Standing};
    match (from, to) {
        (Standing, Kneeling) | (Kneeling, Standing) => Some((1, rule!("CR-160"))),
        (Kneeling, Prone) => Some((1, rule!("CR-161"))),
        (Standing, Prone) | (Prone, Standing) => Some((2, rule!("CR-163"))),
        (Prone, Kneeling) => Some((1, rule!("CR-164"))),
        (Standing, Standing) | (Kneeling, Kneeling) | (Prone, Prone) => None,
    }
}

/// Somebody who may change its stance.
pub struct Changing {
    who: ActorId,
    to: Stance,
    ap: u8,
    rule: RuleId,
}

told! {
    /// CR-159, CR-162: somebody has another stance.
    pub struct Posed for Crisis { who: ActorId, to: Stance, rule: RuleId }
    |table| [rule] by who => format!("{} is {} now", table.name(who), to.word());
}

/// CR-R121: may it change to this stance now?
fn change<'t>(table: &'t Table, who: ActorId, to: Stance) -> Result<Changing, Why<'t>> {
    table.may_act(who)?;
    let (from, name) = (table.actor(who).stance, table.name(who));
    let Some((ap, rule)) = cost(from, to) else {
        return Err(bar!("CR-R121", "same-stance", "{} is {} already", name, to.word()));
    };
    turn::afford(table, who, ap)?;
    // CR-R120: nobody gets up where somebody else stands.
    if from == Stance::Prone && !table.is_free(table.actor(who).place.cell, who) {
        return Err(bar!("CR-R120", "no-room", "somebody stands where {} lies", name));
    }
    Ok(Changing { who, to, ap, rule })
}

macro_rules! stances {
    ($($(#[$doc:meta])* $act:ident, $verb:literal, $label:literal, $to:expr;)*) => { $(
        act! {
            $(#[$doc])*
            pub struct $act for Crisis, by ActorId {}
        }

        impl Act<Crisis> for $act {
            type By = ActorId;
            type Ready = Changing;
            const CARD: Card = card!($verb, $label, "Movement", "", "CR-R121");

            fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Changing, Bar<'t>> {
                Ok(change(see.table, who, $to)?)
            }

            fn resolve<O: Oracle<Crisis>>(
                changing: Changing,
                book: &Crisis,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                take(changing, book, table, oracle)
            }

            fn meet_the_unknown<O: Oracle<Crisis>>(
                &self,
                who: ActorId,
                why: Refusal,
                book: &Crisis,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                stay(who, $to, why, book, table, oracle)
            }

            fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
                super::priced(see, who, offer, || cost(see.actor(who).stance, $to).map(|(ap, _)| ap));
            }
        }
    )* };
}

stances! {
    /// CR-159.
    Kneel, "kneel", "Kneel", Stance::Kneeling;
    /// CR-159, CR-162.
    StandUp, "stand", "Stand up", Stance::Standing;
    /// CR-162.
    GoProne, "go-prone", "Go prone", Stance::Prone;
}

/// CR-159, CR-162: toggles the condition.
fn take<O: Oracle<Crisis>>(
    Changing { who, to, ap, rule }: Changing,
    book: &Crisis,
    table: &mut Table,
    oracle: &mut O,
) -> Flow<()> {
    turn::spend(book, table, who, ap, false, oracle);
    if overwatch::before(book, table, who, oracle)? {
        table.actor_mut(who).stance = to;
        oracle.tell(Audience::All, || Event::Stance(Posed { who, to, rule }));
        overwatch::after(book, table, who, oracle)?;
    }
    Ok(())
}

/// CR-R120: somebody unseen stands where one lies: one stays as one is.
fn stay<O: Oracle<Crisis>>(
    who: ActorId,
    to: Stance,
    why: Refusal,
    book: &Crisis,
    table: &mut Table,
    oracle: &mut O,
) -> Flow<()> {
    let from = table.actor(who).stance;
    match cost(from, to) {
        Some((ap, _)) if turn::can_afford(table, who, ap) => {
            take(Changing { who, to: from, ap, rule: rule!("CR-R120") }, book, table, oracle)
        }
        Some(_) | None => Err(why.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cr_r121_every_change_has_its_cost() {
        use Stance::{Kneeling, Prone, Standing};
        let cases = [
            (Standing, Kneeling, 1),
            (Kneeling, Standing, 1),
            (Standing, Prone, 2),
            (Prone, Standing, 2),
            (Kneeling, Prone, 1),
            (Prone, Kneeling, 1),
        ];
        for (from, to, ap) in cases {
            assert_eq!(cost(from, to).map(|(ap, _)| ap), Some(ap), "{from:?} to {to:?}");
        }
        assert!(cost(Prone, Prone).is_none());
    }
}
