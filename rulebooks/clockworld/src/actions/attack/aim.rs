//! What an Attack on a body comes down to before anybody answers and dice fall. A run of fights remembers it with the choice
//! of the Attack ([`System::brief`](referee_engine::System::brief)).

use super::{Arm, Bar, RankSum, band_at, numbers};
use crate::{
    Clockworld,
    reactions::{self, Incoming},
    sheet::{AttackKind, Band, PartId, Trained, WeaponRef},
    table::{Glance, Table},
};
use referee_engine::{ActorId, ActorSet, space::Place};

/// An Attack with this weapon on this part of somebody, as they stand.
///
/// It follows from where everybody is, from what the attacker holds and from what never changes. How the Target is, what weighs
/// on anybody and what the others hold is looked at when the blow falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// What it is made with.
    pub arm: Arm,
    /// CW-108, CW-109: the attacker's Rank and Bonus in the Skill of that.
    pub trained: Trained,
    /// CW-078: what its Rank is made of; `None` if the Target is too far away (CW-095).
    pub rank: Option<RankSum>,
    /// CW-242: is there Cover that the Target could take?
    pub cover: bool,
    /// CW-R09: the number of its Rank.
    pub number: i32,
    /// CW-244: the number once the Target is behind Cover.
    pub covered: i32,
    /// Where it comes from.
    pub from: Place,
    /// CW-099: the foes who may disturb it, if what they hold is long enough.
    pub near: ActorSet,
}

impl Aim {
    /// With a weapon that [`arm`](super::arm) allows, at somebody whom the attacker sees so.
    #[inline]
    pub fn of(
        book: &Clockworld,
        table: &Table,
        attacker: ActorId,
        weapon: WeaponRef,
        target: ActorId,
        part: PartId,
        seen: Glance,
    ) -> Aim {
        let (sheet, from) = (table.sheet(attacker), table.actor(attacker).place);
        let arm = numbers(table, attacker, weapon);
        let band = band_at(sheet, &arm, table.setup.space.distance_sq(from, table.actor(target).place));
        let Glance { cover, concealment, .. } = seen;
        let rank = band.map(|band| RankSum { band, class: table.part(target, part).class, cover, concealment });
        let number_of = |rank: RankSum| Bar::of(book, rank.rank(book));
        let number = rank.map_or(Bar::NEVER, number_of);
        // CW-093: a Reach Attack leaves nobody the time to take Cover. CW-099: nobody disturbs it.
        let is_shot = arm.kind != AttackKind::Reach;
        let covered = match rank {
            Some(rank) if is_shot && !cover => number_of(rank.behind_cover()),
            _ => number,
        };
        let takes_cover = is_shot && reactions::cover_to_take(book, table, target, cover);
        let near = if is_shot { table.foes_near(attacker) } else { ActorSet::EMPTY };
        Aim { arm, trained: sheet.skill(arm.skill), rank, cover: takes_cover, number, covered, from, near }
    }

    /// The Attack as those see it who may react.
    #[inline]
    pub fn incoming(&self, attacker: ActorId, band: Band) -> Incoming {
        let point_blank = band == Band::Reach;
        Incoming { attacker, kind: self.arm.kind, point_blank, cover: self.cover, from: self.from }
    }
}
