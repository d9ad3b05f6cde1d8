//! A crisis begins and ends (CR-001, CR-042, CR-R24, CR-R156, CR-D06, CR-D37).

use crate::{acts::prelude::*, table::Ending, turn::order};
use referee_engine::act::Several;

act! {
    /// CR-001, CR-D06: a crisis begins, with additional turns for these.
    pub struct Begin for Crisis, by Gm {
        ambush among sets: Several<ActorId> = "Additional turns for", usual;
    }
}

/// Usually all who surprise somebody.
fn sets(_: &Begin, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Several<ActorId>> {
    let all: Several<ActorId> = order::ambushers(see).collect();
    let singles = all.0.iter().map(|who| Several::from_iter([*who])).filter(|one| *one != all);
    let others: Vec<_> = std::iter::once(Several::none()).chain(singles).collect();
    std::iter::once(all).chain(others).collect()
}

told! {
    /// A crisis that may begin, or begins.
    pub struct Beginning for Crisis { ambush: SmallVec<[ActorId; 4]> }
    |table| "CR-001" => "A crisis begins";
}

impl Act<Crisis> for Begin {
    type By = Gm;
    type Ready = Beginning;
    const CARD: Card = card!("begin", "A crisis begins", "GM", "", "CR-001");

    /// CR-042, CR-R24, CR-D06: may the crisis begin like that?
    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Beginning, Bar<'t>> {
        let table = see.table;
        if table.clock.mode == Mode::Crisis {
            return Err(bar!("CR-001", "crisis", "there is a crisis already").into());
        }
        if !table.ids().any(|who| turn::is_up(table, who)) {
            return Err(bar!("CR-R156", "nobody-up", "there is nobody who could act").into());
        }
        let ambushers: SmallVec<[ActorId; 8]> = order::ambushers(table).collect();
        let ambush = if ambushers.is_empty() { Several::none() } else { self.ambush()? };
        if !ambush.is_once() || ambush.0.iter().any(|who| !ambushers.contains(who)) {
            let words = "an additional turn needs an enemy that has noticed nothing and is not ready";
            return Err(bar!("CR-042", "no-surprise", words).into());
        }
        Ok(Beginning { ambush: ambush.0 })
    }

    fn resolve<O: Oracle<Crisis>>(beginning: Beginning, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::Gm, || Event::Begin(beginning.clone()));
        order::begin(book, table, &beginning.ambush, oracle)
    }
}

act! {
    /// CR-R156, CR-D37: the GM ends the crisis.
    pub struct EndCrisis for Crisis, by Gm {}
}

told! {
    /// A crisis that may be ended, or is.
    pub struct Ended for Crisis {}
    |table| "CR-R156" => "The GM ends the crisis";
}

impl Act<Crisis> for EndCrisis {
    type By = Gm;
    type Ready = Ended;
    const CARD: Card = card!("end-crisis", "The crisis is over", "GM", "", "CR-R156");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Ended, Bar<'t>> {
        if see.clock.mode != Mode::Crisis {
            return Err(bar!("CR-R156", "no-crisis", "there is no crisis").into());
        }
        Ok(Ended {})
    }

    fn resolve<O: Oracle<Crisis>>(ended: Ended, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::EndCrisis(ended));
        turn::over(book, table, Ending { winner: None, why: "the GM ends the crisis".into() }, oracle);
        Ok(())
    }
}
