//! Long work with a total, and what goes on in the background (SE-027, SE-R14, SE-D06).

use super::{known, running};
use crate::{
    acts::prelude::*,
    table::Work,
    time::{self, Activity},
};

act! {
    /// SE-R14: sets the total of an activity.
    pub struct SetWork for Segments, by Gm {
        who: ActorId = "Who";
        activity: Activity = "What";
        total among totals: Count = "Hours in all";
        done among dones: Count = "Hours done", usual;
    }
}

act! {
    /// SE-D06: a background clock moves by so much.
    pub struct Advance for Segments, by Gm {
        clock: ClockAt = "Which";
        by among by_one_first: Within<-20, 20> = "By how much", usual;
    }
}

/// Hours of long work. Of those that go together with the others every number from the first to the last is legal, so only
/// these two are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Count(u16);

/// The most hours of long work.
const MOST: u16 = 9_999;

impl Value<Segments> for Count {
    const SHAPE: Shape = Shape::Number;

    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Count(0), Count(MOST)]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.0.to_string())
    }

    fn read(_: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        word.parse().ok().filter(|hours| *hours <= MOST).map(Count)
    }
}

/// More than is done.
fn totals(work: &SetWork, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Count> {
    let done = work.done.value().map_or(0, |done| done.0);
    vec![Count(done.saturating_add(1)), Count(MOST)]
}

/// Less than the total.
fn dones(work: &SetWork, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Count> {
    let total = work.total.value().map_or(MOST, |total| total.0);
    vec![Count(0), Count(total.saturating_sub(1))]
}

/// Forward by one before all others.
fn by_one_first(_: &Advance, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Within<-20, 20>> {
    std::iter::once(1).chain((-20..=20).filter(|by| *by != 1)).map(Within).collect()
}

/// One of the background clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClockAt(u8);

indexed_values! { Segments: ClockAt in |table| table.clocks, |it| Choice::plain(key_of(&it.name)); }

/// A move of a background clock.
pub struct Tick {
    clock: u8,
    by: i8,
}

impl Act<Segments> for SetWork {
    type By = Gm;
    type Ready = Work;
    const CARD: Card = card!("work", "Set the total of an activity", "GM", "", "SE-R14");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Work, Bar<'t>> {
        running(see.table)?;
        let who = self.who()?;
        known(see.table, who)?;
        let activity = self.activity()?;
        let (Count(done), Count(total)) = (self.done()?, self.total()?);
        if done >= total || total > MOST {
            return Err(bar!("SE-R14", "bad-total", "a total in hours, with something left to do").into());
        }
        Ok(Work { who, activity, done, total })
    }

    fn resolve<O: Oracle<Segments>>(work: Work, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.works.retain(|old| old.who != work.who || old.activity != work.activity);
        table.works.push(work.clone());
        oracle.tell(Audience::All, || Event::Planned(work));
        Ok(())
    }
}

impl Tells<Segments> for Work {
    fn line(&self, _: &Segments, table: &Table) -> Line {
        let (name, what) = (table.name(self.who), self.activity.word());
        let text = format!("{name} plans {what}: {} of {} hours done", self.done, self.total);
        Line::new(0, text, [rule!("SE-R14")]).by(self.who)
    }
}

impl Act<Segments> for Advance {
    type By = Gm;
    type Ready = Tick;
    const CARD: Card = card!("advance", "Move a background clock", "GM", "", "SE-027");
    const NOTHING: Why<'static> = bar!("SE-027", "no-clock", "there is no background clock");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Tick, Bar<'t>> {
        running(see.table)?;
        let ClockAt(clock) = self.clock()?;
        if usize::from(clock) >= see.clocks.len() {
            return Err(bar!(_, "no-clock", "there is no such clock").into());
        }
        Ok(Tick { clock, by: self.by()?.number()? as i8 })
    }

    fn resolve<O: Oracle<Segments>>(ready: Tick, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Tick { clock, by } = ready;
        time::advance_clock(table, usize::from(clock), i16::from(by), Audience::All, oracle);
        Ok(())
    }
}
