//! Ready: stand up, unpack, draw, reload, raise a shield (SE-053 to SE-058); what is free; and lighting a light.

use crate::{
    Event, Segments, gear, harm,
    sheet::{Burns, Tag, ThingId},
    table::{Table, Whereabouts},
    turn::{self, Needs},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, RuleId, rule};
use serde::{Deserialize, Serialize};

/// What is done with a thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    /// SE-055.
    Unpack,
    /// SE-056.
    Draw,
    /// SE-057.
    Reload,
    /// SE-058.
    Raise,
    /// SE-R38: put away.
    Stow,
    /// SE-R38: from the ground, within 5 feet.
    PickUp,
    /// SE-R38: free.
    Drop,
    /// SE-R38: lower a shield, free.
    Lower,
    /// SE-R38: light a torch or lantern, a Standard Action.
    Light,
}

impl Handling {
    /// All.
    pub const ALL: [Handling; 9] = [
        Handling::Unpack,
        Handling::Draw,
        Handling::Reload,
        Handling::Raise,
        Handling::Stow,
        Handling::PickUp,
        Handling::Drop,
        Handling::Lower,
        Handling::Light,
    ];

    /// The word for commands.
    pub const fn key(self) -> &'static str {
        ["unpack", "draw", "reload", "raise", "stow", "pick-up", "drop", "lower", "light"][self as usize]
    }

    /// On offer: what one can do.
    pub const fn label(self) -> &'static str {
        [
            "Unpack something",
            "Draw a weapon",
            "Reload a weapon",
            "Raise the shield",
            "Put something away",
            "Pick something up",
            "Drop something",
            "Lower the shield",
            "Light a light",
        ][self as usize]
    }

    /// Told: what somebody does with a thing.
    pub const fn does(self) -> &'static str {
        ["unpacks", "draws", "reloads", "raises", "puts away", "picks up", "drops", "lowers", "lights"][self as usize]
    }

    /// The rule that allows it.
    pub const fn rule(self) -> RuleId {
        match self {
            Handling::Unpack => rule!("SE-055"),
            Handling::Draw => rule!("SE-056"),
            Handling::Reload => rule!("SE-057"),
            Handling::Raise => rule!("SE-058"),
            _ => rule!("SE-R38"),
        }
    }

    /// SE-R38: does it cost no action?
    pub const fn is_free(self) -> bool {
        matches!(self, Handling::Drop | Handling::Lower)
    }
}

/// Somebody handles a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Handle {
    /// Who.
    pub actor: ActorId,
    /// What is done.
    pub handling: Handling,
    /// With which thing.
    pub thing: ThingId,
}

fn needs(book: &Segments, table: &Table, handle: &Handle) -> Needs {
    let sheet = table.thing_sheet(handle.thing);
    let slow = gear::is_slow(&book.house, sheet.tags, sheet.weapon.as_ref());
    match handle.handling {
        Handling::Light => Needs::Use { slow },
        _ => Needs::Ready { stand: false, slow },
    }
}

/// May it be done now (SE-D16)? SE-R37: exactly one of the five things in one Ready. SE-R116: drawing, unpacking, picking up
/// and raising need a free hand.
pub fn legal(book: &Segments, table: &Table, handle: &Handle) -> Result<(), Refusal> {
    let Handle { actor: who, handling, thing } = *handle;
    turn::may_free(table, who)?;
    if thing.index() >= table.things.len() {
        return Err(Refusal::plain("no-thing", "there is no such thing"));
    }
    if !handling.is_free() {
        turn::may(book, table, who, needs(book, table, handle))?;
    }
    let (at, sheet) = (table.thing(thing).at, table.thing_sheet(thing));
    let shield = table.is_shield(thing);
    let fits = match handling {
        Handling::Unpack => at == Whereabouts::Packed(who),
        Handling::Draw => at == Whereabouts::Sheathed(who) && !shield,
        Handling::Raise => at == Whereabouts::Sheathed(who) && shield,
        Handling::Lower => at == Whereabouts::Held(who) && shield,
        Handling::Drop | Handling::Stow => at == Whereabouts::Held(who),
        Handling::PickUp => {
            let near = |place| table.feet(table.actor(who).place, place) <= 5;
            sheet.object.is_none() && matches!(at, Whereabouts::Place(place) if near(place))
        }
        Handling::Reload => {
            let reload = sheet.weapon.as_ref().is_some_and(|weapon| weapon.tags.has(Tag::Reload));
            at == Whereabouts::Held(who) && reload && !table.thing(thing).loaded
        }
        Handling::Light => {
            let state = table.thing(thing);
            let fuel = state.turns_left > 0 || !is_lantern(table, thing) || table.stack(who, "oil-flask").is_some();
            at == Whereabouts::Held(who) && sheet.light.is_some() && !state.lit && fuel
        }
    };
    if !fits {
        let why = format!("{} cannot {} the {}", table.name(who), handling.key(), sheet.name);
        return Err(Refusal::by(handling.rule(), "does-not-fit", why));
    }
    if handling == Handling::Reload {
        let ammo = sheet.weapon.as_ref().and_then(|weapon| weapon.ammo.as_deref());
        if ammo.is_some_and(|kind| table.stack(who, kind).is_none()) {
            return Err(Refusal::by(rule!("SE-R08"), "no-ammunition", format!("{} has none left", table.name(who))));
        }
    }
    let takes_hand = matches!(handling, Handling::Unpack | Handling::Draw | Handling::Raise | Handling::PickUp);
    if takes_hand && table.free_hands(who) == 0 {
        let why = format!("{} has no free hand: drop or stow something first", table.name(who));
        return Err(Refusal::by(rule!("SE-R116"), "no-free-hand", why));
    }
    Ok(())
}

fn is_lantern(table: &Table, thing: ThingId) -> bool {
    table.thing_sheet(thing).light.is_some_and(|light| light.burns == Burns::Lantern)
}

/// Does it.
pub fn resolve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, handle: &Handle, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, handle)?;
    }
    let Handle { actor: who, handling, thing } = *handle;
    if !handling.is_free() {
        turn::spend(book, table, who, oracle);
    }
    match handling {
        Handling::Unpack | Handling::Draw | Handling::Raise | Handling::PickUp => {
            table.put(thing, Whereabouts::Held(who));
        }
        Handling::Lower => table.put(thing, Whereabouts::Sheathed(who)),
        Handling::Drop => table.put(thing, Whereabouts::Place(table.actor(who).place)),
        Handling::Stow => {
            let sheathed = table.is_shield(thing) || table.thing_sheet(thing).weapon.is_some();
            table.put(thing, if sheathed { Whereabouts::Sheathed(who) } else { Whereabouts::Packed(who) });
        }
        Handling::Reload => reload(table, who, thing),
        Handling::Light => light(book, table, who, thing),
    }
    oracle.tell(Audience::All, || Event::Handled(*handle));
    Ok(())
}

/// SE-057, SE-R41: one piece of ammunition goes into the weapon.
fn reload(table: &mut Table, who: ActorId, thing: ThingId) {
    let ammo = table.thing_sheet(thing).weapon.as_ref().and_then(|weapon| weapon.ammo.clone());
    if let Some(stack) = ammo.and_then(|kind| table.stack(who, &kind)) {
        table.thing_mut(stack).count -= 1;
    }
    table.thing_mut(thing).loaded = true;
}

/// SE-R05: a torch burns its turns once; a lantern takes a flask of oil when it is empty.
fn light(book: &Segments, table: &mut Table, who: ActorId, thing: ThingId) {
    if table.thing(thing).turns_left == 0 {
        let turns = if is_lantern(table, thing) {
            if let Some(flask) = table.stack(who, "oil-flask") {
                table.thing_mut(flask).count -= 1;
            }
            book.house.lantern_turns
        } else {
            book.house.torch_turns
        };
        table.thing_mut(thing).turns_left = turns;
    }
    table.thing_mut(thing).lit = true;
}

/// May it stand up? Only who is Down (SE-054, SE-R105).
pub fn may_stand(book: &Segments, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    if !table.actor(who).down {
        return Err(Refusal::by(rule!("SE-054"), "standing", format!("{} is not Down", table.name(who))));
    }
    turn::may(book, table, who, Needs::Ready { stand: true, slow: false })
}

/// SE-054, SE-R105: the Ready that ends Down; it does nothing else. After it the movement of the segment may be used
/// (SE-R50).
pub fn stand<O: Oracle<Segments>>(book: &Segments, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        may_stand(book, table, who)?;
    }
    turn::spend(book, table, who, oracle);
    if let Some(declared) = &mut table.actor_mut(who).part.intention {
        *declared = turn::Intention::Ready; // SE-R101: whatever was declared
    }
    harm::stand(table, who, oracle);
    Ok(())
}
