//! Magic on somebody (PR-R67).

use super::known;
use crate::acts::prelude::*;

act! {
    /// PR-R67: magic gives 0 to 3 bonus points.
    pub struct Magic for Proficiency, by Gm {
        who: ActorId = "Who";
        points: Within<0, 3> = "Bonus points";
    }
}

/// Magic that may be on somebody.
pub struct Change {
    who: ActorId,
    points: u8,
}

/// PR-R67: so many bonus points are on somebody now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MagicOn {
    pub who: ActorId,
    pub points: u8,
}

impl Act<Proficiency> for Magic {
    type By = Gm;
    type Ready = Change;
    const CARD: Card = card!("magic", "Magic on somebody", "GM", "", "PR-R67");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Change, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        let points = self.points()?.0;
        let band = bar!("PR-R67", "too-much", "magic gives 0 to 3 bonus points").allowing(&["0 to 3"]);
        if (0..=3).contains(&points) { Ok(Change { who, points: points as u8 }) } else { Err(band.into()) }
    }

    fn resolve<O: Oracle<Proficiency>>(
        Change { who, points }: Change,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        table.actor_mut(who).magic = points;
        oracle.tell(Audience::All, || Event::MagicOn(MagicOn { who, points }));
        Ok(())
    }
}

impl Tells<Proficiency> for MagicOn {
    fn line(&self, _: &Proficiency, table: &Table) -> Line {
        let text = format!("{}: magic {:+}", table.name(self.who), self.points);
        Line::new(0, text, [rule!("PR-R67")]).by(self.who)
    }
}
