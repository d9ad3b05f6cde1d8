//! What a machine's choice follows from, as a few words: [`choose`](super::choose) line by line.
//!
//! Whatever a choice reads is here or, where it is unusual, a reason to say nothing. The setup and the house rules stay as
//! they are in a run; of everything else it reads
//!
//! - whose Turn it is: the first of the side who has not passed (`choose`);
//! - of that one: what it has done this Turn (`any_action`, `may_follow`), whether it is Staggered or Prone, which of its
//!   limbs work (`may_use`, `speed`), and what it holds, and how whole that is (`best_attack`, `reach_ft`, `draw`);
//! - of everybody who is on their feet: where they are (`nearest`, `is_out_of_sight`, `Ways`);
//! - of the map: the pieces, and which obstacles still stand (`is_out_of_sight`, `Ways`).
//!
//! Where somebody has taken Cover by falling Prone, nothing is said: what an Attack comes down to follows from that.
//!
//! It does not read Injuries beyond the limbs that are out, Shock, Reactions, Facing, or the round. A careful one reads the
//! Injuries of its friends as soon as there is somebody to look after.

use super::Policy;
use crate::{
    Clockworld,
    actions::attack::weapons_at_hand,
    conditions::ConditionKind,
    sheet::{AttackKind, EndCondition, PartSet, ThingId, WeaponRef},
    table::{Actor, Hands, Out, Rare, Table, Taken, Whereabouts},
    turn,
};
use referee_engine::{ActorId, Grounds};

/// Everything that [`choose`](super::choose) follows from; `None` for what draws lots, before the first Turn, and for what is
/// unusual.
pub fn grounds(book: &Clockworld, table: &Table, policy: Policy) -> Option<Grounds> {
    if policy == Policy::Random {
        return None;
    }
    // Where everybody has passed, `end_turn` looks for what is demanded of anybody.
    let who = table.acting().except(table.actors.passed()).first()?;
    let actor = table.actor(who);
    if is_unusual(table, who, actor) || (policy == Policy::Careful && has_hurt_friends(table, who)) {
        return None;
    }
    let before = actor.turn.taken.first();
    // Without an Action left there is nothing but to draw a weapon, or to pass.
    if before.is_some() && turn::any_action(book, table, who, false).is_err() {
        return done(table, who, actor);
    }
    let mut struck = 0;
    let did = match before {
        None if actor.turn.focused || actor.turn.moving.is_some() => return None, // by no rule
        None => Did::Nothing,
        Some(Taken::Attack { limbs, weapon }) => {
            struck = self::struck(*limbs, *weapon);
            Did::Attack
        }
        Some(Taken::Move) => Did::Move,
        Some(Taken::Defend) => Did::Defend,
        Some(Taken::Contest(_) | Taken::Task(..)) => return None,
    };
    let is_staggered = !actor.is_plain() && table.is_down_to_one_action(book, who);
    let flags = u64::from(is_staggered) << 4 | u64::from(actor.prone) << 5;
    let Hands { word, is_armed } = table.hands(who);
    let mut grounds = table.pieces.grounds().and(own(who, actor) | did as u64 | flags).and(word?).and(struck);
    if !is_armed {
        grounds = carried(table, who, actor, grounds)?;
    }
    // Where everybody is who can be struck at (`nearest`) or stands in a way (`standing_in`, `meets`).
    grounds = grounds.and_all(table.actors.places());
    let obstacles = table.setup.things.obstacles();
    Some(if obstacles.is_empty() { grounds } else { standing(table, obstacles, grounds) })
}

/// For somebody without an Action left: whoever holds a weapon passes.
#[inline]
fn done(table: &Table, who: ActorId, actor: &Actor) -> Option<Grounds> {
    let (grounds, Hands { word, is_armed }) = (Grounds::default(), table.hands(who));
    match is_armed {
        true => Some(grounds.and(u64::from(who.0) << 16 | Did::All as u64)),
        false => carried(table, who, actor, grounds.and(own(who, actor) | Did::All as u64).and(word?)),
    }
}

/// What somebody has done this Turn, in the lowest bits of its word.
#[derive(Clone, Copy)]
enum Did {
    Nothing,
    Attack,
    Move,
    Defend,
    All,
}

/// The word for whoever acts, with room for 16 bits: which one, and which parts do not work (`may_use`, `free_hands`, `speed`).
#[inline]
fn own(who: ActorId, actor: &Actor) -> u64 {
    u64::from(who.0) << 16 | u64::from(actor.broken().0) << 32
}

/// `act` begins with what is demanded, holds and work under way; `best_blast`, `open_up` and whoever runs for it and is on
/// its way read much more than others do.
#[inline]
fn is_unusual(table: &Table, who: ActorId, actor: &Actor) -> bool {
    (!actor.is_plain() && is_bound(actor))
        || !table.overrides.is_nothing()
        || table.actors.iter().any(|actor| !actor.is_plain() && actor.low_cover.is_some())
        || (!table.setup.scenario.ends.is_empty() && is_after_something(table, who, actor))
        || ((table.setup.things.has_blasts() || table.setup.sheets.has_blasts()) && has_blast(table, who))
}

/// Demands, holds and work under way, whoever is held fast and whoever does not know of everybody.
#[cold]
#[inline(never)]
fn is_bound(actor: &Actor) -> bool {
    let Rare { demand, lengthy, hold, hefting, unaware_of, .. } = &**actor;
    let is_at_something = demand.is_some() || lengthy.is_some() || hold.is_some() || hefting.is_some();
    is_at_something || !unaware_of.is_empty() || actor.has(ConditionKind::immobilizes)
}

/// `open_up`, and `run_away` with a Move under way.
fn is_after_something(table: &Table, who: ActorId, actor: &Actor) -> bool {
    table.setup.scenario.ends.iter().any(|end| match end {
        EndCondition::Opened { wins, .. } => *wins == table.side_of(who),
        EndCondition::Leaves { who: runner, .. } => *runner == who.0 && actor.turn.moving.is_some(),
        EndCondition::Caught { .. } | EndCondition::Turns { .. } => false,
    })
}

fn has_blast(table: &Table, who: ActorId) -> bool {
    weapons_at_hand(table, who).any(|(_, numbers)| numbers.kind == AttackKind::Area)
}

/// `stabilize`: is there a friend to look after?
fn has_hurt_friends(table: &Table, who: ActorId) -> bool {
    let friends = table.setup.sheets.of_side(table.side_of(who));
    friends.iter().any(|id| table.worst_unstabilized(id).is_some() && table.actor(id).out < Out::Dead)
}

/// `draw`: the weapons that somebody carries who holds none. One that was handled this Turn takes an Action.
#[inline(never)]
fn carried(table: &Table, who: ActorId, actor: &Actor, mut grounds: Grounds) -> Option<Grounds> {
    for (id, thing) in table.thing_ids().zip(table.things.iter()) {
        let is_carried = thing.at == Whereabouts::Worn(who) || thing.at == Whereabouts::Hidden(who);
        if is_carried && table.thing_sheet(id).weapon.is_some() {
            if actor.has_touched(id) {
                return None;
            }
            grounds = grounds.and(u64::from(id.0));
        }
    }
    Some(grounds)
}

/// CW-018, CW-026: what the next Attack must differ in; never 0.
#[inline]
fn struck(limbs: PartSet, weapon: WeaponRef) -> u64 {
    let weapon = match weapon {
        WeaponRef::Natural(at) => 1 << 17 | u64::from(at),
        WeaponRef::Thing(thing) => 1 << 16 | u64::from(thing.0),
    };
    u64::from(limbs.0) << 32 | weapon
}

/// Which obstacles still stand (`obstacle_at`).
#[inline(never)]
fn standing(table: &Table, obstacles: &[ThingId], grounds: Grounds) -> Grounds {
    obstacles.iter().fold(grounds, |grounds, &thing| grounds.and(table.stands(thing).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        conditions::Condition,
        table::{Hold, HoldKind, Injury, Severity, Wholeness},
        testing::{scene, who},
    };
    use referee_engine::{
        ActorSet,
        clock::Ends,
        space::{Cell, Override, Place},
    };

    fn saloon() -> (Clockworld, Table) {
        scene(
            r#"
            book = "clockworld"
            scenario = { kind = "fight", first = "players" }
            map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
            characters = [
                { from = "gunslinger", name = "Mudo", at = [2, 3] },
                { from = "sawbones", name = "Quill", at = [1, 5] },
                { from = "bandit", name = "Brim", at = [9, 4] },
                { from = "bandit", name = "Pike", at = [7, 6] },
            ]
            things = [
                { from = "poker-table", key = "table", at = [4, 3] },
                { from = "low-wall", key = "wall", at = [6, 3] },
            ]
            "#,
        )
    }

    /// What is different, and how it comes about.
    type Change = (&'static str, fn(&mut Table));

    fn attack(weapon: u8) -> Taken {
        Taken::Attack { limbs: PartSet::default().with(weapon), weapon: WeaponRef::Natural(weapon) }
    }

    fn go(table: &mut Table, who: u16, [x, y, z]: [i16; 3]) {
        let Place { cell, z: height } = table.actor(ActorId(who)).place;
        table.actors.set_place(ActorId(who), Cell::new(cell.x + x, cell.y + y).at_height(height + z));
    }

    /// Whatever a choice reads makes other grounds, or none.
    #[test]
    fn what_a_choice_reads_is_in_its_grounds() {
        let changes: [Change; 24] = [
            ("it has passed", |table| table.actors.set_passed(ActorId(0), true)),
            ("it has attacked", |table| table.actor_mut(ActorId(0)).turn.taken.push(attack(0))),
            ("it has moved", |table| table.actor_mut(ActorId(0)).turn.taken.push(Taken::Move)),
            ("it has defended", |table| table.actor_mut(ActorId(0)).turn.taken.push(Taken::Defend)),
            ("it has focused", |table| table.actor_mut(ActorId(0)).turn.focused = true),
            ("it is moving", |table| table.actor_mut(ActorId(0)).turn.moving = Some(Default::default())),
            ("it is prone", |table| table.actor_mut(ActorId(0)).prone = true),
            ("it is elsewhere", |table| go(table, 0, [1, 0, 0])),
            ("it is higher", |table| go(table, 0, [0, 0, 5])),
            ("a limb is maimed", |table| table.actor_mut(ActorId(0)).set_maimed(PartSet::default().with(1))),
            ("a limb is out", |table| table.actor_mut(ActorId(0)).set_parts_out(PartSet::default().with(1))),
            ("a hand is empty", |table| table.actor_mut(ActorId(0)).held.truncate(1)),
            ("another hand holds it", |table| table.actor_mut(ActorId(0)).held.swap(0, 1)),
            ("a weapon is destroyed", |table| {
                let thing = table.actor(ActorId(0)).held[0].thing;
                table.thing_mut(thing).state = Wholeness::Destroyed;
            }),
            ("it is staggered", |table| {
                let condition = Condition { kind: ConditionKind::Staggered, ends: Ends::Never };
                table.actor_mut(ActorId(0)).rare_mut().conditions.push(condition);
            }),
            ("it is held fast", |table| {
                let condition = Condition { kind: ConditionKind::PinnedBy(ActorId(2)), ends: Ends::Never };
                table.actor_mut(ActorId(0)).rare_mut().conditions.push(condition);
            }),
            ("it holds somebody", |table| {
                let hold = Hold { kind: HoldKind::Pin, target: ActorId(2), arms: PartSet::default() };
                table.actor_mut(ActorId(0)).rare_mut().hold = Some(hold);
            }),
            ("it knows of one foe less", |table| {
                table.actors.set_unaware_of(ActorId(0), ActorSet::EMPTY.with(ActorId(2)));
            }),
            ("a friend is elsewhere", |table| go(table, 1, [0, 1, 0])),
            ("a foe is elsewhere", |table| go(table, 3, [0, -1, 0])),
            ("a foe is out", |table| table.actors.set_out(ActorId(3), Out::Unconscious)),
            ("a foe has given up", |table| table.actors.set_out(ActorId(3), Out::Surrendered)),
            ("a table is gone", |table| table.pieces.change(0, |piece| piece.active = false)),
            ("a wall is gone", |table| {
                let wall = table.find_thing("wall").unwrap();
                table.thing_mut(wall).state = Wholeness::Destroyed;
            }),
        ];
        let (book, table) = saloon();
        for policy in [Policy::Bold, Policy::Careful] {
            let before = grounds(&book, &table, policy);
            assert!(before.is_some(), "an ordinary table has grounds");
            for (what, change) in changes {
                let mut changed = table.clone();
                change(&mut changed);
                let after = grounds(&book, &changed, policy);
                assert!(after.is_none() || after != before, "{what}");
            }
            let mut said = table.clone();
            said.overrides.fill().set(0, 2, Override { blocked: Some(true), ..Override::default() });
            assert_eq!(grounds(&book, &said, policy), None, "what the GM has said about sight");
        }
        assert_eq!(grounds(&book, &table, Policy::Random), None);
    }

    /// What no choice reads is not in it, or the same grounds would hardly come twice.
    #[test]
    fn what_no_choice_reads_is_not_in_the_grounds() {
        let (book, table) = saloon();
        let mut changed = table.clone();
        let mild = Injury::new(Severity::Mild, 0);
        for id in table.ids() {
            let actor = changed.actor_mut(id);
            (actor.reactions, actor.facing, actor.shock_failures) = (0, 120, 1);
            actor.injuries.push(mild);
        }
        changed.clock.round += 3;
        changed.turns = [4, 4];
        changed.actor_mut(ActorId(2)).prone = true;
        for policy in [Policy::Bold, Policy::Careful] {
            assert_eq!(grounds(&book, &changed, policy), grounds(&book, &table, policy));
        }
        // Where somebody lies who is out is not read either.
        let (mut here, mut there) = (table.clone(), table.clone());
        go(&mut there, 3, [1, 0, 0]);
        for table in [&mut here, &mut there] {
            table.actors.set_out(ActorId(3), Out::Dead);
        }
        assert_eq!(grounds(&book, &here, Policy::Bold), grounds(&book, &there, Policy::Bold));
    }

    /// CW-257: a second handling takes an Action, so somebody unarmed reads what it carries and what it has handled.
    #[test]
    fn cw_257_what_can_be_drawn_is_in_the_grounds() {
        let (book, mut table) = saloon();
        let (mudo, quill) = (who(&table, "mudo"), who(&table, "quill"));
        table.actors.set_passed(mudo, true);
        let before = grounds(&book, &table, Policy::Bold);
        assert!(before.is_some());
        let derringer = table.thing_ids().find(|&thing| table.thing(thing).at == Whereabouts::Hidden(quill)).unwrap();
        let mut touched = table.clone();
        touched.actor_mut(quill).touch(derringer);
        assert_eq!(grounds(&book, &touched, Policy::Bold), None);
        table.thing_mut(derringer).at = Whereabouts::Gone;
        assert_ne!(grounds(&book, &table, Policy::Bold), before);
    }

    /// CW-204: a careful one looks after the wounded, and what that takes is not said here.
    #[test]
    fn cw_204_somebody_to_look_after_leaves_a_careful_one_without_grounds() {
        let (book, mut table) = saloon();
        let serious = Injury::new(Severity::Serious, 0);
        table.actor_mut(ActorId(1)).injuries.push(serious);
        assert_eq!(grounds(&book, &table, Policy::Careful), None);
        assert!(grounds(&book, &table, Policy::Bold).is_some());
    }
}
