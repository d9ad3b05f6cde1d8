//! Parts to aim at that a body or a thing does not have yet (CW-066, CW-067, CW-D14).

use super::prelude::*;
use crate::sheet::{Class, Limb, Part};
use referee_engine::key_of;
use std::sync::Arc;

/// The most parts of a body: one bit each.
const MOST_PARTS: usize = 32;

act! {
    /// CW-066, CW-067, CW-D14: a part that a body or a thing does not have yet; or another class for one that it has.
    pub struct AddPart for Clockworld, by Gm {
        of: Owner = "Of whom or what";
        name: Text<200> = "What it is called";
        class: Class = "Its class";
        limb: Limb = "Which limb", usual;
        secret: bool = "For the GM alone", usual;
    }
}

/// Whose the part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    Character(ActorId),
    Thing(ThingId),
}

impl Value<Clockworld> for Owner {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let things = <ThingId as Value<Clockworld>>::all(see, whose).into_iter().map(Owner::Thing);
        see.actors().iter().map(Owner::Character).chain(things).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            Owner::Character(who) => who.choice(see, whose),
            Owner::Thing(thing) => thing.choice(see, whose),
        }
    }
}

/// There is such a part now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewPart {
    pub of: Owner,
    pub part: Part,
}

impl Act<Clockworld> for AddPart {
    type By = Gm;
    type Ready = (NewPart, Option<usize>, Audience);
    const CARD: Card = card!("add-part", "A part to aim at", "GM", "", "CW-D14");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(NewPart, Option<usize>, Audience), Bar<'t>> {
        let table = see.table;
        let of = self.of()?;
        let parts = match of {
            Owner::Character(who) => {
                known(table, who)?;
                &table.sheet(who).body
            }
            Owner::Thing(thing) => {
                super::known_thing(table, thing)?;
                &table.thing_sheet(thing).parts
            }
        };
        let part = said(self.name()?)?;
        let key = key_of(&part);
        let at = parts.iter().position(|known| key_of(&known.part) == key);
        if at.is_none() && (key.is_empty() || parts.len() >= MOST_PARTS) {
            let words = "a new part needs a name, and there are at most {}";
            return Err(bar!("CW-067", "bad-part", words, MOST_PARTS as i32).into());
        }
        let class = self.class()?;
        if class != Class::Bulk && at.is_some_and(|at| is_last_bulk(parts, at)) {
            return Err(bar!("CW-073", "last-bulk", "there must be a Bulk").allowing(&["bulk"]).into());
        }
        let part = Part { part, class, limb: self.limb()? };
        let to = match of {
            Owner::Character(who) => told(table, self.secret()?, &[who]),
            Owner::Thing(_) => super::told_of_thing(table, self.secret()?),
        };
        Ok((NewPart { of, part }, at, to))
    }

    /// CW-067: a new part stands at the end of the list, so that the places of the others stay.
    fn resolve<O: Oracle>(
        (NewPart { of, part }, at, to): (NewPart, Option<usize>, Audience),
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let setup = Arc::make_mut(&mut table.setup);
        let parts = match of {
            Owner::Character(who) => &mut setup.sheets[who.index()].body,
            Owner::Thing(thing) => &mut setup.things[usize::from(thing.0)].parts,
        };
        match at {
            Some(at) => parts[at].class = part.class,
            None => parts.push(part.clone()),
        }
        if let Owner::Character(who) = of {
            setup.sheets[who.index()].know_limbs();
        }
        oracle.tell(to, || Event::Gm(GmEvent::Part(NewPart { of, part })));
        Ok(())
    }
}

/// CW-073: is this the only Bulk part?
fn is_last_bulk(parts: &[Part], at: usize) -> bool {
    parts[at].class == Class::Bulk && parts.iter().filter(|part| part.class == Class::Bulk).count() == 1
}

impl Tells<Clockworld> for NewPart {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let what = |name: &str| format!("{name} has a {} ({:?})", self.part.part, self.part.class);
        match self.of {
            Owner::Character(who) => Line::new(0, what(table.name(who)), [rule!("CW-D14")]).by(who),
            Owner::Thing(thing) => Line::new(0, what(&table.thing_sheet(thing).name), [rule!("CW-D14")]),
        }
    }
}
