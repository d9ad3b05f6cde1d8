//! What a choice of the bold and of the careful follows from, so that a long run need not think twice about the same.
//!
//! Everything that `choose` and what it calls read is here, or there are no grounds:
//!
//! - of the one who acts ([`own`]): its posture (standing up, `distance`), its moves of this round (`Cost::of_move`,
//!   `close_in`), slot, actions of requirement zero, Dash, Quick attack and stamina (`attacks_worth_trying`, `turn::may`), what a
//!   Restoration or a regained composure forbids (`turn::may`), what is in its hands, loaded and at hand (`Hands`, `arm`,
//!   `arm_up`), and what makes it rest (`go_on`, `may_regain`, `may_restore`). What a caster has gathered is added for casters
//!   (`conjure`); whoever keeps an effect has no grounds, nor has anybody with empty hands who could take something up;
//! - of the foes: who is nearest and whom a blow or a shot would strike (`nearest`, `best_of`), which is all that comes of their
//!   health and armour;
//! - of everybody who takes part: the place, and with it what stands about (`towards`, `is_out_of_sight`), where it can matter.
//!   Whoever has a target at hand for certain strikes it, wherever the others are.
//!
//! Facing, shields and cover taken matter only where somebody could be covered completely (`is_exposed`), and then there are no
//! grounds; nor are there while somebody is hidden, outside of rounds, or without a map.

use super::{
    Policy,
    attack::{Foe, Hands, all_foes, attacks_worth_trying, foes, nearest, resistance, usable, weight},
    may_go_on,
};
use crate::{
    actions::{
        Action,
        attack::{Arm, flies},
    },
    defense::may_be_complete,
    reach::{range, steps_between},
    sheet::Secondary,
    table::{Posture, Table, WeaponRef, Whereabouts},
};
use referee_engine::{ActorId, ActorSet, Grounds, space::Grid};
use smallvec::SmallVec;
use std::ops::Deref;

/// What the choice of `policy` follows from, if that can be said.
pub fn grounds(table: &Table, policy: Policy) -> Option<Grounds> {
    if policy == Policy::Random || table.over.is_some() || table.setup.space.grid() == Grid::Zones {
        return None;
    }
    let who = table.acting().filter(|&who| table.is_active(who))?;
    let actor = table.actor(who);
    if actor.kept.is_some() || actor.held.len() > 2 {
        return None;
    }
    let hands = Hands::of(table, actor);
    let worth_trying = attacks_worth_trying(table, who, &hands, policy);
    if actor.posture == Posture::Standing && !may_go_on(table, who, &hands, &worth_trying) {
        // The turn ends, whatever the rest is like.
        return Some(Grounds::default().and(who.0.into()));
    }
    if actor.held.is_empty() && may_take_something(table, who) {
        return None;
    }
    let grounds = own(table, who, policy, &hands);
    let tries = |action: Action| worth_trying.iter().any(|&(other, is)| is && other == action);
    let flying = Flying::of(table, who, tries);
    let sheet = table.sheet(who);
    // Where nothing comes between, and nobody reaches farther than one step, whoever has somebody to strike strikes.
    if !sheet.arcane && !table.pieces.blocks_sight() && range(table, who) <= 1 {
        if let Flying::One(Action::Loose, arm) = &flying
            && !actor.turn.no_attack
        {
            let foes = known_foes(table, who)?;
            if let Some(target) = aimed_at(table, who, arm, &foes) {
                return Some(grounds.and(1 << 32 | u64::from(target.0)));
            }
        }
        let beside = all_foes(table, who).both(table.beside(who));
        let is_loose = matches!(flying, Flying::One(Action::Loose, _) | Flying::Several);
        let is_tired = actor.stamina == 0;
        if !beside.is_empty() && (actor.turn.slot_used || is_tired || (!is_loose && is_sure_of_a_blow(table, who))) {
            return beside_it(grounds, table, who, beside);
        }
    }
    everywhere(grounds, table, who, &flying)
}

/// What is read of the one who acts.
#[inline]
fn own(table: &Table, who: ActorId, policy: Policy, hands: &Hands) -> Grounds {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let turn = &actor.turn;
    let rank = sheet.rank(Secondary::Stamina);
    // Beyond this, more stamina makes no difference: for what a Dash leaves, for a spell, for what loading costs.
    let enough = match policy {
        _ if sheet.arcane => 8,
        Policy::Careful => 6,
        _ => 5,
    };
    let bow = hands.bow.and_then(|bow| table.item_sheet(bow).ranged.as_ref());
    let stamina = actor.stamina.min(bow.map_or(enough, |bow| enough.max(bow.load_stamina)));
    // Whoever could rest looks at what it lacks, and whether it may.
    let rests = !turn.slot_used && (policy == Policy::Careful || actor.stamina == 0);
    let needs_rest = rests.then(|| {
        let worn = 2 * actor.defense < sheet.max_defense;
        let stunned = 2 * actor.stun >= sheet.max_stamina;
        flags([worn, stunned, actor.attacks > 0, turn.spent > rank])
    });
    let ammunition = flags([actor.ready_ammo > 0, actor.ammo > 0]);
    let goes_on = actor.work.is_some_and(|work| hands.bow == Some(work.item));
    // There are fewer than 48 actions.
    let taken = turn.zero.bits()
        | flags([turn.slot_used, turn.dashed && !turn.attacked, actor.quick_used, turn.no_attack, turn.no_magic]) << 48
        | (actor.posture as u64) << 53
        | u64::from(actor.moves.min(2)) << 55
        | flags([turn.restored]) << 57;
    let mut held = actor.held.len() as u64;
    for one in &actor.held {
        let is_loaded = flags([table.item(one.item).loaded]);
        held = held << 20 | u64::from(one.item.0) << 4 | (one.grip as u64) << 1 | is_loaded;
    }
    let means = u64::from(who.0)
        | u64::from(stamina) << 16
        | u64::from(if turn.restored { turn.spent.min(rank) } else { 0 }) << 24
        | needs_rest.unwrap_or(0) << 32
        | if hands.bow.is_some() { ammunition << 36 | flags([goes_on]) << 38 } else { 0 };
    let grounds = Grounds::default().and(taken).and(held).and(means);
    if !sheet.arcane {
        return grounds;
    }
    let craft = &actor.craft;
    grounds.and(u64::from_le_bytes([craft.stored, craft.shaped(), craft.actions, craft.row, 0, 0, 0, 0]))
}

/// One bit each.
#[inline]
fn flags<const N: usize>(flags: [bool; N]) -> u64 {
    flags.into_iter().fold(0, |bits, flag| bits << 1 | u64::from(flag))
}

/// Could somebody with empty hands take something up now or after a step?
#[cold]
fn may_take_something(table: &Table, who: ActorId) -> bool {
    table.items.iter().any(|item| match item.at {
        Whereabouts::Held(_) => false,
        Whereabouts::Carried(by) => by == who,
        Whereabouts::Ground(_) => true,
    })
}

/// What can be loosed or thrown now.
enum Flying {
    /// Nothing.
    Nothing,
    /// One thing.
    One(Action, Arm),
    /// More than one.
    Several,
}

impl Flying {
    #[inline]
    fn of(table: &Table, who: ActorId, tries: impl Fn(Action) -> bool) -> Flying {
        let mut flying = Flying::Nothing;
        for action in [Action::Loose, Action::Throw].into_iter().filter(|&action| tries(action)) {
            for held in &table.actor(who).held {
                if let Some(arm) = usable(table, who, action, WeaponRef::Item(held.item)) {
                    let is_first = matches!(flying, Flying::Nothing);
                    flying = if is_first { Flying::One(action, arm) } else { Flying::Several };
                }
            }
        }
        flying
    }
}

/// A Basic attack needs no more than the slot, some stamina and a part of the body.
#[inline]
fn is_sure_of_a_blow(table: &Table, who: ActorId) -> bool {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let turn = &actor.turn;
    let may_declare = !turn.slot_used && !turn.no_attack && !turn.restored && actor.stamina >= Action::Basic.stamina();
    may_declare && !sheet.natural.is_empty()
}

/// The opponents, unless one of them is hidden or could be covered completely.
#[inline]
fn known_foes(table: &Table, who: ActorId) -> Option<impl Deref<Target = [Foe]>> {
    let is_plain = |foe: ActorId| !table.actor(foe).hidden && !may_be_complete(table, foe);
    all_foes(table, who).iter().all(is_plain).then(|| foes(table, who, false))
}

/// Whom something that flies would strike.
#[inline]
fn aimed_at(table: &Table, who: ActorId, arm: &Arm, foes: &[Foe]) -> Option<ActorId> {
    let here = table.actor(who).place;
    let in_range = foes.iter().filter(|foe| flies(table, here, table.actor(foe.id).place, arm));
    in_range.min_by_key(|foe| weight(table, foe) + resistance(table, foe, arm)).map(|foe| foe.id)
}

/// Somebody is beside the one who acts, and nobody else matters.
#[inline]
fn beside_it(grounds: Grounds, table: &Table, who: ActorId, beside: ActorSet) -> Option<Grounds> {
    let here = table.actor(who).place;
    let is_plain = |foe: ActorId| !table.actor(foe).hidden && !may_be_complete(table, foe);
    if !beside.iter().all(is_plain) {
        return None;
    }
    let first = beside.first()?;
    if beside.len() == 1 {
        return Some(grounds.and(first.0.into()));
    }
    let foes = beside.iter().map(|id| Foe { id, steps: steps_between(table, here, table.actor(id).place) });
    // Against the same armour every weapon is as good, and the weakest is struck.
    let av = table.sheet(first).av;
    if beside.iter().all(|foe| table.sheet(foe).av == av) {
        let weakest = foes.min_by_key(|foe| weight(table, foe))?;
        return Some(grounds.and(weakest.id.0.into()));
    }
    let foes: SmallVec<[Foe; 8]> = foes.collect();
    Some(weighed(grounds, table, &foes))
}

/// By how much each of several foes is less welcome than the best of them; of one there is nothing to compare.
fn weighed(grounds: Grounds, table: &Table, foes: &[Foe]) -> Grounds {
    let least = foes.iter().map(|foe| weight(table, foe)).min().unwrap_or(0);
    let more = |foe: &Foe| u64::from(weight(table, foe) - least) << 32 | 1 << 16 | u64::from(foe.id.0);
    foes.iter().fold(grounds, |grounds, foe| grounds.and(more(foe)))
}

/// Where everybody is matters, for ways and lines.
fn everywhere(grounds: Grounds, table: &Table, who: ActorId, flying: &Flying) -> Option<Grounds> {
    let foes = known_foes(table, who)?;
    let mut grounds = grounds.and(table.pieces.print());
    for id in table.actors.active().iter() {
        let place = table.actor(id).place;
        let [x, y, z] = [place.cell.x, place.cell.y, place.z].map(|at| u64::from(at as u16));
        grounds = grounds.and(u64::from(id.0) << 48 | z << 32 | y << 16 | x);
    }
    let nearest = nearest(table, &foes)?;
    let target = match flying {
        _ if table.pieces.blocks_sight() => return Some(weighed(grounds.and(nearest.id.0.into()), table, &foes)),
        Flying::Several => return Some(weighed(grounds.and(nearest.id.0.into()), table, &foes)),
        Flying::One(_, arm) => aimed_at(table, who, arm, &foes),
        Flying::Nothing => None,
    };
    let target = target.map_or(0, |target| 1 << 16 | u64::from(target.0));
    grounds = grounds.and(target << 16 | u64::from(nearest.id.0));
    let range = u32::from(range(table, who));
    let reached: SmallVec<[Foe; 8]> = foes.iter().copied().filter(|foe| foe.steps <= range).collect();
    Some(if reached.len() > 1 { weighed(grounds, table, &reached) } else { grounds })
}
