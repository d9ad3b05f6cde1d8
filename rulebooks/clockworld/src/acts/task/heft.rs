//! Heft: lifting something heavy, or somebody who cannot walk (CW-208, CW-209, CW-210, CW-R117).

use super::prelude::*;
use crate::{
    conditions::ConditionKind,
    harm,
    sheet::{Limb, Size},
    table::{Hefted, Wholeness},
};

/// Something or somebody to be lifted, with how hard that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    Thing(ThingId),
    Actor(ActorId),
}

impl Load {
    fn object(self) -> Object {
        match self {
            Load::Thing(thing) => Object::Thing(thing),
            Load::Actor(who) => Object::Actor(who),
        }
    }
}

impl Value<Clockworld> for Load {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let things = <ThingId as Value<Clockworld>>::all(see, whose).into_iter().map(Load::Thing);
        things.chain(see.actors().iter().map(Load::Actor)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let (choice, is_there) = match self {
            Load::Thing(thing) => (thing.choice(see, whose), usize::from(thing.0) < see.things.len()),
            Load::Actor(who) => (who.choice(see, whose), true),
        };
        let task = whose.filter(|_| is_there).map(|who| Task::plain(who, TaskName::Heft, self.object()));
        task.iter().fold(choice, |choice, task| choice.noting(note(see.table, task)))
    }
}

task! {
    /// CW-208, CW-209, CW-210, CW-R117: lifts something heavy, or somebody who cannot walk.
    pub struct Heft: "heft", "Heft", "CW-208", else "there is nothing to heft within reach" {
        target: Load = "What";
    }
}

impl Declare for Heft {
    const RULES: TaskRules = TaskRules {
        capped: true, // CW-209
        workable,
        rank: |table, task| rank(table, task.object),
        length: |_, _| Some(None),
        done: |name, what| format!("{name} lifts {what}"),
        done_rule: rule!("CW-210"),
        ..TaskRules::of(Named::Heft, Skill::Athletics, rule!("CW-208"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        Ok(fits(see, Task::plain(who, TaskName::Heft, self.target()?.object()))?)
    }

    fn all(see: See<'_, '_>, who: ActorId) -> Vec<Task> {
        let plain = |load: Load| Task::plain(who, TaskName::Heft, load.object());
        Load::all(see, Some(who)).into_iter().map(plain).collect()
    }
}

/// CW-208, CW-R117: both hands free, and something heavy or somebody who cannot walk within 5 feet.
fn workable<'t>(_: &Clockworld, table: &'t Table, task: &Task) -> Result<(), Why<'t>> {
    let (who, name) = (task.actor, table.name(task.actor));
    if table.actor(who).hefting.is_some() {
        return Err(bar!("CW-R117", "hands-busy", "{} carries something already", name));
    }
    if table.free_arms(who).len() < 2 {
        return Err(bar!("CW-R117", "hands-busy", "{} needs both hands free", name));
    }
    match task.object {
        Object::Thing(thing) => {
            table.known_thing(thing)?;
            let sheet = table.thing_sheet(thing);
            if !sheet.tasks.heft || table.thing(thing).state == Wholeness::Destroyed {
                return Err(bar!("CW-R117", "wrong-object", "{} is nothing to carry", &sheet.name).moot());
            }
            if can_reach(table, who, thing) { Ok(()) } else { Err(too_far(table, who, &sheet.name)) }
        }
        Object::Actor(person) => {
            // CW-R97: nor one of whom it does not know.
            if !table.exists(person) || person == who || table.actor(who).unaware_of.contains(person) {
                return Err(bar!("CW-R117", "unknown-target", "there is no such person to carry").moot());
            }
            let name = table.name(person);
            if can_walk(table, person) {
                return Err(bar!("CW-R117", "can-walk", "{} can walk", name).moot());
            }
            let carried = table.actors.iter().any(|actor| actor.hefting == Some(Hefted::Actor(person)));
            if carried || table.actor(person).out == Out::Fled {
                return Err(bar!("CW-R117", "not-there", "{} is not there to be lifted", name));
            }
            let is_near = table.within(table.actor(who).place, table.actor(person).place, NEAR_FT);
            if is_near { Ok(()) } else { Err(too_far(table, who, name)) }
        }
        Object::None | Object::Skill(_) => Err(bar!("CW-R117", "wrong-object", "there is nothing to lift")),
    }
}

/// Can this Character walk by itself? Not if it is unconscious, dead, tied, or has no working leg.
fn can_walk(table: &Table, who: ActorId) -> bool {
    let legs = table.sheet(who).limbs(Limb::Leg).any(|leg| table.works(who, leg));
    let tied = table.has(who, |kind| matches!(kind, ConditionKind::Bound { .. }));
    table.actor(who).out < Out::Unconscious && legs && !tied
}

/// CW-208: how heavy it is. The ledger's list of objects: a person who cannot walk is Novice; how heavy a larger creature is,
/// the GM says.
pub fn rank(table: &Table, object: Object) -> Option<Rank> {
    match object {
        Object::Thing(thing) => table.thing_sheet(thing).heft_rank,
        Object::Actor(who) => (table.sheet(who).size <= Size::Medium).then_some(Rank::NOVICE),
        Object::None | Object::Skill(_) => None,
    }
}

/// CW-210, CW-R117: it is lifted and goes along when its bearer Moves.
pub fn succeed(table: &mut Table, who: ActorId, object: Object) {
    match object {
        Object::Thing(thing) => {
            table.actor_mut(who).hefting = Some(Hefted::Thing(thing));
            table.thing_mut(thing).at = Whereabouts::Held(who);
            harm::remove_piece(table, thing); // it shields nobody while it is carried
        }
        Object::Actor(person) => {
            let place = table.actor(who).place;
            table.release(person);
            table.actor_mut(who).hefting = Some(Hefted::Actor(person));
            table.actor_mut(person).stand_at(place);
        }
        Object::None | Object::Skill(_) => {}
    }
}
