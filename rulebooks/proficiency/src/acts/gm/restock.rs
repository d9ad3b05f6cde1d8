//! A stock enters play, or is filled again (PR-D30, PR-D32, PR-R92, PR-R97, PR-R99).

use super::known;
use crate::{
    acts::prelude::*,
    resource::{DieSize, Left, ResourceId, Stock},
};

act! {
    /// PR-D30, PR-D32: a stock enters play, or is filled again: with a die, or with so many of it.
    pub struct Restock for Proficiency, by Gm {
        who: ActorId = "Who";
        what: ResourceId = "What";
        die among sizes: Size = "Die", usual;
        count: Within<1, 1000> = "How many";
    }
}

/// A die, or a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    Die(DieSize),
    Counted,
}

/// The die with which such a stock starts comes first.
fn sizes(restock: &Restock, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Size> {
    let start = restock.what.value().and_then(|kind| see.setup.resources.get(usize::from(kind.0))).map(|it| it.start);
    let mut all = Size::all(see, whose);
    all.sort_by_key(|size| start.is_none_or(|start| *size != Size::Die(start)));
    all
}

impl Value<Proficiency> for Size {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        DieSize::ALL.into_iter().map(Size::Die).chain([Size::Counted]).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(match self {
            Size::Die(die) => die.word(),
            Size::Counted => "counted",
        })
    }
}

indexed_values! { Proficiency:
    ResourceId in |table| table.setup.resources, |it| Choice::new(&*it.key, &*it.name);
}

told! {
    /// PR-R97: somebody's stock was filled.
    pub struct Restocked for Proficiency { who: ActorId, kind: ResourceId, left: Left }
    |table| "PR-R97" by who => {
        let (name, kind) = (table.name(who), &table.resource(kind).name);
        format!("{name}: {kind} at {}", left.word())
    };
}

impl Act<Proficiency> for Restock {
    type By = Gm;
    type Ready = Restocked;
    const CARD: Card = card!("restock", "Fill a stock", "GM", "", "PR-D32");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Restocked, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        let kind = self.what()?;
        let Some(sheet) = see.table.setup.resources.get(usize::from(kind.0)).filter(|sheet| !sheet.area) else {
            return Err(bar!("PR-R92", "no-stock", "nobody carries a stock of this").moot().into());
        };
        let left = match self.die()? {
            // PR-R92: a die never starts at its far end.
            Size::Die(die) if die == sheet.direction.far_end() => {
                return Err(bar!("PR-R92", "bad-die", "{} never starts at {}", &sheet.name, die.word()).into());
            }
            Size::Die(die) => Left::Die(die),
            Size::Counted => Left::Count(self.count()?.number()? as u16),
        };
        Ok(Restocked { who, kind, left })
    }

    /// PR-R97, PR-R99: one die for each owner and kind.
    fn resolve<O: Oracle<Proficiency>>(
        Restocked { who, kind, left }: Restocked,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let fresh = Stock { left, spent: false, ..table.resource(kind).stock(&book.house, kind, None) };
        let stocks = &mut table.actor_mut(who).stocks;
        match stocks.iter_mut().find(|stock| stock.kind == kind) {
            Some(stock) => (stock.left, stock.spent, stock.passed) = (left, false, 0),
            None => stocks.push(fresh),
        }
        oracle.tell(Audience::All, || Event::Restocked(Restocked { who, kind, left }));
        Ok(())
    }
}
