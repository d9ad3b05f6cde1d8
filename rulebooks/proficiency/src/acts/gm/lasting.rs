//! Lasting effects begin, are rolled out, or end (PR-142, PR-144, PR-D38, PR-R98, PR-R106).

use super::here;
use crate::{
    acts::prelude::*,
    lasting,
    resource::{ResourceId, RollWhen},
};

act! {
    /// PR-142, PR-144: a lasting effect begins.
    pub struct Inflict for Proficiency, by Gm {
        who: ActorId = "Who";
        what: ResourceId = "What";
    }
}

impl Act<Proficiency> for Inflict {
    type By = Gm;
    type Ready = (ActorId, ResourceId);
    const CARD: Card = card!("inflict", "A lasting effect begins", "GM", "", "PR-R98");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let kind = self.what()?;
        let sheet = see.table.setup.resources.get(usize::from(kind.0));
        if sheet.is_none_or(|sheet| sheet.roll_when != RollWhen::EachTurn) {
            return Err(bar!("PR-R98", "no-effect", "this is no lasting effect").moot().into());
        }
        let who = self.who()?;
        here(see.table, who)?;
        Ok((who, kind))
    }

    fn resolve<O: Oracle<Proficiency>>(
        (who, kind): Self::Ready,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        lasting::inflict(book, table, who, kind, oracle);
        Ok(())
    }
}

named! {
    /// What becomes of what still lasts.
    pub enum How for Proficiency {
        Roll = "roll" / "Roll it out",
        End = "end" / "End it",
    }
}

act! {
    /// PR-D38, PR-R106: what still lasts after turns is rolled out, or ends.
    pub struct RollOut for Proficiency, by Gm {
        how: How = "How", usual;
    }
}

told! {
    /// PR-R106: what lasted is over.
    pub struct EffectsEnd for Proficiency;
    |table| "PR-R106" => "What lasted is over";
}

impl Act<Proficiency> for RollOut {
    type By = Gm;
    type Ready = How;
    const CARD: Card = card!("roll-out", "Roll out what lasts, or end it", "GM", "", "PR-D38");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<How, Bar<'t>> {
        if see.phase != Phase::Free || see.table.actors.iter().all(|actor| actor.lasting.is_empty()) {
            return Err(bar!("PR-R106", "nothing-lasts", "after turns, what still lasts is rolled out").into());
        }
        self.how()
    }

    fn resolve<O: Oracle<Proficiency>>(how: How, book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        roll_out(book, table, how == How::Roll, oracle)
    }
}

/// PR-D38, PR-R106: what lasts is rolled out, or ends.
pub fn roll_out<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, roll: bool, oracle: &mut O) -> Flow<()> {
    if roll {
        return lasting::roll_out(book, table, oracle);
    }
    for actor in table.actors.iter_mut() {
        actor.lasting.reset();
    }
    oracle.tell(Audience::All, || Event::EffectsEnd(EffectsEnd));
    Ok(())
}
