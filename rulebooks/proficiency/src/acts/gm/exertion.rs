//! The GM names an exertion (PR-137, PR-D31).

use super::known;
use crate::{
    acts::prelude::*,
    conditions::ConditionEvent,
    resource::{self, RollWhen, Stock},
};

act! {
    /// PR-137, PR-D31: an exertion rolls the fatigue die.
    pub struct Exertion for Proficiency, by Gm {
        who: ActorId = "Who";
    }
}

impl Act<Proficiency> for Exertion {
    type By = Gm;
    type Ready = (ActorId, usize);
    const CARD: Card = card!("exertion", "An exertion", "GM", "", "PR-D31");
    const NOTHING: Why<'static> = bar!("PR-137", "nothing-fits", "nobody has a fatigue die to roll");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        let is_due = |stock: &Stock| !stock.spent && see.resource(stock.kind).roll_when == RollWhen::EachExertion;
        match see.actor(who).stocks.iter().position(is_due) {
            Some(stock) => Ok((who, stock)),
            None => {
                Err(bar!("PR-137", "no-fatigue", "{} has no fatigue die to roll", see.table.name(who)).moot().into())
            }
        }
    }

    fn resolve<O: Oracle<Proficiency>>(
        (who, stock): Self::Ready,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let before = table.actor(who).exhausted;
        resource::roll_stock(book, table, who, stock, oracle)?;
        if !before && table.actor(who).exhausted {
            oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Exhausted(who)));
        }
        Ok(())
    }
}
