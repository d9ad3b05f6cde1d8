//! How far a Move goes: Speed, what halves it, focus, and the feet that are left (CW-029, CW-031, CW-177).

use super::Moving;
use crate::{Clockworld, house::HalfSpeedOrder, table::Table};
use referee_engine::ActorId;

/// CW-031: a focused Move goes this much farther.
pub const FOCUS_FT: u16 = 15;

/// CW-R49, CW-R95, CW-R106: half, rounded down to a multiple of 5 feet.
pub const fn halved(feet: u16) -> u16 {
    feet / 2 / 5 * 5
}

/// CW-029, CW-R49, CW-R93: the Speed of a Character now, by its sheet and its legs, before Prone and Facing.
pub fn speed(table: &Table, who: ActorId) -> u16 {
    let sheet = table.sheet(who);
    if table.is_immobilized(who) {
        return 0;
    }
    let working = table.legs(who);
    match () {
        () if working == sheet.legs => sheet.speed_ft,
        () if working.is_empty() => 0,
        () => halved(sheet.speed_ft),
    }
}

/// The feet of one whole Move: what Prone halves, and what focus adds to that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The Speed for this Move.
    pub speed_ft: u16,
    /// CW-031: the feet of focus, which nothing halves unless `half_speed_order` says so.
    pub extra_ft: u16,
}

/// CW-177, CW-R106: Speed for a Move, halved if the Character looks another way than it moves, and the feet of focus.
pub fn allowance(book: &Clockworld, table: &Table, who: ActorId, looks_away: bool, focus: bool) -> Allowance {
    let mut all = Allowance { speed_ft: speed(table, who), extra_ft: 0 };
    if all.speed_ft == 0 {
        return all; // CW-R73: with Speed 0 there is no Move to go farther with
    }
    if focus {
        match book.house.half_speed_order {
            HalfSpeedOrder::HalveFirst => all.extra_ft = FOCUS_FT,
            HalfSpeedOrder::AddFirst => all.speed_ft += FOCUS_FT,
        }
    }
    if looks_away {
        all.speed_ft = halved(all.speed_ft);
    }
    all
}

/// CW-R95: what standing up costs: as many feet as one who is Prone could crawl with all its Speed.
pub fn standing_cost(book: &Clockworld, table: &Table, who: ActorId, moving: &Moving) -> u16 {
    halved(allowance(book, table, who, moving.looks.is_some(), moving.focus).speed_ft)
}

/// CW-R107: the Speed whose half a sneaker should not pass: as lowered for this Move, without the feet of focus.
pub fn speed_for_sneaking(book: &Clockworld, table: &Table, who: ActorId, moving: &Moving) -> u16 {
    let speed = allowance(book, table, who, moving.looks.is_some(), false).speed_ft;
    if moving.crawling { halved(speed) } else { speed }
}

/// CW-186, CW-R107: did it move more than half its Speed? The half is not rounded.
pub fn moved_far(book: &Clockworld, table: &Table, who: ActorId, moving: &Moving) -> bool {
    2 * u32::from(moving.moved_ft) > u32::from(speed_for_sneaking(book, table, who, moving))
}

/// What is left of a Move. It is counted from the Speed of now, so that a leg that is lost on the way counts (CW-R73).
pub fn left(book: &Clockworld, table: &Table, who: ActorId, moving: &Moving) -> Allowance {
    let all = allowance(book, table, who, moving.looks.is_some(), moving.focus);
    Allowance {
        speed_ft: all.speed_ft.saturating_sub(moving.spent_ft),
        extra_ft: all.extra_ft.saturating_sub(moving.extra_spent_ft),
    }
}

/// CW-030, CW-R95: the feet that can still be moved: all that are left on foot, half of them on the ground.
pub fn feet_left(book: &Clockworld, table: &Table, who: ActorId, moving: &Moving, prone: bool) -> u16 {
    feet_of(left(book, table, who, moving), moving, prone)
}

/// The same of what is [`left`].
pub fn feet_of(left: Allowance, moving: &Moving, prone: bool) -> u16 {
    let own = match (prone, moving.crawling) {
        (false, _) => left.speed_ft,
        (true, false) => halved(left.speed_ft),
        (true, true) => left.speed_ft / 2, // what does not make a multiple of 5 was given up when it began to crawl
    };
    own.saturating_add(left.extra_ft)
}

/// Takes feet off what is [`left`] of a Move (checked by [`feet_left`]).
pub fn use_feet(mut left: Allowance, moving: &mut Moving, feet: u16, prone: bool) {
    if prone && !moving.crawling {
        let usable = 2 * halved(left.speed_ft);
        moving.spent_ft = moving.spent_ft.saturating_add(left.speed_ft - usable);
        moving.crawling = true;
        left.speed_ft = usable;
    }
    let price = if prone { 2 } else { 1 };
    let own = feet.min(left.speed_ft / price);
    moving.spent_ft = moving.spent_ft.saturating_add(own * price);
    moving.extra_spent_ft = moving.extra_spent_ft.saturating_add(feet - own);
}
