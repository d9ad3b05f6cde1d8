//! A hazard strikes (PR-R86, PR-D29).

use super::here;
use crate::{acts::prelude::*, reactions};

act! {
    /// PR-D29: a hazard strikes these.
    pub struct Strike for Proficiency, by Gm {
        hazard: HazardAt = "Which";
        who: Several<ActorId> = "Whom";
    }
}

/// One of the hazards of the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HazardAt(u8);

indexed_values! { Proficiency: HazardAt in |table| table.setup.hazards, |it| Choice::new(&*it.key, &*it.name); }

impl Act<Proficiency> for Strike {
    type By = Gm;
    type Ready = (HazardAt, SmallVec<[ActorId; 4]>);
    const CARD: Card = card!("strike", "A hazard strikes", "GM", "", "PR-D29");
    const NOTHING: Why<'static> = bar!("PR-R86", "nothing-fits", "a hazard strikes those who are here");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let nobody = bar!("PR-R86", "no-hazard", "a hazard strikes those who are here");
        if see.setup.hazards.is_empty() {
            return Err(bar!("PR-R86", "no-hazard", "there are no hazards here").moot().into());
        }
        let hazard = self.hazard()?;
        if usize::from(hazard.0) >= see.setup.hazards.len() {
            return Err(nobody.into());
        }
        let who = self.who()?;
        who.0.iter().try_for_each(|id| here(see.table, *id))?;
        if who.0.is_empty() || !who.is_once() {
            return Err(nobody.into());
        }
        Ok((hazard, who.0))
    }

    fn resolve<O: Oracle<Proficiency>>(
        (hazard, who): Self::Ready,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        for victim in who {
            reactions::strike(book, table, hazard.0, victim, oracle)?;
        }
        Ok(())
    }
}
