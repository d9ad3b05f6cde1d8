//! Caring for somebody, day by day (CR-127, CR-R113, CR-R114).

use super::{prelude::*, stabilise::Tends};
use crate::recovery::{natural, treat::is_out_of_crisis};

act! {
    /// CR-127: cares for somebody from now on.
    pub struct Tend for Crisis, by ActorId {
        patient: ActorId = "Whom";
    }
}

impl Act<Crisis> for Tend {
    type By = ActorId;
    type Ready = (ActorId, ActorId);
    const CARD: Card = card!("tend", "Care for somebody", "Medicine", "day by day", "CR-127");
    const NOTHING: Why<'static> = bar!("CR-127", "no-patient", "there is no such patient");

    fn ready<'t>(&self, see: See<'_, 't>, carer: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let table = see.table;
        is_out_of_crisis(table)?;
        table.may_act(carer)?;
        let patient = self.patient()?;
        table.known(patient)?;
        if !table.actor(patient).is_here() || table.actor(carer).unaware_of.contains(patient) {
            return Err(Self::NOTHING.moot().into());
        }
        Ok((carer, patient))
    }

    fn resolve<O: Oracle<Crisis>>(ready: Self::Ready, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (carer, patient) = ready;
        let care = natural::care_of(table, carer, patient);
        let actor = table.actor_mut(patient);
        (actor.care, actor.carer) = (care, Some(carer));
        oracle.tell(Audience::All, || Event::Tends(Tends { who: carer, patient, rule: rule!("CR-127") }));
        Ok(())
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::warned(see, who, offer);
    }
}
