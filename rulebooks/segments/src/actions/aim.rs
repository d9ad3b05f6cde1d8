//! What an attack comes down to before anybody answers and dice fall: a run of fights remembers it with the choice.

use super::attack::{self, Attack, Manner, Strike};
use crate::{
    Segments,
    check::Causes,
    sheet::{Attribute, Tag, ThingId, WeaponRef},
    table::Table,
};

/// An attack with a weapon, in numbers. It follows from where both are and what stands between, and from the gear and the
/// statuses of the one who strikes; not from how the other one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The attack.
    pub strike: Strike,
    /// What it is made from.
    pub footing: Footing,
    /// How the weapon gets there.
    pub manner: Manner,
    /// SE-R08: the stack from which a shot takes a piece; none where the weapon was loaded before (SE-R41).
    pub ammunition: Option<ThingId>,
}

impl Aim {
    /// That of an attack; `None` if there is nothing to strike with or at, or it is out of range.
    pub fn of(book: &Segments, table: &Table, attack: &Attack) -> Option<Aim> {
        let who = attack.actor;
        let (from, there) = (table.actor(who).place, attack::place_of(table, attack.target)?);
        Aim::at(book, table, attack, table.feet(from, there), table.cover_of(from, attack.target, there))
    }

    /// That of an attack at something so far away, with this cover (SE-R72).
    pub fn at(book: &Segments, table: &Table, attack: &Attack, feet: u32, cover: i16) -> Option<Aim> {
        let who = attack.actor;
        let weapon = table.weapon(who, attack.weapon)?;
        let manner = attack::manner(book, weapon, feet, attack.throw)?;
        let strike = Strike {
            by: who,
            at: attack.target,
            attribute: Attribute::Accurate,
            maximum: weapon.maximum,
            deadly: weapon.tags.has(Tag::Deadly),
            on_damage: weapon.on_damage,
            on_critical: None,
            far: manner.far,
        };
        let is_taken = manner.shot && matches!(attack.weapon, WeaponRef::Thing(_)) && !weapon.tags.has(Tag::Reload);
        let ammunition = weapon.ammo.as_deref().filter(|_| is_taken).and_then(|kind| table.stack(who, kind));
        Some(Aim { strike, footing: Footing::with_cover(table, &strike, cover), manner, ammunition })
    }
}

/// What an attack is made from, whatever the GM says and however well the other one is protected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footing {
    /// What it is checked against.
    pub base: i16,
    /// What weighs on the attacker, and long range (SE-R69).
    pub modifier: i16,
    /// SE-R72: the cover that the map gives against it.
    pub cover: i16,
    /// What the attacker's statuses do to the dice. That it may be dark is not in it: lights come and go.
    pub causes: Causes,
}

impl Footing {
    /// That of an attack.
    pub fn of(table: &Table, strike: &Strike) -> Footing {
        let cover = |there| table.cover_of(table.actor(strike.by).place, strike.at, there);
        Footing::with_cover(table, strike, attack::place_of(table, strike.at).map_or(0, cover))
    }

    /// The same where the cover is known.
    fn with_cover(table: &Table, strike: &Strike, cover: i16) -> Footing {
        let by = strike.by;
        Footing {
            base: table.sheet(by).attribute(strike.attribute),
            modifier: table.burden(by) + if strike.far { -2 } else { 0 },
            cover,
            causes: Causes::NONE
                .and_if(table.suffers(by, |status| status.blinds), Causes::BLIND)
                .and_if(table.suffers(by, |status| status.hampers), Causes::HAMPERED),
        }
    }
}
