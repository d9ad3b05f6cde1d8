//! Passages: begun, continued, stopped (SE-002, SE-003, SE-017, SE-018, SE-D01 to SE-D03).

use crate::{
    acts::prelude::*,
    time::{
        self, Activity, Halt as Reason,
        passage::{self, MOST_HOURS},
    },
};
use referee_engine::act::Each;
use smallvec::SmallVec;

act! {
    /// SE-D01: begins a passage of so many hours, in which everybody does one thing.
    pub struct Journey for Segments, by Gm {
        hours among journey_hours: Hours = "How long", usual;
        area among here_first: AreaAt = "Where", usual;
        activities among travellers: Each<Activity> = "Who does what", usual;
        /// SE-010: what would make it no montage; nobody is asked for it.
        then: Text<200> = "And then";
    }
}

act! {
    /// SE-D02: lets so many hours of it pass.
    pub struct GoOn for Segments, by Gm {
        hours among hours_that_are_left: Hours = "How long", usual;
    }
}

act! {
    /// SE-018, SE-D02: stops it.
    pub struct Halt for Segments, by Gm {}
}

/// Whole hours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hours(pub u8);

impl Value<Segments> for Hours {
    const SHAPE: Shape = Shape::Number;

    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (1..=MOST_HOURS).map(Hours).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.0.to_string())
    }

    fn misread(_: &str) -> Option<Why<'static>> {
        Some(too_long())
    }
}

/// SE-003, SE-R11: whole hours, at most one day.
fn too_long() -> Why<'static> {
    bar!("SE-R11", "too-long", "a passage lasts 1 to {} hours", MOST_HOURS).allowing(&["several passages"])
}

/// Eight hours before all others.
fn journey_hours(_: &Journey, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Hours> {
    std::iter::once(8).chain((1..=MOST_HOURS).filter(|hours| *hours != 8)).map(Hours).collect()
}

/// All that are left before fewer.
fn hours_that_are_left(_: &GoOn, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Hours> {
    let left = hours_left(see).unwrap_or(0);
    std::iter::once(left).chain(1..left).map(Hours).collect()
}

/// One of the areas of the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AreaAt(pub u8);

impl Value<Segments> for AreaAt {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (0..see.setup.areas.len() as u8).map(AreaAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        see.setup.areas.get(usize::from(self.0)).map(|area| Choice::plain(key_of(&area.name))).unwrap_or_default()
    }

    /// Of two with one name the scene's own is meant, which comes last.
    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        see.setup.areas.iter().rposition(|area| key_of(&area.name) == word).map(|at| AreaAt(at as u8))
    }
}

/// Where the scene is, then the others.
fn here_first(_: &Journey, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<AreaAt> {
    let mut all = AreaAt::all(see, whose);
    all.sort_by_key(|area| area.0 != see.area);
    all
}

/// Who does something in a passage: everybody in the scene travels, unless something else is said.
fn travellers(_: &Journey, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Each<Activity>> {
    let travels = see.ids().filter(|&who| see.is_here(who) && !see.sheet(who).trap);
    vec![travels.map(|who| (who, Activity::Travel)).collect()]
}

/// SE-D02: is there a passage under way? Gives the hours that are left of it.
pub fn hours_left(table: &Table) -> Result<u8, Why<'_>> {
    let passage = table.passage.as_ref().filter(|_| table.over.is_none());
    let left = passage.map(|passage| passage.hours - (passage.turns / 6) as u8);
    left.ok_or(bar!("SE-002", "no-passage", "there is no passage under way"))
}

/// A passage that may begin.
pub struct Departure {
    hours: u8,
    area: u8,
    activities: Each<Activity>,
}

/// A passage that may be stopped.
pub struct UnderWay;

impl Act<Segments> for Journey {
    type By = Gm;
    type Ready = Departure;
    const CARD: Card = card!("journey", "Begin a passage", "GM", "", "SE-002");

    /// SE-D01, SE-002: between scenes, from Open; from Segmented play when the clock has been restarted.
    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Departure, Bar<'t>> {
        let table = see.table;
        if table.over.is_some() {
            return Err(bar!(_, "over", "it is over").into());
        }
        if table.clock.mode != Speed::Open {
            return Err(bar!("SE-002", "not-between-scenes", "a passage begins from Open play").into());
        }
        if !self.then.is_open() {
            // SE-010, SE-D03: a period whose actions vary is not one montage.
            const INSTEAD: [&str; 2] = ["split it into several passages", "play it in Open"];
            let varies = bar!("SE-010", "varies", "what they do changes, so it is not one montage");
            return Err(varies.allowing(&INSTEAD).into());
        }
        let Hours(hours) = self.hours()?;
        if !(1..=MOST_HOURS).contains(&hours) {
            return Err(too_long().into());
        }
        let area = if table.setup.areas.is_empty() { AreaAt(table.area) } else { self.area()? };
        let activities = self.activities()?;
        let areas = table.setup.areas.len().max(1);
        let is_known = activities.0.iter().all(|(who, _)| who.index() < table.actors.len());
        if usize::from(area.0) >= areas || !is_known {
            return Err(bar!(_, "unknown", "there is no such area or character").into());
        }
        Ok(Departure { hours, area: area.0, activities })
    }

    fn resolve<O: Oracle<Segments>>(ready: Departure, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Departure { hours, area, activities } = ready;
        passage::begin(table, hours, area, activities.0.into_iter().collect(), oracle);
        Ok(())
    }
}

impl Act<Segments> for GoOn {
    type By = Gm;
    type Ready = u8;
    const CARD: Card = card!("go-on", "Let hours pass", "GM", "", "SE-003");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<u8, Bar<'t>> {
        let left = hours_left(see.table)?;
        let Hours(hours) = self.hours()?;
        if hours == 0 || hours > left {
            return Err(bar!("SE-R11", "too-long", "{} hours are left", left).allowing(&["several passages"]).into());
        }
        Ok(hours)
    }

    fn resolve<O: Oracle<Segments>>(hours: u8, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        passage::go_on(book, table, hours, oracle)
    }
}

impl Act<Segments> for Halt {
    type By = Gm;
    type Ready = UnderWay;
    const CARD: Card = card!("halt", "Stop the passage", "GM", "", "SE-017");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<UnderWay, Bar<'t>> {
        hours_left(see.table)?;
        Ok(UnderWay)
    }

    fn resolve<O: Oracle<Segments>>(_: UnderWay, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        time::halt(table, SmallVec::from_slice(&[Reason::Gm]), oracle);
        Ok(())
    }
}
