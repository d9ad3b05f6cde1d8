//! Immortal or mortal (PR-D37, PR-R64).

use super::known;
use crate::acts::prelude::*;

act! {
    /// PR-D37, PR-R64: the GM says who is immortal.
    pub struct Immortal for Proficiency, by Gm {
        who: ActorId = "Who";
        immortal: bool = "Immortal", usual;
    }
}

/// Somebody who may become immortal or mortal.
pub struct Change {
    who: ActorId,
    immortal: bool,
}

/// PR-R64: somebody is immortal or mortal now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Immortality {
    pub who: ActorId,
    pub immortal: bool,
}

impl Act<Proficiency> for Immortal {
    type By = Gm;
    type Ready = Change;
    const CARD: Card = card!("immortal", "Immortal or mortal", "GM", "", "PR-D37");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Change, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        Ok(Change { who, immortal: self.immortal()? })
    }

    fn resolve<O: Oracle<Proficiency>>(
        Change { who, immortal }: Change,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        table.sheet_mut(who).immortal = immortal;
        oracle.tell(Audience::All, || Event::Immortality(Immortality { who, immortal }));
        Ok(())
    }
}

impl Tells<Proficiency> for Immortality {
    fn line(&self, _: &Proficiency, table: &Table) -> Line {
        let what = if self.immortal { "immortal" } else { "mortal" };
        Line::new(0, format!("{}: {what}", table.name(self.who)), [rule!("PR-R64")]).by(self.who)
    }
}
