//! Weapons in and out of hand, aiming and loading (ST-127 to ST-130, ST-147 to ST-151, ST-157).

use crate::{
    Event, Stamina,
    actions::Action,
    reach::part,
    reason::Reason,
    sheet::Secondary,
    table::{Aim, Grip, Held, ItemId, Table, Whereabouts},
    turn::{self, Cost, Need},
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle, Refusal, RuleId,
    clock::{Edge, Ends, Turn},
    rule,
    space::Cell,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What somebody does with gear.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    /// ST-128, ST-157: weapons come into hand; the first that fits the dominant hand goes there.
    Ready {
        /// Which, and how each is held.
        items: SmallVec<[Held; 2]>,
    },
    /// ST-129: weapons are put away.
    Stow {
        /// Which.
        items: SmallVec<[ItemId; 2]>,
    },
    /// ST-157: a ranged weapon.
    ReadyRanged {
        /// Which.
        item: ItemId,
    },
    /// ST-157: pieces of ammunition.
    ReadyAmmo,
    /// ST-151.
    Load {
        /// What.
        item: ItemId,
    },
    /// ST-147.
    Aim {
        /// At whom.
        target: ActorId,
    },
    /// A one-handed weapon goes into two hands, or back into one; free on one's own turn.
    Regrip {
        /// What.
        item: ItemId,
        /// How.
        grip: Grip,
    },
}

/// Handling gear, by somebody, in its normal form or lowered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Handle {
    /// Who.
    pub actor: ActorId,
    /// What.
    pub what: Handling,
    /// ST-D10.
    pub lowered: bool,
}

/// What became of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the words say it")]
pub enum GearEvent {
    Readied,
    Stowed,
    Loaded,
    Loading,
    Dropped,
    Regripped,
}

/// ST-127, ST-145, ST-151, ST-R70: what it costs.
pub fn cost(table: &Table, handle: &Handle) -> Cost {
    match handle.what {
        Handling::Ready { .. } | Handling::Stow { .. } => Cost::lowered(Action::ReadyStow, handle.lowered),
        Handling::ReadyRanged { .. } | Handling::ReadyAmmo => Cost::lowered(Action::ReadyAmmo, handle.lowered),
        Handling::Aim { .. } => Cost::lowered(Action::Aim, handle.lowered),
        Handling::Regrip { .. } => Cost::of(Action::ReadyStow, Need::FirstMove),
        Handling::Load { item } => {
            let ranged = table.setup.items.get(usize::from(item.0)).and_then(|sheet| sheet.ranged);
            let (turns, stamina) = ranged.map_or((1, 0), |ranged| (ranged.load_turns, ranged.load_stamina));
            let goes_on = table.actor(handle.actor).work.is_some_and(|work| work.item == item);
            let need = match turns {
                0 => Need::Zero,
                1 if handle.lowered => Need::Lowered,
                1 => Need::One,
                turns => Need::Turns(turns),
            };
            // ST-R27: the stamina is paid in the first turn.
            Cost { action: Action::Load, stamina: if goes_on { 0 } else { stamina }, need, item: Some(item) }
        }
    }
}

/// May this be done now?
pub fn legal<R: Reason>(book: &Stamina, table: &Table, handle: &Handle) -> Result<(), R> {
    let who = handle.actor;
    table.may_act::<R>(who)?;
    let cost = cost(table, handle);
    let refuse = |rule: RuleId, code: &str, why: &str| Err(R::because(|| Refusal::by(rule, code, why)));
    if handle.lowered && cost.need != Need::Lowered {
        return refuse(rule!("ST-R70"), "cannot-be-lowered", "only a requirement of one can be lowered");
    }
    turn::may::<R>(book, table, who, &cost)?;
    let exists = |item: ItemId| usize::from(item.0) < table.items.len();
    match &handle.what {
        Handling::Ready { items } => {
            if items.is_empty() {
                return refuse(rule!("ST-128"), "nothing", "one or more weapons are readied");
            }
            let mut free = table.free_hands(who);
            for (at, held) in items.iter().enumerate() {
                let once = items[..at].iter().all(|other| other.item != held.item);
                if !exists(held.item) || !once || !within_reach(table, who, held.item) {
                    return refuse(rule!("ST-128"), "not-at-hand", "this is not within easy reach");
                }
                let hands = if held.grip == Grip::Both { 2 } else { 1 };
                if hands < table.item_sheet(held.item).hands() || hands > free {
                    return refuse(rule!("ST-128"), "no-hand", "there is no hand free for that");
                }
                free -= hands;
                let main = |held: &Held| held.grip == Grip::Main;
                let taken = table.actor(who).held.iter().any(main) || items[..at].iter().any(main);
                if main(held) && taken {
                    return refuse(rule!("ST-128"), "no-hand", "the dominant hand is not free");
                }
            }
            Ok(())
        }
        Handling::Stow { items } => {
            let once = items.iter().enumerate().all(|(at, item)| !items[..at].contains(item));
            let mine = items.iter().all(|&item| exists(item) && table.grip(who, item).is_some());
            if items.is_empty() || !once || !mine {
                return refuse(rule!("ST-129"), "not-readied", "only what is readied can be stowed");
            }
            Ok(())
        }
        Handling::ReadyRanged { item } => {
            let fits = exists(*item) && within_reach(table, who, *item) && table.item_sheet(*item).ranged.is_some();
            if !fits || free_grip(table, who, *item).is_none() {
                return refuse(
                    rule!("ST-157"),
                    "not-at-hand",
                    "there is no such ranged weapon at hand, or no hand free",
                );
            }
            Ok(())
        }
        Handling::ReadyAmmo if table.actor(who).ammo == 0 => {
            refuse(rule!("ST-157"), "no-ammo", "there is no ammunition left")
        }
        Handling::ReadyAmmo => Ok(()),
        Handling::Load { item } => {
            if !exists(*item) || table.grip(who, *item).is_none() || table.item_sheet(*item).ranged.is_none() {
                return refuse(rule!("ST-151"), "not-readied", "this weapon is not readied");
            }
            if table.item(*item).loaded {
                return refuse(rule!("ST-151"), "loaded", "it is loaded already");
            }
            if table.actor(who).ready_ammo == 0 {
                return refuse(rule!("ST-R69"), "no-ammo", "no piece of ammunition is readied");
            }
            Ok(())
        }
        Handling::Aim { target } => {
            let there = target.index() < table.actors.len() && *target != who && table.is_active(*target);
            if !there || !table.is_aware(who, *target) {
                return refuse(rule!("ST-147"), "no-target", "there is no such target");
            }
            Ok(())
        }
        Handling::Regrip { item, grip } => {
            let Some(now) = Some(*item).filter(|item| exists(*item)).and_then(|item| table.grip(who, item)) else {
                return refuse(rule!("ST-R48"), "not-readied", "this weapon is not readied");
            };
            let others = table.actor(who).held.iter().any(|held| held.item != *item && held.grip == *grip);
            let fits = match grip {
                Grip::Both => table.free_hands(who) >= 1,
                _ => table.item_sheet(*item).hands() < 2 && !others,
            };
            if now == *grip || !fits {
                return refuse(rule!("ST-R48"), "no-hand", "there is no hand free for that");
            }
            Ok(())
        }
    }
}

/// ST-R65: carried, or in the own or a neighbouring hex with no opponent on it.
pub fn within_reach(table: &Table, who: ActorId, item: ItemId) -> bool {
    match table.item(item).at {
        Whereabouts::Held(_) => false,
        Whereabouts::Carried(by) => by == who,
        Whereabouts::Ground(cell) => {
            let near = table.setup.space.is_adjacent(table.actor(who).place, cell.into());
            let contested = table
                .ids()
                .any(|foe| table.hostile(foe, who) && table.is_active(foe) && table.actor(foe).place.cell == cell);
            near && !contested
        }
    }
}

/// How somebody takes an item who has nothing in hand: as few hands as it needs, the dominant one first.
pub fn empty_handed(table: &Table, item: ItemId) -> Held {
    Held { item, grip: if table.item_sheet(item).hands() == 2 { Grip::Both } else { Grip::Main } }
}

/// The grip in which a character can take an item now.
pub fn free_grip(table: &Table, who: ActorId, item: ItemId) -> Option<Grip> {
    let free = table.free_hands(who);
    if table.item_sheet(item).hands() == 2 {
        return (free >= 2).then_some(Grip::Both);
    }
    let main = table.actor(who).held.iter().any(|held| held.grip == Grip::Main);
    (free >= 1).then_some(if main { Grip::Off } else { Grip::Main })
}

/// Does it.
pub fn resolve<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, handle: &Handle, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal::<Refusal>(book, table, handle)?;
    }
    let who = handle.actor;
    if let Handling::Regrip { item, grip } = handle.what {
        regrip(table, who, item, grip, oracle);
        return Ok(());
    }
    let cost = cost(table, handle);
    turn::declare(book, table, who, &cost, oracle)?;
    if !table.is_active(who) {
        return Ok(());
    }
    match &handle.what {
        Handling::Ready { items } => {
            for &held in items {
                take(table, who, held, oracle);
            }
            part(table, who);
        }
        Handling::ReadyRanged { item } => {
            let grip = free_grip(table, who, *item).unwrap_or(Grip::Main);
            take(table, who, Held { item: *item, grip }, oracle);
        }
        Handling::Stow { items } => {
            for &item in items {
                table.let_go(item, Whereabouts::Carried(who));
                oracle.tell(Audience::All, || Event::Gear {
                    who,
                    item,
                    what: GearEvent::Stowed,
                    rule: rule!("ST-129"),
                });
            }
            part(table, who);
        }
        Handling::ReadyAmmo => {
            let pieces = 1 + table.sheet(who).rank(Secondary::Reload); // ST-157
            let actor = table.actor_mut(who);
            let pieces = pieces.min(actor.ammo);
            actor.ammo -= pieces;
            actor.ready_ammo = actor.ready_ammo.saturating_add(pieces);
            oracle.tell(Audience::All, || Event::Ammo { who, pieces });
        }
        Handling::Load { item } => load(table, who, *item, oracle),
        Handling::Aim { target } => {
            // ST-149: through the next own turn, to its end; this turn's end is passed on the way.
            let ends = Ends::At { turn: Turn::Of(who), edge: Edge::End, count: 2 };
            table.actor_mut(who).aim = Some(Aim { target: *target, ends });
            oracle.tell(Audience::All, || Event::Aimed { who, target: *target });
        }
        Handling::Regrip { .. } => {}
    }
    Ok(())
}

fn take<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, held: Held, oracle: &mut O) {
    table.let_go(held.item, Whereabouts::Held(who));
    table.actor_mut(who).held.push(held);
    let (item, what, rule) = (held.item, GearEvent::Readied, rule!("ST-128"));
    oracle.tell(Audience::All, || Event::Gear { who, item, what, rule });
}

/// ST-151, ST-R27, ST-R69: one turn of loading; the last one puts a readied piece in place.
fn load<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, item: ItemId, oracle: &mut O) {
    let turns = table.item_sheet(item).ranged.map_or(0, |ranged| ranged.load_turns);
    let done = turns < 2 || turn::work(table.actor_mut(who), item, turns);
    if done {
        table.item_mut(item).loaded = true;
        let actor = table.actor_mut(who);
        actor.ready_ammo = actor.ready_ammo.saturating_sub(1);
    }
    let (what, rule) = (if done { GearEvent::Loaded } else { GearEvent::Loading }, rule!("ST-151"));
    oracle.tell(Audience::All, || Event::Gear { who, item, what, rule });
}

fn regrip<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, item: ItemId, grip: Grip, oracle: &mut O) {
    for held in table.actor_mut(who).held.iter_mut().filter(|held| held.item == item) {
        held.grip = grip;
    }
    let (what, rule) = (GearEvent::Regripped, rule!("ST-R48"));
    oracle.tell(Audience::All, || Event::Gear { who, item, what, rule });
}

/// An item falls to the ground.
pub fn drop_item<O: Oracle<Stamina>>(table: &mut Table, item: ItemId, cell: Cell, rule: RuleId, oracle: &mut O) {
    let Whereabouts::Held(who) = table.item(item).at else { return };
    table.let_go(item, Whereabouts::Ground(cell));
    part(table, who);
    oracle.tell(Audience::All, || Event::Gear { who, item, what: GearEvent::Dropped, rule });
}
