//! Conditions begin and end (CR-190, CR-191, CR-R87, CR-R151, CR-D36).

use super::{alive, present};
use crate::{
    acts::prelude::*,
    conditions::{self, ConditionKind},
    harm, recovery,
    sheet::{Effect, Lasts},
};

act! {
    /// CR-191: a condition begins, for so many seconds or openly.
    pub struct Inflict for Crisis, by Gm {
        who: ActorId = "Who";
        kind: ConditionKind = "What";
        seconds: Number<0, 86_400> = "For how many seconds; 0 as usual", usual;
    }
}

told! {
    /// A condition that may begin or end, or does.
    #[derive(Copy)]
    pub struct ConditionSaid for Crisis { who: ActorId, kind: ConditionKind, on: bool, seconds: u32 }
    |table| "CR-191" => {
        let longer = if on { "" } else { " no longer" };
        format!("{} is{longer} {}", table.name(who), kind.word())
    };
}

impl Act<Crisis> for Inflict {
    type By = Gm;
    type Ready = ConditionSaid;
    const CARD: Card = card!("inflict", "A condition begins", "GM", "", "CR-191");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<ConditionSaid, Bar<'t>> {
        let who = self.who()?;
        alive(see.table, who)?;
        let (kind, seconds) = (self.kind()?, self.seconds()?.number()? as u32);
        Ok(ConditionSaid { who, kind, on: true, seconds })
    }

    fn resolve<O: Oracle<Crisis>>(said: ConditionSaid, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Condition(said));
        let ConditionSaid { who, kind, seconds, .. } = said;
        let lasts = if seconds == 0 { Lasts::AsUsual } else { Lasts::Seconds(seconds) };
        conditions::inflict(book, table, who, Effect { kind, lasts }, oracle);
        Ok(())
    }
}

act! {
    /// CR-R151: a condition ends.
    pub struct Cure for Crisis, by Gm {
        who: ActorId = "Who";
        kind of who: ConditionKind = "What";
    }
}

impl Act<Crisis> for Cure {
    type By = Gm;
    type Ready = ConditionSaid;
    const CARD: Card = card!("cure", "A condition ends", "GM", "", "CR-R151");
    const NOTHING: Why<'static> = bar!("CR-R151", "no-condition", "there is no condition to end");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<ConditionSaid, Bar<'t>> {
        let table = see.table;
        let who = self.who()?;
        present(table, who)?;
        let none = Self::NOTHING.moot();
        if table.actor(who).conditions.is_empty() {
            return Err(none.into());
        }
        let kind = self.kind()?;
        if !table.actor(who).conditions.iter().any(|known| known.kind == kind) {
            return Err(none.into());
        }
        Ok(ConditionSaid { who, kind, on: false, seconds: 0 })
    }

    fn resolve<O: Oracle<Crisis>>(said: ConditionSaid, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Condition(said));
        conditions::remove(table, said.who, said.kind, oracle);
        Ok(())
    }
}

act! {
    /// CR-R87, CR-D36: somebody wakes.
    pub struct Wake for Crisis, by Gm {
        who: ActorId = "Who";
    }
}

told! {
    /// Somebody who may be woken, or is.
    #[derive(Copy)]
    pub struct Woken for Crisis { who: ActorId }
    |table| "CR-R87" => format!("The GM wakes {}", table.name(who));
}

impl Act<Crisis> for Wake {
    type By = Gm;
    type Ready = Woken;
    const CARD: Card = card!("wake", "Somebody wakes", "GM", "", "CR-R87");
    const NOTHING: Why<'static> = bar!("CR-R87", "awake", "nobody has been knocked out");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Woken, Bar<'t>> {
        let who = self.who()?;
        see.table.known(who)?;
        if !see.actor(who).knocked_out {
            return Err(bar!("CR-R87", "awake", "{} has not been knocked out", see.table.name(who)).moot().into());
        }
        Ok(Woken { who })
    }

    fn resolve<O: Oracle<Crisis>>(woken: Woken, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Wake(woken));
        recovery::wake(table, woken.who, oracle);
        harm::settle(book, table, woken.who, oracle);
        Ok(())
    }
}
