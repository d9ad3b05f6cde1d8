//! Ready: stand up, unpack, draw, reload, raise a shield (SE-053 to SE-058); what is free; and lighting a light.

use super::prelude::*;
use crate::{
    gear, harm,
    sheet::{Burns, Tag, ThingSheet},
};

act! {
    /// SE-054: stands up.
    pub struct Stand for Segments, by ActorId {}
}

impl Act<Segments> for Stand {
    type By = ActorId;
    type Ready = ActorId;
    const CARD: Card = card!("stand", "Stand up", "Ready", "", "SE-054");

    /// SE-054, SE-R105: only who is Down.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ActorId, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        if !table.actor(who).down {
            return Err(bar!("SE-054", "standing", "{} is not Down", table.name(who)).into());
        }
        turn::may(see.book, table, who, Needs::Ready { stand: true, slow: false })?;
        Ok(who)
    }

    /// SE-054, SE-R105: the Ready that ends Down; it does nothing else. After it the movement of the segment may be used
    /// (SE-R50).
    fn resolve<O: Oracle<Segments>>(who: ActorId, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        turn::spend(book, table, who, oracle);
        if let Some(declared) = &mut table.actor_mut(who).part.intention {
            *declared = Intention::Ready; // SE-R101: whatever was declared
        }
        harm::stand(table, who, oracle);
        Ok(())
    }
}

/// What can be done with a thing: the act, what people read, told: what somebody does, its rule.
macro_rules! handlings {
    ($(
        $(#[$doc:meta])*
        $act:ident: $verb:literal, $label:literal, $group:literal, $does:literal, $rule:literal;
    )*) => {
        /// What is done with a thing.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Handling { $($(#[$doc])* $act),* }

        impl Handling {
            /// Told: what somebody does with a thing.
            pub const fn does(self) -> &'static str {
                match self { $(Handling::$act => $does),* }
            }

            /// The rule that allows it.
            pub const fn rule(self) -> referee_engine::RuleId {
                match self { $(Handling::$act => rule!($rule)),* }
            }

            fn does_not_fit<'t>(self, name: &'t str, thing: &'t str) -> Why<'t> {
                match self {
                    $(Handling::$act => {
                        bar!($rule, "does-not-fit", concat!("{} cannot ", $verb, " the {}"), name, thing)
                    })*
                }
            }
        }

        $(
            act! {
                $(#[$doc])*
                pub struct $act for Segments, by ActorId {
                    thing: ThingId = "Which";
                }
            }

            impl Act<Segments> for $act {
                type By = ActorId;
                type Ready = Handled;
                const CARD: Card = card!($verb, $label, $group, "", $rule);
                const NOTHING: Why<'static> = bar!(_, "unknown-thing", concat!("there is nothing to ", $verb));

                fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Handled, Bar<'t>> {
                    may_handle(see, who, Handling::$act, self.thing())
                }

                fn resolve<O: Oracle<Segments>>(
                    handled: Handled,
                    book: &Segments,
                    table: &mut Table,
                    oracle: &mut O,
                ) -> Flow<()> {
                    handle(book, table, handled, oracle);
                    Ok(())
                }
            }
        )*
    };
}

handlings! {
    /// SE-055.
    Unpack: "unpack", "Unpack something", "Ready", "unpacks", "SE-055";
    /// SE-056.
    Draw: "draw", "Draw a weapon", "Ready", "draws", "SE-056";
    /// SE-057.
    Reload: "reload", "Reload a weapon", "Ready", "reloads", "SE-057";
    /// SE-058.
    Raise: "raise", "Raise the shield", "Ready", "raises", "SE-058";
    /// SE-R38: put away.
    Stow: "stow", "Put something away", "Ready", "puts away", "SE-R38";
    /// SE-R38: from the ground, within 5 feet.
    PickUp: "pick-up", "Pick something up", "Ready", "picks up", "SE-R38";
    /// SE-R38: free.
    Drop: "drop", "Drop something", "Free", "drops", "SE-R38";
    /// SE-R38: lower a shield, free.
    Lower: "lower", "Lower the shield", "Free", "lowers", "SE-R38";
    /// SE-R38: light a torch or lantern, a Standard Action.
    Light: "light", "Light a light", "Ready", "lights", "SE-R38";
}

told! {
    /// Somebody handles a thing.
    pub struct Handled for Segments { actor: ActorId, handling: Handling, thing: ThingId }
    |table| [handling.rule()] by actor
        => format!("{} {} the {}", table.name(actor), handling.does(), table.thing_sheet(thing).name);
}

impl Handling {
    /// SE-R38: does it cost no action?
    pub const fn is_free(self) -> bool {
        matches!(self, Handling::Drop | Handling::Lower)
    }

    /// What it needs of the segment, with a slow object or another.
    fn needs(self, slow: bool) -> Needs {
        if self == Handling::Light { Needs::Use { slow } } else { Needs::Ready { stand: false, slow } }
    }
}

/// May something be done with a thing now (SE-D16)? SE-R37: exactly one of the five things in one Ready. SE-R116: drawing,
/// unpacking, picking up and raising need a free hand.
fn may_handle<'t>(
    see: See<'_, 't>,
    who: ActorId,
    handling: Handling,
    thing: Result<ThingId, Bar<'static>>,
) -> Result<Handled, Bar<'t>> {
    let (book, table) = (see.book, see.table);
    turn::may_free(table, who)?;
    if table.sheet(who).trap {
        return Err(bar!("SE-R18", "trap", "a trap handles nothing").moot().into());
    }
    if !handling.is_free() {
        turn::has_action(table, who)?;
        turn::is_upright(table, who)?;
    }
    let thing = thing?;
    if thing.index() >= table.things.len() {
        return Err(bar!(_, "no-thing", "there is no such thing").into());
    }
    let sheet = table.thing_sheet(thing);
    if !fits(table, who, handling, thing, sheet) {
        let unfit = handling.does_not_fit(table.name(who), &sheet.name);
        let lies = table.thing(thing).at.place().is_some() && sheet.object.is_none();
        let lies_too_far = handling == Handling::PickUp && lies;
        return Err(if lies_too_far { unfit } else { unfit.moot() }.into());
    }
    if !handling.is_free() {
        let slow = gear::is_slow(&book.house, sheet.tags, sheet.weapon.as_ref());
        turn::may(book, table, who, handling.needs(slow))?;
    }
    if handling == Handling::Reload {
        let ammo = sheet.weapon.as_ref().and_then(|weapon| weapon.ammo.as_deref());
        if ammo.is_some_and(|kind| table.stack(who, kind).is_none()) {
            return Err(bar!("SE-R08", "no-ammunition", "{} has none left", table.name(who)).into());
        }
    }
    let takes_hand = matches!(handling, Handling::Unpack | Handling::Draw | Handling::Raise | Handling::PickUp);
    if takes_hand && table.free_hands(who) == 0 {
        let full =
            bar!("SE-R116", "no-free-hand", "{} has no free hand: drop or stow something first", table.name(who));
        return Err(full.into());
    }
    Ok(Handled { actor: who, handling, thing })
}

/// Is the thing where it has to be for this, and such as it has to be?
fn fits(table: &Table, who: ActorId, handling: Handling, thing: ThingId, sheet: &ThingSheet) -> bool {
    let (at, shield) = (table.thing(thing).at, table.is_shield(thing));
    match handling {
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
    }
}

fn is_lantern(table: &Table, thing: ThingId) -> bool {
    table.thing_sheet(thing).light.is_some_and(|light| light.burns == Burns::Lantern)
}

/// Does it.
fn handle<O: Oracle<Segments>>(book: &Segments, table: &mut Table, handled: Handled, oracle: &mut O) {
    let Handled { actor: who, handling, thing } = handled;
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
    oracle.tell(Audience::All, || Event::Handled(handled));
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
