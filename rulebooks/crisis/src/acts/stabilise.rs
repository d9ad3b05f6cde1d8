//! Ending Dying (CR-133, CR-134, CR-R105 to CR-R107, CR-D31).

use super::prelude::*;
use crate::recovery::{self, medicine, treat};
use referee_engine::RuleId;

act! {
    /// CR-133: ends somebody's Dying.
    pub struct Stabilise for Crisis, by ActorId {
        patient: ActorId = "Whom";
    }
}

told! {
    /// CR-133, CR-127: somebody is looked after.
    pub struct Tends for Crisis { who: ActorId, patient: ActorId, rule: RuleId }
    |table| [rule] by who => format!("{} looks after {}", table.name(who), table.name(patient));
}

impl Act<Crisis> for Stabilise {
    type By = ActorId;
    type Ready = (ActorId, ActorId);
    const CARD: Card = card!("stabilise", "End Dying", "Medicine", "", "CR-133");
    const NOTHING: Why<'static> = bar!("CR-133", "not-dying", "nobody who can be reached is Dying");

    /// CR-133, CR-D31: may it try to end this creature's Dying?
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        let patient = self.patient()?;
        table.known(patient)?;
        let there = table.actor(patient);
        if !there.dying || !there.is_here() || table.actor(who).unaware_of.contains(patient) {
            return Err(bar!("CR-133", "not-dying", "nobody like that is Dying").moot().into());
        }
        if !medicine::is_near(book, table, who, patient) {
            let (name, other) = (table.name(who), table.name(patient));
            return Err(bar!("CR-R105", "not-near", "{} is not next to {}", name, other).into());
        }
        if table.clock.mode == Mode::Free {
            treat::is_at_leisure(table, who)?;
        }
        turn::afford(table, who, book.house.stabilise_ap)?;
        Ok((who, patient))
    }

    /// CR-133, CR-R105: an Action in a crisis; outside one it takes a round.
    fn resolve<O: Oracle<Crisis>>(ready: Self::Ready, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (who, patient) = ready;
        oracle.tell(Audience::All, || Event::Tends(Tends { who, patient, rule: rule!("CR-133") }));
        turn::spend(book, table, who, book.house.stabilise_ap, false, oracle);
        if table.clock.mode == Mode::Free {
            let round = u64::from(book.house.seconds_per_round);
            treat::stabilise_in(table, who, patient, round);
            return recovery::pass(book, table, round, oracle);
        }
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        medicine::try_to_stabilise(book, table, who, patient, oracle)?;
        overwatch::after(book, table, who, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || Some(see.book.house.stabilise_ap));
    }
}
