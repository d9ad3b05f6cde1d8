//! Doing what one was Persuaded to do (CW-129, CW-R82).

use super::{
    demand::{ActionKind, Demanded, open_demand},
    persuade::{DemandEvent, told},
};
use crate::acts::{defend::defend, prelude::*};

act! {
    /// CW-129, CW-R82: does what was demanded, as one of its Actions. What comes of an act in words, the table says.
    pub struct Comply for Clockworld, by ActorId {}
}

impl Act<Clockworld> for Comply {
    type By = ActorId;
    type Ready = ActorId;
    const CARD: Card = card!("comply", "Comply", "Actions", "1 Action", "CW-129");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ActorId, Bar<'t>> {
        see.table.may_act(who)?;
        if open_demand(see.book, see.table, who).is_none() {
            let words = "nothing is demanded of {} that it could do now";
            return Err(bar!("CW-129", "no-demand", words, see.table.name(who)).moot().into());
        }
        Ok(who)
    }

    fn resolve<O: Oracle>(who: ActorId, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Some(demand) = table.actor_mut(who).demand.take() else { return Ok(()) };
        oracle.tell(Audience::All, || told(DemandEvent::Obeyed { who, demand: demand.what.clone() }));
        match &demand.what {
            Demanded::Act { kind: ActionKind::Defend, .. } => defend(book, table, who, false, oracle),
            Demanded::Act { kind, .. } => turn::spend(book, table, who, kind.taken(), false),
            Demanded::Drop(_)
            | Demanded::DropHeld
            | Demanded::Speak(_)
            | Demanded::Small(_)
            | Demanded::Surrender
            | Demanded::AttackAlly(_)
            | Demanded::HarmItself => {}
        }
        Ok(())
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        if let Some(demand) = open_demand(see.book, see.table, who) {
            offer.label = format!("Comply: {}", demand.what.words(see.table));
        }
    }
}
