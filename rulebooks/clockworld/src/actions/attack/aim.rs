//! What an Attack on a body comes down to before anybody answers and dice fall. A run of fights remembers it with the choice
//! of the Attack ([`System::brief`](referee_engine::System::brief)).

use super::{Arm, Bar, RankSum, band_at, numbers};
use crate::{
    Clockworld,
    harm::InjuryPool,
    reactions::{self, Incoming},
    sheet::{AttackKind, Band, PartId, Trained, WeaponRef},
    table::{Glance, Table},
};
use referee_engine::{ActorId, ActorSet};

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
    /// CW-109, CW-110 to CW-113: as many pool dice as the Rank in the weapon's Skill allows, at that part.
    pub pool: InjuryPool,
    /// As those see it who may react.
    pub incoming: Incoming,
    /// CW-R09: the number of its Rank.
    pub number: i32,
    /// CW-244: the number once the Target is behind Cover.
    pub covered: i32,
    /// Does no house rule bear on how it goes ([`HouseRules::change_attacks`](crate::house::HouseRules::change_attacks))?
    pub is_by_the_book: bool,
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
        let band = band_at(sheet, &arm, table.feet_sq(from, table.actor(target).place));
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
        let point_blank = band == Some(Band::Reach);
        let incoming = Incoming { attacker, kind: arm.kind, point_blank, cover: takes_cover, from, front: None };
        let is_by_the_book = !book.house.change_attacks();
        let trained = sheet.skill(arm.skill);
        let pool = InjuryPool { by: attacker, most: trained.rank.base_pool(), sides: arm.die };
        let pool = rank.map_or(pool, |rank| pool.at(book, rank.class));
        Aim { arm, trained, rank, pool, incoming, number, covered, is_by_the_book, near }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        actions::attack::{Attack, Target, brief, is_disturbed},
        table::{Grip, Out, Whereabouts},
        testing::{scene, who},
    };
    use referee_engine::space::Cell;

    fn street() -> (Clockworld, Table) {
        scene(
            r#"
            book = "clockworld"
            map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
            characters = [
                { from = "gunslinger", name = "Mudo", at = [3, 3] },
                { from = "knife-bandit", name = "Pike", at = [6, 3] },
                { from = "bandit", name = "Brim", at = [10, 6] },
            ]
            things = [
                { from = "bar-counter", key = "bar", at = [7, 3] },
                { from = "long-spear", key = "spear", at = [0, 0] },
            ]
            "#,
        )
    }

    fn shot(table: &Table) -> Attack {
        let (actor, target) = (who(table, "mudo"), who(table, "pike"));
        let weapon = WeaponRef::Thing(table.actor(actor).held[0].thing);
        Attack { actor, weapon, target: Target::Body { who: target, part: 0 }, focus: false, sneakily: false }
    }

    /// What the grounds of a choice leave out is not in what the Attack comes down to.
    #[test]
    fn how_the_target_is_does_not_matter_before_the_blow() {
        let (book, table) = street();
        let attack = shot(&table);
        let aim = brief(&book, &table, &attack).unwrap();
        assert!(aim.incoming.cover && aim.covered > aim.number, "CW-244: there is a bar to hide behind");
        let mut changed = table.clone();
        for id in table.ids() {
            let actor = changed.actor_mut(id);
            (actor.reactions, actor.facing, actor.prone, actor.shock_failures) = (0, 120, true, 1);
        }
        changed.actor_mut(who(&table, "pike")).held.clear();
        changed.clock.round += 3;
        assert_eq!(brief(&book, &changed, &attack).unwrap(), aim);
    }

    /// CW-099, CW-R37, CW-R38: of all foes only those who are near are asked how far they strike, and that is enough.
    #[test]
    fn cw_099_whoever_disturbs_a_shot_is_near() {
        let (book, mut table) = street();
        let (mudo, pike) = (who(&table, "mudo"), who(&table, "pike"));
        let spear = table.find_thing("spear").unwrap();
        let (mut far, mut near, mut disturbed) = (0, 0, 0);
        for armed in [false, true] {
            if armed {
                table.actor_mut(pike).held = [0, 1].map(|arm| Grip::new(arm + 1, spear)).into_iter().collect();
                table.thing_mut(spear).at = Whereabouts::Held(pike);
            }
            for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
                table.actors.set_place(pike, Cell::new(x, y).at_height(0));
                let aim = brief(&book, &table, &shot(&table)).unwrap();
                let reaches = table.in_reach(pike, mudo);
                assert_eq!(is_disturbed(&book, &table, mudo), reaches, "{x} {y}");
                assert!(aim.near.contains(pike) || !reaches, "{x} {y}");
                far += u32::from(aim.near.is_empty());
                near += u32::from(!aim.near.is_empty() && !reaches);
                disturbed += u32::from(reaches);
            }
        }
        assert!(far > 50 && near > 5 && disturbed > 20, "{far} {near} {disturbed}");
        table.actors.set_place(pike, table.actor(mudo).place);
        table.actors.set_out(pike, Out::Unconscious);
        assert!(!is_disturbed(&book, &table, mudo), "CW-R98");
    }
}
