//! Lighting a torch, or putting it out (PR-031, PR-140).

use super::prelude::*;
use crate::resource::RollWhen;

act! {
    /// PR-031, PR-140: lights a stock, or puts it out. It is simply done.
    pub struct Light for Proficiency, by ActorId {
        what: StockAt = "What";
    }
}

/// One of somebody's stocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StockAt(pub u8);

impl Value<Proficiency> for StockAt {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let count = whose.filter(|who| see.has(*who)).map_or(0, |who| see.actor(who).stocks.len());
        (0..count as u8).map(StockAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let stock = whose.and_then(|who| see.actor(who).stocks.get(usize::from(self.0)));
        stock.map_or_else(Choice::default, |stock| {
            let resource = see.resource(stock.kind);
            Choice::new(resource.key.clone(), resource.name.clone())
        })
    }
}

told! {
    /// Somebody lit a stock, or put it out.
    pub struct Lit for Proficiency { who: ActorId, what: StockAt }
    |table| "PR-031" by who => {
        let stock = table.actor(who).stocks[usize::from(what.0)];
        let how = if stock.in_use { "lights" } else { "puts out" };
        format!("{} {how} {}", table.name(who), table.resource(stock.kind).name)
    };
}

impl Act<Proficiency> for Light {
    type By = ActorId;
    type Ready = Lit;
    const CARD: Card = card!("light", "Light, or put out", "Mundane", "", "PR-140");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Lit, Bar<'t>> {
        let table = see.table;
        let burns = |stock: &crate::resource::Stock| table.resource(stock.kind).roll_when == RollWhen::EachInterval;
        let nothing = bar!("PR-140", "nothing-to-light", "there is nothing to light").moot();
        if table.has(who) && !table.actor(who).stocks.iter().any(burns) {
            return Err(nothing.into());
        }
        table.may_act(who)?;
        let what = self.what()?;
        match table.actor(who).stocks.get(usize::from(what.0)) {
            Some(stock) if burns(stock) && !stock.spent => Ok(Lit { who, what }),
            Some(stock) if burns(stock) => {
                Err(bar!("PR-140", "spent", "{} is spent", &table.resource(stock.kind).name).into())
            }
            _ => Err(nothing.into()),
        }
    }

    fn resolve<O: Oracle<Proficiency>>(ready: Lit, _: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Lit { who, what } = ready;
        turn::enter(table, who, oracle);
        let stock = &mut table.actor_mut(who).stocks[usize::from(what.0)];
        stock.in_use = !stock.in_use;
        oracle.tell(Audience::All, || Event::Lit(Lit { who, what }));
        Ok(())
    }
}
