//! Track: finding and following signs (CW-214, CW-215, CW-216, CW-R123).

use super::prelude::*;

/// Tracks that lie on the map, or other signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trail {
    Other,
    Of(ThingId),
}

impl Value<Clockworld> for Trail {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let things = <ThingId as Value<Clockworld>>::all(see, whose).into_iter().map(Trail::Of);
        std::iter::once(Trail::Other).chain(things).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Trail::Of(thing) = *self else {
            return Choice::new("other", "Other signs").noting("the GM says how hard");
        };
        let (choice, is_there) = (thing.choice(see, whose), usize::from(thing.0) < see.things.len());
        let task = whose.filter(|_| is_there).map(|who| Task::plain(who, TaskName::Track, Object::Thing(thing)));
        task.iter().fold(choice, |choice, task| choice.noting(note(see.table, task)))
    }
}

/// Nobody follows certain tracks without saying so.
fn is_other(track: &Track, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    track.trail.value() == Some(&Trail::Other)
}

fn a_trail(_: &Track, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text("a trail".into())]
}

task! {
    /// CW-214, CW-215, CW-216, CW-R123: finds and follows signs.
    pub struct Track: "track", "Track", "CW-214" {
        trail: Trail = "Which", usual when is_other;
        what among a_trail: Text<200> = "Whose signs", usual;
    }
}

impl Declare for Track {
    const RULES: TaskRules = TaskRules {
        workable,
        rank: |table, task| rank(table, task.thing(table).ok()?),
        done: |name, what| format!("{name} finds and follows {what}"),
        done_rule: rule!("CW-214"),
        ..TaskRules::of(Named::Track, Skill::Acuity, rule!("CW-214"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        let task = match self.trail()? {
            Trail::Of(thing) => fits(see, Task::plain(who, TaskName::Track, Object::Thing(thing)))?,
            Trail::Other => {
                let task = fits(see, Task::plain(who, TaskName::Track, Object::None))?;
                task.about(self.what()?)?
            }
        };
        Ok(task)
    }

    fn all(_: See<'_, '_>, who: ActorId) -> Vec<Task> {
        vec![Task::plain(who, TaskName::Track, Object::None)]
    }
}

/// CW-214: are these tracks, lying there?
fn workable<'t>(_: &Clockworld, table: &'t Table, task: &Task) -> Result<(), Why<'t>> {
    if task.object == Object::None {
        return Ok(()); // other signs: the GM knows of them
    }
    let thing = task.thing(table)?;
    let sheet = table.thing_sheet(thing);
    if sheet.tracks.is_none() || !matches!(table.thing(thing).at, Whereabouts::Place(_)) {
        return Err(bar!("CW-214", "no-tracks", "{} is no track", &sheet.name).moot());
    }
    Ok(())
}

/// CW-216, CW-R123: one Rank for each step of age and ground.
pub fn rank(table: &Table, thing: ThingId) -> Option<Rank> {
    let tracks = table.thing_sheet(thing).tracks?;
    Some(tracks.rank.shifted((tracks.age + tracks.ground) as i8))
}
