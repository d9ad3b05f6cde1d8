//! The Attack Action: Target and Rank, Reactions, the Attack Check, the Injury (CW-025, CW-063 to CW-116).

pub mod aim;
pub mod area;
mod judge;
mod objects;
mod strike;
mod told;
mod weapon;

pub use aim::{Aim, Centre, Spot};
pub use judge::{Judged, Outcome, RankSum, ToBeat, judge};
use objects::{strike_held, strike_object};
pub use strike::{FullCover, Strike, strike};
pub use told::AttackEvent;
pub use weapon::{
    Arm, CLOSE_FT, EXTREME_FT, LONG_FT, arm, band, is_disturbed, numbers, usable_weapons, weapons_at_hand,
};

use super::prelude::*;
use crate::{
    check::{self, Cause, Causes, Named},
    sheet::{AttackKind, Band, Class},
    sneak,
    table::Wholeness,
};
use aim::{caught, centres, parts};
use referee_engine::{
    Drawn, DrawnKind,
    space::{Area, Cell, Place},
};

act! {
    /// CW-025, CW-064, CW-D11: an Attack with a weapon at a part of a Target, or at an area.
    pub struct Attack for Clockworld, by ActorId {
        weapon: WeaponRef = "With", usual;
        target: Aim = "At";
        /// CW-065: usually the Bulk.
        part among parts: Spot = "Part", usual;
        /// CW-R40: where an Area Attack goes.
        centre among centres: Centre = "Centre";
        /// CW-D12: the victims in the order in which to resolve them; whoever is left out follows in roster order.
        order among caught: Several<ActorId> = "In the order", usual;
        focus: bool = "Focus (High Roll, no other Action)", usual;
        /// CW-R113: with a Silent weapon, try to stay unnoticed.
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
    }
}

/// An Attack that may be made.
pub struct Assault {
    declared: Declared,
    arm: Arm,
}

/// An Attack as it is declared (CW-064, CW-D11).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Declared {
    pub actor: ActorId,
    pub weapon: WeaponRef,
    /// CW-065: at whom or what, and which part.
    pub target: Target,
    /// CW-021: in place of two Actions.
    pub focus: bool,
    /// CW-R113: with a Silent weapon, try to stay unnoticed.
    pub sneakily: bool,
}

/// What an Attack is aimed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A part of a Character. CW-091, CW-096: the attacker says where it strikes; CW-092, CW-097: that sets how hard it
    /// is ([`RankSum`]) and how bad it can be ([`crate::harm::at_part`]).
    Body { who: ActorId, part: PartId },
    /// A part of an object that nobody holds.
    Thing { thing: ThingId, part: PartId },
    /// CW-R53: an object that somebody holds: a Brim Target, and the holder may React.
    Held { thing: ThingId },
    /// CW-R40, CW-D12: the centre of an Area Attack.
    Area {
        centre: Place,
        /// The victims in the order in which to resolve them; whoever is left out follows in roster order.
        order: SmallVec<[ActorId; 4]>,
    },
}

impl Act<Clockworld> for Attack {
    type By = ActorId;
    type Ready = Assault;
    const CARD: Card = card!("attack", "Attack", "Actions", "1 Action", "CW-025");
    const NOTHING: Why<'static> = bar!("CW-064", "no-target", "nobody and nothing can be struck from here");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Assault, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        if table.is_pinned(who) {
            return Err(bar!("CW-R94", "pinned", "{} is Pinned and cannot Attack", table.name(who)).into());
        }
        let weapon = self.weapon()?;
        let arm = arm(table, who, weapon)?;
        let taken = Taken::Attack { limbs: arm.uses, weapon };
        turn::may_spend(book, table, who, &taken, false)?;
        let target = match arm.kind {
            AttackKind::Area => self.area(table, who, &arm)?,
            AttackKind::Reach | AttackKind::Ranged => self.aimed(book, table, who, &arm)?,
        };
        let focus = self.focus()?;
        if focus {
            turn::may_spend(book, table, who, &taken, true)?;
        }
        let sneakily = self.sneakily()?;
        if sneakily && !arm.silent {
            let weapon = table.weapon_name(who, weapon);
            return Err(bar!("CW-189", "not-silent", "an Attack with {} reveals {}", weapon, table.name(who)).into());
        }
        Ok(Assault { declared: Declared { actor: who, weapon, target, focus, sneakily }, arm })
    }

    /// CW-R33: the order of choices and dice.
    fn resolve<O: Oracle>(
        Assault { declared, arm }: Assault,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let Declared { actor, weapon, focus, sneakily, .. } = declared;
        turn::spend(book, table, actor, Taken::Attack { limbs: arm.uses, weapon }, focus);
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Declared(declared.clone())));
        let causes = Causes::NONE.and_if(focus, Cause::Focus);
        match &declared.target {
            Target::Body { who, part } => {
                let blow =
                    Strike { attacker: actor, arm: &arm, target: *who, part: *part, causes, name: Named::Attack };
                strike(book, table, &blow, oracle)?;
            }
            Target::Thing { thing, part } => strike_object(book, table, actor, arm, *thing, *part, causes, oracle)?,
            Target::Held { thing } => strike_held(book, table, actor, arm, *thing, causes, oracle)?,
            Target::Area { centre, order } => area::resolve(book, table, actor, arm, *centre, order, causes, oracle)?,
        }
        if arm.single_use
            && let WeaponRef::Thing(thing) = arm.weapon
        {
            table.let_go(actor, thing, Whereabouts::Gone);
        }
        reveal(book, table, actor, &arm, sneakily, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        offer.warning = turn::loses_work(see.table, who);
    }

    /// CW-079 to CW-084, CW-087: how far it goes, the area, the Cover.
    fn drawn(&self, see: See<'_, '_>, who: ActorId) -> Vec<Drawn> {
        let table = see.table;
        let weapon = self.weapon.value().and_then(|weapon| arm(table, who, *weapon).ok());
        let Some(arm) = weapon else { return Vec::new() };
        let (space, from) = (&table.setup.space, table.actor(who).place);
        let mut all = Drawn::bands(space, from, rule!("CW-095"), |place| {
            Some(match band(table, who, &arm, place)? {
                Band::Reach => (DrawnKind::Reach, "Reach".to_owned()),
                Band::Close => (DrawnKind::Range, "Close Range".to_owned()),
                Band::Long => (DrawnKind::Range, "Long Range".to_owned()),
                Band::Extreme => (DrawnKind::Range, "Extreme Range".to_owned()),
            })
        });
        if arm.kind == AttackKind::Area
            && let Some(centre) = self.centre.value()
        {
            let area = Area::Circle { centre: space.on_ground(centre.cell), radius: u32::from(arm.area_radius_ft) };
            all.push(Drawn::area("Area", area.cells(space), rule!("CW-101")));
        }
        if let Some(&Aim::Body(target)) = self.target.value()
            && table.sight(who, target).cover > 0
        {
            all.extend(Drawn::cover(space, &table.pieces, from, table.actor(target).place, rule!("CW-087")));
        }
        all
    }
}

impl Attack {
    /// An Attack at this part of somebody.
    pub fn at(weapon: WeaponRef, target: ActorId, part: PartId, focus: bool) -> Attack {
        Attack {
            weapon: weapon.into(),
            target: Aim::Body(target).into(),
            part: Spot::Body(target, part).into(),
            focus: focus.into(),
            sneakily: false.into(),
            ..Attack::default()
        }
    }

    /// An Area Attack there.
    pub fn on_area(weapon: WeaponRef, centre: Cell) -> Attack {
        Attack {
            weapon: weapon.into(),
            centre: Centre::from(centre).into(),
            order: Several::none().into(),
            focus: false.into(),
            sneakily: false.into(),
            ..Attack::default()
        }
    }

    /// CW-R40: the area of an Area Attack.
    fn area<'t>(&self, table: &'t Table, who: ActorId, arm: &Arm) -> Result<Target, Bar<'t>> {
        let cell = self.centre()?.cell;
        let centre = table.setup.space.on_ground(cell);
        area::in_range(table, who, arm, centre)?;
        let victims = area::victims(table, arm.area_radius_ft, centre);
        let order = if victims.is_empty() { Several::none() } else { self.order()? };
        if !order.is_once() || !order.0.iter().all(|id| victims.contains(id)) {
            let words = "the order names somebody twice, or who is not in the area";
            return Err(bar!("CW-R33", "bad-order", words).into());
        }
        Ok(Target::Area { centre, order: order.0 })
    }

    /// CW-065: the part of the Target of any other Attack.
    fn aimed<'t>(&self, book: &Clockworld, table: &'t Table, who: ActorId, arm: &Arm) -> Result<Target, Bar<'t>> {
        let no_part = bar!("CW-065", "unknown-part", "the Target has no such part");
        let aim = self.target()?;
        let bulk = match aim {
            Aim::Body(target) => legal_body(table, who, arm, target)?,
            Aim::Thing(thing) => legal_thing(table, who, arm, thing)?,
            Aim::Held(thing) => {
                check::possible(book, legal_held(table, who, arm, thing)?.rank(book))?;
                return Ok(Target::Held { thing });
            }
        };
        let (target, part) = match (aim, self.part()?) {
            (Aim::Body(target), Spot::Body(of, part)) if of == target => {
                (Target::Body { who: target, part }, table.sheet(target).body.get(usize::from(part)))
            }
            (Aim::Thing(thing), Spot::Thing(of, part)) if of == thing => {
                (Target::Thing { thing, part }, table.thing_sheet(thing).parts.get(usize::from(part)))
            }
            (Aim::Body(_) | Aim::Thing(_) | Aim::Held(_), Spot::Body(..) | Spot::Thing(..)) => {
                return Err(no_part.into());
            }
        };
        let class = part.ok_or(no_part)?.class;
        check::possible(book, RankSum { class, ..bulk }.rank(book))?; // CW-R09
        Ok(target)
    }
}

/// CW-189, CW-190, CW-R113: who notices an Attack.
fn reveal<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    actor: ActorId,
    arm: &Arm,
    sneakily: bool,
    oracle: &mut O,
) -> Flow<()> {
    if !table.is_active(actor) {
        return Ok(());
    }
    if !arm.silent {
        sneak::reveal_to_all(table, actor, oracle);
        return Ok(());
    }
    sneak::acted(book, table, actor, sneakily, oracle)
}

/// CW-064, CW-095, CW-R43: the Rank at the Bulk of somebody who can be struck at.
fn legal_body<'t>(table: &'t Table, actor: ActorId, arm: &Arm, who: ActorId) -> Result<RankSum, Why<'t>> {
    legal_foe(table, actor, who)?;
    let sight = table.sight(actor, who);
    let place = table.actor(who).place;
    let band = in_range(table, actor, arm, place, table.name(who))?;
    if sight.blocked {
        return Err(bar!("CW-R43", "no-line", "{} has no line to {}", table.name(actor), table.name(who)));
    }
    Ok(RankSum { band, class: Class::Bulk, cover: sight.cover > 0, concealment: sight.concealment > 0 })
}

/// CW-R97, CW-009: can this Character be chosen as a Target at all?
pub fn legal_foe(table: &Table, actor: ActorId, who: ActorId) -> Result<(), Why<'_>> {
    if !table.exists(who) {
        return Err(bar!("CW-064", "unknown-target", "there is no such Target"));
    }
    let (name, target) = (table.name(actor), table.name(who));
    if who == actor {
        return Err(bar!("CW-064", "own-target", "{} cannot be its own Target", name).moot());
    }
    if table.actor(actor).unaware_of.contains(who) {
        return Err(bar!("CW-R97", "unaware", "{} knows of no such Target", name).moot());
    }
    if !table.sheet(who).targetable || matches!(table.actor(who).out, Out::Dead | Out::Fled) {
        return Err(bar!("CW-064", "no-target", "{} cannot be a Target", target));
    }
    Ok(())
}

/// CW-066: the Rank at the Bulk of a thing that can be struck at.
fn legal_thing<'t>(table: &'t Table, actor: ActorId, arm: &Arm, thing: ThingId) -> Result<RankSum, Why<'t>> {
    if usize::from(thing.0) >= table.things.len() {
        return Err(bar!("CW-066", "unknown-target", "there is no such Target"));
    }
    let what = &table.thing_sheet(thing).name;
    let state = table.thing(thing);
    let Whereabouts::Place(place) = state.at else {
        return Err(bar!("CW-066", "attended", "{} is not lying there to be struck", what));
    };
    if state.state == Wholeness::Destroyed {
        return Err(bar!("CW-R52", "destroyed", "{} is destroyed", what));
    }
    let band = in_range(table, actor, arm, place, what)?;
    Ok(RankSum { band, class: Class::Bulk, cover: false, concealment: false })
}

/// CW-R53: the Rank at what somebody holds.
fn legal_held<'t>(table: &'t Table, actor: ActorId, arm: &Arm, thing: ThingId) -> Result<RankSum, Why<'t>> {
    let held = table.things.get(usize::from(thing.0)).map(|thing| thing.at);
    let Some(Whereabouts::Held(holder)) = held else {
        return Err(bar!("CW-R53", "not-held", "nobody holds that"));
    };
    if table.thing(thing).state == Wholeness::Destroyed {
        return Err(bar!("CW-R52", "destroyed", "{} is destroyed", &table.thing_sheet(thing).name));
    }
    legal_foe(table, actor, holder)?;
    let band = in_range(table, actor, arm, table.actor(holder).place, &table.thing_sheet(thing).name)?;
    let sight = table.sight(actor, holder);
    Ok(RankSum { band, class: Class::Brim, cover: sight.cover > 0, concealment: sight.concealment > 0 })
}

fn in_range<'t>(table: &'t Table, actor: ActorId, arm: &Arm, place: Place, what: &'t str) -> Result<Band, Why<'t>> {
    match band(table, actor, arm, place) {
        Some(band) => Ok(band),
        None => {
            let feet = table.feet(table.actor(actor).place, place);
            let weapon = table.weapon_name(actor, arm.weapon);
            Err(bar!("CW-095", "out-of-range", "{} is {} feet away, too far for {}", what, feet as i32, weapon))
        }
    }
}
