//! Kneeling down, lying down, getting up (CR-159 to CR-164).

use super::overwatch;
use crate::{
    Crisis, Event,
    table::{Stance, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, RuleId, rule};

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

/// May it change to this stance now? Gives the cost.
pub fn legal(table: &Table, who: ActorId, to: Stance) -> Result<(u8, RuleId), Refusal> {
    table.may_act(who)?;
    let from = table.actor(who).stance;
    let Some((ap, rule)) = cost(from, to) else {
        let why = format!("{} is {} already", table.name(who), to.word());
        return Err(Refusal::by(rule!("CR-R121"), "same-stance", why));
    };
    turn::afford(table, who, ap)?;
    // CR-R120: nobody gets up where somebody else stands.
    if from == Stance::Prone && !table.is_free(table.actor(who).place.cell, who) {
        let why = format!("somebody stands where {} lies", table.name(who));
        return Err(Refusal::by(rule!("CR-R120"), "no-room", why));
    }
    Ok((ap, rule))
}

/// CR-159, CR-162: toggles the condition.
pub fn resolve<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    to: Stance,
    oracle: &mut O,
) -> Flow<()> {
    let (ap, rule) = legal(table, who, to)?;
    turn::spend(book, table, who, ap, false, oracle);
    if overwatch::before(book, table, who, oracle)? {
        table.actor_mut(who).stance = to;
        oracle.tell(Audience::All, || Event::Stance { who, to, rule });
        overwatch::after(book, table, who, oracle)?;
    }
    Ok(())
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
