//! Unfavorable Circumstances begin and end (CR-025).

use crate::acts::prelude::*;

act! {
    /// CR-025: an Unfavorable Circumstance begins or ends.
    pub struct Circumstance for Crisis, by Gm {
        which: CircumstanceAt = "Which";
        on: Holds = "Does it hold", usual;
    }
}

/// A circumstance, by its place in the list of the scene.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CircumstanceAt(pub u8);

indexed_values! { Crisis:
    CircumstanceAt in |table| table.setup.circumstances, |it| Choice::new(&*it.key, &*it.name);
}

told! {
    /// A circumstance that may begin or end, or does.
    pub struct Surroundings for Crisis { at: u8, on: bool }
    |table| "CR-025" => {
        let name = table.setup.circumstances.get(usize::from(at)).map_or("It", |known| &known.name);
        format!("{name} {}", if on { "begins" } else { "ends" })
    };
}

impl Act<Crisis> for Circumstance {
    type By = Gm;
    type Ready = Surroundings;
    const CARD: Card = card!("circumstance", "A circumstance begins or ends", "GM", "", "CR-025");
    const NOTHING: Why<'static> = bar!("CR-025", "not-now", "this scene has no circumstances");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Surroundings, Bar<'t>> {
        let CircumstanceAt(at) = self.which()?;
        if usize::from(at) >= see.setup.circumstances.len() {
            return Err(bar!("CR-025", "unknown", "there is no such circumstance").into());
        }
        Ok(Surroundings { at, on: self.on()?.0 })
    }

    fn resolve<O: Oracle<Crisis>>(
        surroundings: Surroundings,
        _: &Crisis,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let Surroundings { at, on } = surroundings;
        oracle.tell(Audience::All, || Event::Circumstance(surroundings));
        if on {
            table.circumstances.insert(at)
        } else {
            table.circumstances.remove(&at)
        };
        Ok(())
    }
}
