//! What a machine's choice follows from, as a few words: [`choose`](super::choose) line by line.
//!
//! Whatever a choice reads is here or, where it is unusual, a reason to say nothing. The setup and the house rules stay as
//! they are in a run; of everything else it reads
//!
//! - whose turn it is: who is to declare, who is asked at a point to step in, or whose segment it is;
//! - of that one: what was declared, how far the segment is, its statuses, its gear and the uses of its abilities;
//! - of everybody: where they stand, and who is out ([`among_all`]);
//! - of its foes: what protects them before a declaration, and which of those in reach is the weakest;
//! - of the map: which walls and doors still stand.
//!
//! Most acts need less than that, and have fewer grounds, which are known sooner and stay nearer: a bold declaration needs only
//! whether a foe is within stride ([`together`]), and whoever is certain to strike only at whom (`striking`).
//!
//! It does not read how much Health anybody has left beyond that, who is Down but itself, what is owed, the round or the clock.

use super::Policy;
use crate::{
    Segments,
    actions::attack,
    gear::Bow,
    sheet::WeaponRef,
    table::{Actor, Someone, Speed, Table},
    turn::{self, Intention, Part, Phase, Segment, Stage, declare, next_waiter, rounds, wait},
};
use referee_engine::{ActorId, ActorSet, Grounds, Shares, space::Place};
use smallvec::SmallVec;

/// Everything that [`choose`](super::choose) follows from; `None` for what draws lots, while the clock runs, and for what is
/// unusual.
pub fn grounds(book: &Segments, table: &Table, policy: Policy) -> Option<Grounds> {
    if (policy == Policy::Random) | (table.clock.mode != Speed::Segmented) {
        return None;
    }
    if table.round.phase == Phase::Declaring {
        return declaring(book, table, policy);
    }
    match next_waiter(book, table) {
        Some(who) => waiting(table, who),
        None => in_segment(book, table, table.segment()?, policy),
    }
}

/// What is decided, in the lowest bits of the first word.
#[derive(Clone, Copy)]
enum What {
    Declare,
    StepIn,
    StepInAtTheEnd,
    Act,
    Strike,
    End,
}

/// The first word: what is decided, by whom, and what weighs on that one.
fn begin(table: &Table, what: What, who: ActorId) -> u64 {
    what as u64 | u64::from(who.0) << 3 | u64::from(table.actor(who).statuses.0) << 11
}

/// `intend::declaration`: statuses (shaken off, `burden`, `can_dash`), foes and what protects them (`best_blow`), gear
/// (`handling`, `rates`, `readiness`), and the uses of abilities (`best_cast`).
fn declaring(book: &Segments, table: &Table, policy: Policy) -> Option<Grounds> {
    // Where no foe is left the clock is restarted, by the rounds that were played.
    if !rounds::has_opposed_sides(table) {
        return None;
    }
    let due = declare::all_due(book, table);
    let who = due.first()?;
    if policy == Policy::Bold {
        let (mut grounds, mut is_known) = (Grounds::default(), false);
        each_together(book, table, due, who, |_, word| (grounds, is_known) = (grounds.and(word), true));
        if is_known {
            table.actors.standing()?;
            return Some(grounds);
        }
    }
    let grounds = among_all(table, who, begin(table, What::Declare, who))?;
    let is_careful = policy == Policy::Careful;
    if is_careful || !table.sheet(who).abilities.is_empty() {
        let grounds = protection(table, table.able_foes(who), powers(table, who, policy, grounds)?);
        return Some(if is_careful { helping(table, who, grounds) } else { grounds });
    }
    // Which weapon does most matters where one is slow and another is not.
    let compares = table.compares_weapons(who);
    Some(if compares { protection(table, table.able_foes(who), grounds) } else { grounds })
}

/// The most who declare together: the more, the seldomer all of them are as they were before.
const MOST_TOGETHER: usize = 4;

/// Those who declare one after the other, on one side, and to whom next to nothing matters: a bold one that has nothing to
/// ready, no ability, and one best weapon or one kind of them, strikes if a foe is within its stride, and Dashes otherwise
/// (`intend::declaration`). All that it follows from is a word for each: statuses (`can_dash`), the weapons in hand, and
/// whether a foe is that near. Nobody's declaration follows from another's, so they are one decision.
pub fn together(book: &Segments, table: &Table) -> SmallVec<[ActorId; MOST_TOGETHER]> {
    let (mut all, due) = (SmallVec::new(), declare::all_due(book, table));
    if let Some(first) = due.first() {
        each_together(book, table, due, first, |who, _| all.push(who));
    }
    all
}

#[inline(always)] // what is done with each of them is a few instructions
fn each_together(book: &Segments, table: &Table, due: ActorSet, first: ActorId, mut each: impl FnMut(ActorId, u64)) {
    let side = table.setup.sheets.of_side(table.side_of(first));
    for who in due.iter().take(MOST_TOGETHER) {
        let Some((arms, farthest)) = table.plain_arms(who).filter(|_| side.contains(who)) else { return };
        let how_near = how_near(book, table, who, farthest) as u64;
        each(who, begin(table, What::Declare, who) | how_near << 28 | arms << 30);
    }
}

/// How near the nearest foe is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nearest {
    /// It can be struck after a movement, or from here.
    InStride,
    /// It cannot.
    Far,
    /// There is none.
    Nowhere,
}

/// `best_blow`: is a foe within reach of a weapon and the lowest movement?
#[inline]
fn how_near(book: &Segments, table: &Table, who: ActorId, farthest: u16) -> Nearest {
    // Mostly one is in reach already.
    if table.actor(who).outfit.strikes().are_within(farthest) && table.near(who).is_some_and(|near| near != 0) {
        return Nearest::InStride;
    }
    look_around(book, table, who, farthest)
}

#[inline(never)]
fn look_around(book: &Segments, table: &Table, who: ActorId, farthest: u16) -> Nearest {
    let (foes, place) = (table.able_foes(who), table.actor(who).place);
    let stride = u32::from(farthest) + u32::from(table.stride(&book.house, who));
    let is_in_stride = |foe: ActorId| table.feet(place, table.actor(foe).place) <= stride;
    match foes.is_empty() {
        true => Nearest::Nowhere,
        false if foes.iter().any(is_in_stride) => Nearest::InStride,
        false => Nearest::Far,
    }
}

/// `whom_to_help`: a careful one helps friends: what they have declared, who helps them already, their statuses and gear.
#[inline(never)]
fn helping(table: &Table, who: ActorId, mut grounds: Grounds) -> Grounds {
    for ally in table.ids().filter(|&ally| declare::may_help(table, who, ally)) {
        let part = table.actor(ally).part;
        if part.place == turn::Place::Declared && matches!(part.intention, Some(Intention::Standard | Intention::Slow))
        {
            let is_helped = table.actors.iter().any(|actor| actor.part.ally.is(ally));
            grounds = grounds.and(begin(table, What::Declare, ally) | u64::from(is_helped) << 63);
            grounds = table.gear_among(ally, grounds);
        }
    }
    grounds
}

/// `act::steps_in`: at the end of the round always, otherwise where somebody can be struck with what is at hand.
#[inline(never)]
fn waiting(table: &Table, who: ActorId) -> Option<Grounds> {
    if table.segment().is_none() {
        return Some(Grounds::default().and(begin(table, What::StepInAtTheEnd, who)));
    }
    among_all(table, who, begin(table, What::StepIn, who))
}

/// `in_segment` and `act::next`: whoever is Down stands up, and after the action the segment is over. Otherwise what was
/// declared decides: gear and statuses (`readied`, `recovery`), abilities, the weakest foe in reach (`best_attack`), and
/// where one could go (`close_in`, by `may_move` and `feet_left`).
fn in_segment(book: &Segments, table: &Table, segment: &Segment, policy: Policy) -> Option<Grounds> {
    let (who, stage) = (segment.who, segment.stage);
    let actor = table.actor(who);
    let is_own = matches!(stage, Stage::First | Stage::Action | Stage::Last);
    if !is_own | actor.down | (stage == Stage::Last) {
        let flags = u64::from(is_own) << 32 | u64::from(actor.down) << 33;
        return Some(Grounds::default().and(begin(table, What::End, who) | flags));
    }
    // Whom a Frightened one fears may be anywhere, dead or alive.
    if actor.afraid_of != Someone::NOBODY {
        return None;
    }
    if hides_somebody_near(table, who) {
        return None;
    }
    let Part { intention, slow_ready, .. } = actor.part;
    if let Some(grounds) = striking(book, table, who, actor) {
        return Some(grounds);
    }
    let declared = intention.map_or(0, |intention| intention as u64 + 1);
    let flags = u64::from(segment.acted)
        | u64::from(segment.moved) << 1
        | u64::from(slow_ready) << 2
        | u64::from(stage == Stage::First) << 3
        | u64::from(may_wait(table, who, policy)) << 4
        | declared << 5;
    let own = begin(table, What::Act, who) | flags << 27 | u64::from(segment.moved_ft) << 48;
    let grounds = among_all(table, who, own)?;
    match intention {
        Some(Intention::Ability) => Some(protection(table, table.able_foes(who), powers(table, who, policy, grounds)?)),
        Some(strikes @ (Intention::Standard | Intention::Hasty | Intention::Slow)) => {
            // One foe is compared with nobody, and mostly there is no more than one in reach.
            match table.near(who) {
                Some(near) if near & near.wrapping_sub(1) == 0 => Some(grounds),
                near => weakest(table, who, near, strikes, grounds),
            }
        }
        _ => Some(grounds),
    }
}

/// SE-R82: does a wall stand between it and a foe within its reach? Then whom it strikes at is not said by who is in reach.
fn hides_somebody_near(table: &Table, who: ActorId) -> bool {
    if table.pieces.is_empty() {
        return false;
    }
    let Actor { place, outfit, .. } = *table.actor(who);
    let foes = table.able_foes(who).iter().map(|foe| table.actor(foe).place);
    foes.into_iter().any(|there| outfit.strikes().reach(table.feet(place, there)) && !table.sees(place, there))
}

/// `act::best_attack` where an attack is certain: all that is at hand for what was declared is ready and strikes at every foe
/// in reach. Then it is the weakest of them that is struck at, and nothing matters but statuses, the weapons in hand, and
/// where walls and the like are near what stands between (`Aim`). `None` if it is not certain.
#[inline]
fn striking(book: &Segments, table: &Table, who: ActorId, actor: &Actor) -> Option<Grounds> {
    let slow = match actor.part.intention {
        Some(Intention::Standard) => false,
        Some(Intention::Slow) => true,
        _ => return None,
    };
    let near = table.near(who).filter(|near| *near != 0)?;
    table.actors.standing()?;
    let Some(arms) = table.steady_arms(who, slow) else { return shooting(book, table, who, near, slow) };
    let foe = if near & (near - 1) == 0 { ActorId(near.trailing_zeros() as u16) } else { weakest_of(table, near) };
    let grounds = Grounds::default().and(strike_at(table, who, foe, slow) | arms << 28);
    let is_clear = table.are_face_to_face(who, foe);
    Some(if is_clear { grounds } else { covered(table, actor.place, table.actor(foe).place, grounds) })
}

/// The same for whoever has arrows for a bow that does most, and sees the weakest of its foes without anything in between.
#[inline(never)]
fn shooting(book: &Segments, table: &Table, who: ActorId, near: u16, slow: bool) -> Option<Grounds> {
    let Bow { bow, arrows, range, arms } = table.bow(who)?;
    if attack::is_slow(book, table, who, WeaponRef::Thing(bow)) != slow {
        return None;
    }
    let foe = weakest_of(table, near);
    let is_certain = table.are_face_to_face(who, foe) && table.between(who, foe) <= u32::from(range);
    let (strike, arms) = (strike_at(table, who, foe, slow) | 1 << 63, u64::from(arrows.place()) << 34 | arms);
    is_certain.then(|| Grounds::default().and(strike).and(arms))
}

/// Who strikes at whom where that is certain, and what weighs on it: 28 bits, which leaves room for the weapons in hand.
#[inline]
fn strike_at(table: &Table, who: ActorId, foe: ActorId, slow: bool) -> u64 {
    debug_assert!(who.0 < 16 && foe.0 < 16, "who is near whom is kept for so many");
    let statuses = u64::from(table.actor(who).statuses.0);
    What::Strike as u64 | u64::from(slow) << 3 | u64::from(who.0) << 4 | u64::from(foe.0) << 8 | statuses << 12
}

/// What stands between two places follows from where they are and which walls and doors are no more.
#[inline(never)]
fn covered(table: &Table, from: Place, to: Place, grounds: Grounds) -> Grounds {
    let word = |place: Place| u64::from(place.cell.x as u16) << 16 | u64::from(place.cell.y as u16);
    grounds.and(word(from) << 32 | word(to)).and_all(table.pieces.gone())
}

/// The first of those with the least [`strength`].
#[inline]
fn weakest_of(table: &Table, near: u16) -> ActorId {
    let (mut least, mut left) = (i32::MAX, near);
    while left != 0 {
        let foe = left.trailing_zeros() as u16;
        least = least.min(strength(table.actor(ActorId(foe))) << 8 | i32::from(foe));
        left &= left - 1;
    }
    ActorId(least as u16 & 0xff)
}

/// `act::waits`, for a careful one: is a foe that Dashes still to come, and may it wait for that?
fn may_wait(table: &Table, who: ActorId, policy: Policy) -> bool {
    let comes = |foe: ActorId| {
        let part = table.actor(foe).part;
        part.place == turn::Place::Declared && part.intention == Some(Intention::Dash)
    };
    policy == Policy::Careful && table.able_foes(who).iter().any(comes) && wait::may_wait(table, who).is_ok()
}

/// `value::best_cast`: the uses of abilities. A careful one also looks after everybody's Health, statuses and wards, of which
/// nothing is said here.
#[inline]
fn powers(table: &Table, who: ActorId, policy: Policy, grounds: Grounds) -> Option<Grounds> {
    if table.sheet(who).abilities.is_empty() {
        return Some(grounds);
    }
    (policy == Policy::Bold).then(|| grounds.and(u64::from_le_bytes(table.daily(who).used)))
}

/// What is decided, where everybody is (nobody walks through others) and who is out, which walls and doors are no more, and
/// the gear of the one who decides. Of somebody who is helpless or hidden nothing is said here.
#[inline(always)]
fn among_all(table: &Table, who: ActorId, first: u64) -> Option<Grounds> {
    let (standing, gone) = (table.actors.standing()?, table.pieces.gone());
    let mut grounds = Grounds::default().and(first).and_all(standing);
    if gone != Shares::default() {
        grounds = grounds.and_all(gone);
    }
    Some(table.gear_among(who, grounds))
}

/// `value::best_blow` weighs its weapons by what protects the foes.
fn protection(table: &Table, foes: ActorSet, mut grounds: Grounds) -> Grounds {
    let mut word = 1;
    for foe in foes.iter().map(|foe| table.actor(foe)) {
        word = word << 16 | u64::from(foe.defense as u8) << 8 | u64::from(foe.ward as u8);
        if word >> 48 != 0 {
            (grounds, word) = (grounds.and(word), 1);
        }
    }
    grounds.and(word)
}

/// `act::best_attack` takes of all foes in reach the one with the least Health and Defense. Where every weapon that suits
/// the declaration reaches all of them, which that is is all that matters; a single weapon is compared with nothing, so there
/// the order is enough (some may be out of its sight); otherwise one weapon's reach is weighed against another's might.
#[inline(never)]
fn weakest(table: &Table, who: ActorId, known: Option<u16>, intention: Intention, grounds: Grounds) -> Option<Grounds> {
    let actor = table.actor(who);
    let [plain, slow] = table.arsenal(who);
    let arsenal = match intention {
        Intention::Standard => plain,
        Intention::Slow => slow,
        _ => plain.and(slow),
    };
    if let Some(near) = known
        && actor.outfit.strikes().are_within(arsenal.shortest)
    {
        return Some(grounds.and(weakest_of(table, near).0.into()));
    }
    // What only shoots is compared with nothing, however far it is.
    if let Some(near) = known
        && arsenal.count <= 1
        && arsenal.shortest == 0
        && near.count_ones() as usize <= MOST_NEAR
    {
        let strengths: SmallVec<[i32; MOST_NEAR]> = bits(near).map(|foe| strength(table.actor(ActorId(foe)))).collect();
        return Some(in_order(&strengths, grounds));
    }
    let mut near: SmallVec<[ActorId; MOST_NEAR]> = SmallVec::new();
    let mut farthest = 0;
    let mut add = |foe: ActorId, feet: u32| {
        near.push(foe);
        farthest = feet.max(farthest);
    };
    let feet = |foe: ActorId| table.feet(actor.place, table.actor(foe).place);
    if let Some(known) = known {
        bits(known).map(ActorId).for_each(|foe| add(foe, feet(foe)));
    } else {
        let in_reach = table
            .able_foes(who)
            .iter()
            .map(|foe| (foe, feet(foe)))
            .filter(|(_, feet)| actor.outfit.strikes().reach(*feet));
        in_reach.for_each(|(foe, feet)| add(foe, feet));
    }
    if near.len() <= 1 {
        return Some(grounds);
    }
    if near.len() > MOST_NEAR {
        return None;
    }
    let strength = |foe: ActorId| strength(table.actor(foe));
    let weakest = near.iter().copied().min_by_key(|&foe| strength(foe))?;
    if farthest <= u32::from(arsenal.shortest) {
        return Some(grounds.and(u64::from(weakest.0)));
    }
    let least = strength(weakest);
    let strengths: SmallVec<[i32; MOST_NEAR]> = near.iter().map(|&foe| strength(foe)).collect();
    if arsenal.count <= 1 {
        return Some(in_order(&strengths, grounds));
    }
    let (mut word, mut grounds) = (1, grounds);
    for strength in strengths {
        word = word << 8 | u64::try_from(strength - least).ok().filter(|more| *more < 256)?;
        if word >> 48 != 0 {
            (grounds, word) = (grounds.and(word), 1);
        }
    }
    Some(grounds.and(word))
}

/// Who is weaker than whom: for each how many are, in four bits.
#[inline]
fn in_order(strengths: &[i32], grounds: Grounds) -> Grounds {
    let weaker = |than: i32| strengths.iter().map(|&other| u64::from(other < than)).sum::<u64>();
    grounds.and(strengths.iter().fold(1, |word, &strength| word << 4 | weaker(strength)))
}

/// Which bits are set.
#[inline]
fn bits(mut left: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let lowest = (left != 0).then(|| left.trailing_zeros() as u16);
        left &= left.wrapping_sub(1);
        lowest
    })
}

/// The most foes in reach among whom [`weakest`] looks.
const MOST_NEAR: usize = 12;

/// What [`weakest`] goes by.
#[inline]
fn strength(foe: &Actor) -> i32 {
    i32::from(foe.health) + 2 * i32::from(foe.defense)
}
