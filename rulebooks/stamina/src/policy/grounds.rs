//! What a choice of the bold and of the careful follows from, so that a long run need not think twice about the same.
//!
//! Everything that `choose` and what it calls read is here, or there are no grounds:
//!
//! - of the one who acts ([`own`]): its posture (standing up, `distance`), its moves of this round (`Cost::of_move`,
//!   `close_in`), slot, actions of requirement zero, Dash, Quick attack and stamina (`attacks_worth_trying`, `turn::may`), what a
//!   Restoration or a regained composure forbids (`turn::may`), what is in its hands, loaded and at hand (`Hands`, `arm`,
//!   `arm_up`), and what makes it rest (`go_on`, `may_regain`, `may_restore`). What a caster has gathered is added for casters
//!   (`conjure`); whoever keeps an effect has no grounds, nor has anybody with empty hands who could take something up. The
//!   dice of its attack follow from that and from the wind (`Prepared`): whoever has aimed, hurries or has lowered an action has
//!   no grounds either;
//! - of the foes: who is nearest and whom a blow or a shot would strike (`nearest`, `best_of`), which is all that comes of their
//!   health and armour;
//! - of everybody who takes part: the place, and with it what stands about (`towards`, `is_out_of_sight`), where it can matter.
//!   Whoever has a target at hand for certain strikes it, wherever the others are.
//!
//! Facing, shields and cover taken matter only where somebody could be covered completely (`is_exposed`), and then there are no
//! grounds; nor are there while somebody is hidden, outside of rounds, or without a map.

use super::{
    Policy,
    attack::{Foe, all_foes, foes, nearest, resistance, steps_beside, usable, weight},
};
use crate::{
    actions::{
        Action,
        attack::{Arm, flies},
    },
    defense::may_be_complete,
    reach::{range, steps_between},
    recovery::spent_with_restoration,
    sheet::Secondary,
    table::{Actor, Facts, Hands, Mark, Out, Posture, Table, WeaponRef, Whereabouts},
};
use referee_engine::{ActorId, ActorSet, Grounds};
use smallvec::SmallVec;

/// The one who acts, looked up once.
struct Me<'t> {
    who: ActorId,
    facts: &'t Facts,
    actor: &'t Actor,
    hands: &'t Hands,
    /// The foes beside it.
    beside: ActorSet,
}

/// What the choice of `policy` follows from, if that can be said.
#[inline]
pub fn grounds(table: &Table, policy: Policy) -> Option<Grounds> {
    let lay = table.lay();
    if (policy == Policy::Random) | table.over.is_some() | lay.mapless {
        return None;
    }
    let who = table.acting()?;
    let (facts, actor, hands) = (table.setup.sheets.facts(who), table.actor(who), table.hands(who));
    // Nobody who plays boldly or carefully lowers an action or aims; whoever has done so has other dice.
    let turn = &actor.turn;
    let is_odd = !actor.rare.is_nothing() && actor.kept.is_some() | actor.aim.is_some() | actor.hurrying;
    if is_odd | (turn.penalty > 0) | (actor.out != Out::Active) | (actor.held.len() > 2) {
        return None;
    }
    let beside = table.beside(who).both(facts.foes).both(table.actors.active());
    let me = Me { who, facts, actor, hands, beside };
    let slot_used = turn.has(Mark::SlotUsed);
    if actor.held.is_empty() && may_take_something(table, who) {
        return None;
    }
    let grounds = own(table, &me, policy);
    if facts.arcane | lay.blocks || range(table, who) > 1 {
        return everywhere(grounds, table, who, &Flying::of(table, &me));
    }
    // Nothing comes between, and nobody reaches farther than one step: whoever has somebody to strike for certain does so,
    // wherever the others are. A weapon that shoots comes first if it is loaded.
    let is_at_hand = !beside.is_empty();
    let shoots = (me.hands.loaded > 0) & !slot_used;
    let strikes = slot_used | (actor.stamina == 0) | (!shoots & is_sure_of_a_blow(&me));
    if is_at_hand & strikes {
        return beside_it(grounds, table, &me);
    }
    if !is_at_hand && slot_used && is_sure_to_load(table, &me) {
        return Some(grounds.and(LOADS));
    }
    let flying = Flying::of(table, &me);
    if let Flying::One(Action::Loose, arm) = &flying
        && !turn.has(Mark::NoAttack)
        && let Some(target) = aimed_at(table, who, arm)?
    {
        return Some(grounds.and(SHOOTS | u64::from(target.0)));
    }
    everywhere(grounds, table, who, &flying)
}

/// What tells the kinds of grounds apart, above the number of a foe.
const SHOOTS: u64 = 1 << 32;
const LOADS: u64 = 2 << 32;

/// What is read of a turn as it is: every action of requirement zero, and these marks. The places of others are free for more.
const READ: u64 = (Mark::SlotUsed.bit() - 1)
    | Mark::SlotUsed.bit()
    | Mark::NoAttack.bit()
    | Mark::NoMagic.bit()
    | Mark::Restored.bit();
const MOVES: u32 = Mark::Sprinted as u32; // and `Attacked`

/// What is read of the one who acts: two words for nearly everybody.
#[inline(always)] // asked once an act, and most of it is at hand there
fn own(table: &Table, me: &Me, policy: Policy) -> Grounds {
    let Me { who, facts, actor, .. } = me;
    let turn = &actor.turn;
    let bit = |is: bool, at: u32| u64::from(is) << at;
    let charges = turn.has(Mark::Dashed) & !turn.has(Mark::Attacked);
    let taken = turn.seen() & READ
        | bit(charges, Mark::Dashed as u32)
        | u64::from(actor.moves.min(2)) << MOVES
        | bit(actor.quick_used, 60)
        | (actor.posture as u64) << 61;
    // Beyond this, more stamina makes no difference: for what a Dash leaves, for a spell, for what loading costs.
    let plays = 5 + u8::from(policy == Policy::Careful);
    let enough = plays.max(8 * u8::from(facts.arcane)).max(load_of(table, actor)[0]);
    // Somebody's number takes seven bits and two things in hand take 34. There are five dice of wind at most, which make the
    // dice of a shot.
    let mut means = u64::from(who.0)
        | bit(actor.ready_ammo > 0, 8)
        | bit(actor.ammo > 0, 9)
        | u64::from(actor.stamina.min(enough)) << 17
        | u64::from(table.wind) << 21
        | actor.print_of_hands() << 26;
    if !actor.rare.is_nothing()
        && let Some(work) = actor.work
    {
        means |= bit(actor.bow() == Some(work.item), 10);
    }
    // Whoever could rest looks at what it lacks, and whether it may.
    if !turn.has(Mark::SlotUsed) & ((policy == Policy::Careful) | (actor.stamina == 0)) {
        means |= lacking(table, *who) << 13;
    }
    let grounds = Grounds::default().and(taken).and(means);
    if !(turn.has(Mark::Restored) | facts.arcane) {
        return grounds;
    }
    let craft = &actor.craft;
    let spent = if turn.has(Mark::Restored) { turn.spent.min(facts.breath) } else { 0 };
    grounds.and(u64::from_le_bytes([craft.stored, craft.shaped(), craft.actions, craft.row, spent, 0, 0, 0]))
}

/// What somebody lacks who could rest, in four bits. Most have enough of everything.
#[cold]
fn lacking(table: &Table, who: ActorId) -> u64 {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let worn = 2 * actor.defense < sheet.max_defense;
    let stunned = 2 * actor.stun >= sheet.max_stamina;
    let has_spent = spent_with_restoration(table, who) > sheet.rank(Secondary::Stamina);
    [worn, stunned, actor.attacks > 0, has_spent].into_iter().fold(0, |bits, is| bits << 1 | u64::from(is))
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
    fn of(table: &Table, me: &Me) -> Flying {
        if me.actor.turn.has(Mark::SlotUsed) | !((me.hands.loaded > 0) | me.hands.throws) {
            return Flying::Nothing;
        }
        Flying::look(table, me)
    }

    #[inline(never)]
    fn look(table: &Table, me: &Me) -> Flying {
        let mut flying = Flying::Nothing;
        // As in `attacks_worth_trying`.
        let tries = [(Action::Loose, me.hands.shoots > 0), (Action::Throw, me.hands.throws)];
        for (action, _) in tries.into_iter().filter(|&(_, is)| is) {
            for held in me.actor.held.iter() {
                if let Some(arm) = usable(table, me.who, action, WeaponRef::Item(held.item)) {
                    let is_first = matches!(flying, Flying::Nothing);
                    flying = if is_first { Flying::One(action, arm) } else { Flying::Several };
                }
            }
        }
        flying
    }
}

/// A Basic attack needs no more than the slot, some stamina and a part of the body.
#[inline(always)]
fn is_sure_of_a_blow(me: &Me) -> bool {
    let turn = &me.actor.turn;
    let forbids = turn.has_any(Mark::SlotUsed.bit() | Mark::NoAttack.bit() | Mark::Restored.bit());
    !forbids & me.facts.has_body & (me.actor.stamina >= Action::Basic.stamina())
}

/// What it takes to load the weapon in hand that shoots: stamina, turns; nothing without one.
#[inline]
fn load_of(table: &Table, actor: &Actor) -> [u8; 2] {
    let ranged = actor.bow().and_then(|bow| table.item_sheet(bow).ranged.as_ref());
    ranged.map_or([0; 2], |ranged| [ranged.load_stamina, ranged.load_turns])
}

/// With nobody beside it and the slot used, whoever can load without time or stamina does so, as long as there is a foe.
#[inline]
fn is_sure_to_load(table: &Table, me: &Me) -> bool {
    let (Some(bow), actor) = (me.actor.bow(), me.actor) else { return false };
    let takes_nothing = load_of(table, actor) == [0; 2];
    let may = takes_nothing & (actor.ready_ammo > 0) & !actor.turn.zero().contains(Action::Load);
    may && actor.posture == Posture::Standing
        && !table.item(bow).loaded
        && all_foes(table, me.who).iter().any(|foe| !table.actor(foe).hidden)
}

/// Is it known, and can nothing cover it completely? With two shields and all that stands about somebody `may_hide`, or nobody.
#[inline(always)]
fn is_plain(table: &Table, foe: ActorId, may_hide: bool) -> bool {
    let actor = table.actor(foe);
    let is_bare = !may_hide & (actor.held.len() <= 2) && (actor.rare.is_nothing() || actor.gm_cover == 0);
    debug_assert!(!is_bare || !may_be_complete(table, foe), "two shields at most, and what stands about");
    !actor.hidden && (is_bare || !may_be_complete(table, foe))
}

/// Whom something that flies would strike, if it can be said.
fn aimed_at(table: &Table, who: ActorId, arm: &Arm) -> Option<Option<ActorId>> {
    let here = table.actor(who).place;
    let may_hide = table.lay().hides;
    let mut best: Option<(u32, ActorId)> = None;
    for id in all_foes(table, who).iter() {
        let place = table.actor(id).place;
        if !is_plain(table, id, may_hide) {
            return None;
        }
        let foe = Foe { id, steps: steps_between(table, here, place) };
        let cost = weight(table, &foe) + resistance(table, &foe, arm);
        if best.is_none_or(|(least, _)| cost < least) && flies(table, here, place, arm) {
            best = Some((cost, id));
        }
    }
    Some(best.map(|(_, id)| id))
}

/// Somebody is beside the one who acts, and nobody else matters: the one who is struck with whatever it has is all that comes
/// of them.
#[inline(always)]
fn beside_it(grounds: Grounds, table: &Table, me: &Me) -> Option<Grounds> {
    let mut all = me.beside.iter();
    let first = all.next()?;
    if all.next().is_some() {
        return some_beside(grounds, table, me);
    }
    is_plain(table, first, table.lay().hides).then(|| grounds.and(first.0.into()))
}

/// The same with several. Only where some blows pass an armour and others do not, it takes more than the one who is struck.
#[inline(never)]
fn some_beside(grounds: Grounds, table: &Table, me: &Me) -> Option<Grounds> {
    let [least, most] = me.hands.pierces;
    let may_hide = table.lay().hides;
    // Those whom every blow pierces and those whom none does; where there are no others, or all have the same armour, every
    // weapon is as good, and the weakest is struck.
    let sheets = &table.setup.sheets;
    let hard = sheets.armoured(most);
    let is_open = me.beside.meets(sheets.armoured(least).except(hard));
    if is_open && !have_same_armour(table, me.beside) {
        let all_plain = me.beside.iter().all(|id| is_plain(table, id, may_hide));
        return all_plain.then(|| among(grounds, table, me));
    }
    // The least weight, and of those the first: both in one number.
    let (mut best, mut all_plain) = (u32::MAX, true);
    for id in me.beside.iter() {
        let resists = 40 * u32::from(hard.contains(id));
        best = best.min((weight(table, &beside(table, me, id)) + resists) << 16 | u32::from(id.0));
        all_plain &= is_plain(table, id, may_hide);
    }
    all_plain.then(|| grounds.and(u64::from(best as u16)))
}

#[cold]
fn have_same_armour(table: &Table, all: ActorSet) -> bool {
    let av = |id: ActorId| table.setup.sheets.facts(id).av;
    all.first().is_none_or(|first| all.iter().all(|id| av(id) == av(first)))
}

fn beside(table: &Table, me: &Me, id: ActorId) -> Foe {
    Foe { id, steps: steps_beside(me.actor.place, table.actor(id).place) }
}

/// The same where it depends on the weapon whom it strikes best.
#[cold]
fn among(grounds: Grounds, table: &Table, me: &Me) -> Grounds {
    let foes: SmallVec<[Foe; 8]> = me.beside.iter().map(|id| beside(table, me, id)).collect();
    weighed(grounds, table, &foes)
}

/// By how much each of several foes is less welcome than the best of them; of one there is nothing to compare.
fn weighed(grounds: Grounds, table: &Table, foes: &[Foe]) -> Grounds {
    let least = foes.iter().map(|foe| weight(table, foe)).min().unwrap_or(0);
    foes.iter().fold(grounds, |grounds, foe| grounds.and(more(weight(table, foe) - least, foe.id)))
}

/// This foe is by so much less welcome than the best.
#[inline]
fn more(weight: u32, foe: ActorId) -> u64 {
    u64::from(weight) << 32 | 1 << 16 | u64::from(foe.0)
}

/// Where everybody is matters, for ways and lines.
fn everywhere(grounds: Grounds, table: &Table, who: ActorId, flying: &Flying) -> Option<Grounds> {
    let may_hide = table.lay().hides;
    if !all_foes(table, who).iter().all(|foe| is_plain(table, foe, may_hide)) {
        return None;
    }
    let mut grounds = grounds.and(table.pieces.print());
    for id in table.actors.active().iter() {
        let place = table.actor(id).place;
        let [x, y, z] = [place.cell.x, place.cell.y, place.z].map(|at| u64::from(at as u16));
        grounds = grounds.and(u64::from(id.0) << 48 | z << 32 | y << 16 | x);
    }
    let (nearest, steps) = nearest_of(table, who)?;
    let is_open = table.lay().blocks || matches!(flying, Flying::Several);
    if is_open {
        return Some(weighed(grounds.and(nearest.0.into()), table, &foes(table, who, false)));
    }
    let target = match flying {
        Flying::One(_, arm) => aimed_at(table, who, arm)?,
        _ => None,
    };
    let target = target.map_or(0, |target| 1 << 16 | u64::from(target.0));
    grounds = grounds.and(target << 16 | u64::from(nearest.0));
    let range = u32::from(range(table, who));
    if steps > range {
        return Some(grounds);
    }
    let mut reached = foes(table, who, false);
    reached.retain(|foe| foe.steps <= range);
    Some(if reached.len() > 1 { weighed(grounds, table, &reached) } else { grounds })
}

/// The nearest foe and how far it is, where all are known: as `nearest`, without a list of them.
fn nearest_of(table: &Table, who: ActorId) -> Option<(ActorId, u32)> {
    let here = table.actor(who).place;
    let mut best: Option<(u64, ActorId)> = None;
    for id in all_foes(table, who).iter() {
        let foe = table.actor(id);
        let order = u64::from(steps_between(table, here, foe.place)) << 8 | u64::from(foe.health);
        if best.is_none_or(|(least, _)| order < least) {
            best = Some((order, id));
        }
    }
    let found = best.map(|(order, id)| (id, (order >> 8) as u32));
    debug_assert_eq!(found, nearest(table, &foes(table, who, false)).map(|foe| (foe.id, foe.steps)), "all are known");
    found
}
