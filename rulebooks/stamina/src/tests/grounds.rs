//! A choice follows from its grounds: whatever the policies read is in them.

use crate::{
    Intent, Stamina,
    actions::{Action, attack::Prepared},
    policy::Policy,
    table::{Aim, Grip, Held, Mark, Out, Posture, Table, Whereabouts},
    testing::{begin, scene, who},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, Grounds, Next, Seat, Simulate, System, clock::Ends, space::Place};
use std::collections::BTreeMap;

const BATTLE: &str = r#"
    book = "stamina"
    map = { grid = "hex", columns = 12, rows = 8, cell = 1, unit = "m" }
    characters = [
        { from = "duelist", name = "Isra", at = [3, 3], facing = 1 },
        { from = "archer", name = "Wren", at = [1, 4], facing = 1 },
        { from = "scout", name = "Tam", at = [2, 6], facing = 1 },
        { from = "mage", name = "Oda", at = [1, 2], facing = 1 },
        { from = "guard", name = "Cid", side = "foes", at = [7, 3], facing = 4 },
        { from = "raider", name = "Rusk", side = "foes", at = [8, 5], facing = 4 },
        { from = "crossbowman", name = "Holt", side = "foes", at = [10, 4], facing = 4 },
        { from = "wolf", name = "Fang", side = "foes", at = [8, 2], facing = 4 },
    ]
    scenery = [{ from = "crate", key = "crate", cells = [[5, 4]] }, { from = "low-wall", cells = [[6, 5], [6, 6]] }]
"#;

fn battle() -> (Stamina, Table) {
    let (book, table) = scene(BATTLE);
    let table = begin(&book, table);
    (book, table)
}

/// Gives the turn to somebody.
fn turn_of(table: &mut Table, key: &str) -> ActorId {
    let who = who(table, key);
    table.pass_turn_to(table.order.iter().position(|&other| other == who).unwrap() as u8);
    table.clock.turn = referee_engine::clock::Turn::Of(who);
    who
}

fn put(table: &mut Table, key: &str, beside: &str) {
    let there = table.actor(who(table, beside)).place.cell;
    let free = table.setup.space.neighbours(there).into_iter().find(|&cell| !table.is_taken(cell)).unwrap();
    table.move_to(who(table, key), Place::from(free));
}

type Change = (&'static str, fn(&mut Table, ActorId));

/// What is read of the one who acts. Each is changed on a table where it counts.
#[test]
fn what_a_choice_reads_is_in_its_grounds() {
    let at_hand: &[Change] = &[
        ("posture", |table, me| table.actor_mut(me).posture = Posture::Prone),
        ("slot", |table, me| table.actor_mut(me).turn.set(Mark::SlotUsed, true)),
        ("stamina", |table, me| table.actor_mut(me).stamina = 0),
        ("a little stamina", |table, me| table.actor_mut(me).stamina = 3),
        ("dash", |table, me| table.actor_mut(me).turn.set(Mark::Dashed, true)),
        ("no attack", |table, me| table.actor_mut(me).turn.set(Mark::NoAttack, true)),
        ("quick attack", |table, me| table.actor_mut(me).quick_used = true),
        ("off hand", |table, me| {
            table.actor_mut(me).turn.note_zero(Action::OffHand, true);
        }),
        ("what it holds", |table, me| {
            let item = table.actor(me).held.get(1).unwrap().item;
            table.let_go(item, Whereabouts::Carried(me));
        }),
        ("who is beside it", |table, _| {
            let cid = who(table, "cid");
            let corner = table.setup.space.cells().last().unwrap();
            table.move_to(cid, corner.into());
        }),
        ("who takes part", |table, _| {
            let cid = who(table, "cid");
            table.actors.set_out(cid, Out::Out);
        }),
        ("another foe beside it", |table, _| put(table, "rusk", "isra")),
        ("somebody hidden", |table, _| {
            let cid = who(table, "cid");
            table.actor_mut(cid).hidden = true;
        }),
        ("cover", |table, _| {
            let cid = who(table, "cid");
            table.actor_mut(cid).rare.fill().gm_cover = 9;
        }),
        ("somebody else's turn", |table, _| _ = turn_of(table, "wren")),
        // What the dice of an attack are made of.
        ("wind", |table, _| table.wind += 1),
        ("a lowered action", |table, me| table.actor_mut(me).turn.penalty = 1),
        ("aim", |table, me| {
            let target = who(table, "cid");
            table.actor_mut(me).rare.fill().aim = Some(Aim { target, ends: Ends::Never });
        }),
        ("pace", |table, me| table.actor_mut(me).rare.fill().hurrying = true),
        ("grip", |table, me| {
            table.hold(me, |held| *held = held.iter().map(|held| Held { grip: Grip::Both, ..held }).collect())
        }),
    ];
    let (book, mut table) = battle();
    put(&mut table, "cid", "isra");
    let isra = turn_of(&mut table, "isra");
    differ(&book, &table, isra, Policy::Bold, at_hand);

    let far: &[Change] = &[
        ("moves", |table, me| table.actor_mut(me).moves = 1),
        ("a place", |table, _| {
            let oda = who(table, "oda");
            let corner = table.setup.space.cells().next().unwrap();
            table.move_to(oda, corner.into());
        }),
        ("who is nearest", |table, _| {
            let fang = who(table, "fang");
            table.actor_mut(fang).health = 1;
        }),
        ("a piece", |table, _| table.change_piece(0, |piece| piece.active = false)),
    ];
    let (book, mut table) = battle();
    let isra = turn_of(&mut table, "isra");
    let (cid, fang) = (who(&table, "cid"), who(&table, "fang"));
    let steps = |table: &Table, foe| crate::reach::steps(table, isra, foe);
    let there = table.setup.space.cells().find(|&cell| {
        let is_as_far = table.setup.space.steps(table.actor(isra).place, cell.into()) == steps(&table, cid);
        is_as_far && !table.is_taken(cell)
    });
    table.move_to(fang, there.unwrap().into());
    for item in table.actor(isra).held.iter() {
        table.let_go(item.item, Whereabouts::Carried(isra));
    }
    let sword = table.item_ids().find(|&item| table.item(item).at == Whereabouts::Carried(isra)).unwrap();
    let held = crate::actions::gear::empty_handed(&table, sword);
    table.item_mut(sword).at = Whereabouts::Held(isra);
    table.hold(isra, |all| all.push(held));
    differ(&book, &table, isra, Policy::Bold, far);

    let shooting: &[Change] = &[
        ("loaded", |table, me| {
            let bow = table.actor(me).held.first().unwrap().item;
            table.set_loaded(bow, false);
        }),
        ("target", |table, _| {
            let holt = who(table, "holt");
            table.actor_mut(holt).health = 1;
            put(table, "holt", "wren");
        }),
    ];
    let (book, mut table) = battle();
    let wren = turn_of(&mut table, "wren");
    differ(&book, &table, wren, Policy::Bold, shooting);

    let loading: &[Change] = &[
        ("at hand", |table, me| table.actor_mut(me).ready_ammo = 0),
        ("loading", |table, me| {
            table.actor_mut(me).turn.note_zero(Action::Load, true);
        }),
    ];
    let bow = table.actor(wren).held.first().unwrap().item;
    table.set_loaded(bow, false);
    differ(&book, &table, wren, Policy::Bold, loading);
    table.actor_mut(wren).ready_ammo = 0;
    differ(&book, &table, wren, Policy::Bold, &[("quiver", |table, me| table.actor_mut(me).ammo = 0)]);

    let resting: &[Change] = &[
        ("defense", |table, me| table.actor_mut(me).defense = 0),
        ("stun", |table, me| table.actor_mut(me).stun = table.sheet(me).max_stamina - 1),
    ];
    let (book, mut table) = battle();
    put(&mut table, "cid", "isra");
    let isra = turn_of(&mut table, "isra");
    differ(&book, &table, isra, Policy::Careful, resting);
    table.actor_mut(isra).defense = 0;
    differ(&book, &table, isra, Policy::Careful, &[("attacks", |table, me| table.actor_mut(me).attacks = 1)]);
}

fn differ(book: &Stamina, table: &Table, me: ActorId, policy: Policy, changes: &[Change]) {
    let before = book.grounds(table, policy);
    assert!(before.is_some(), "an ordinary table has grounds");
    for (what, change) in changes {
        let mut other = table.clone();
        change(&mut other, me);
        assert_ne!(other, *table, "{what} is changed");
        let after = book.grounds(&other, policy);
        assert!(after.is_none() || after != before, "{what} is not in the grounds");
    }
}

/// What nobody reads is not in them, so that the same grounds come up again.
#[test]
fn what_nobody_reads_is_not_in_the_grounds() {
    let (book, mut table) = battle();
    put(&mut table, "cid", "isra");
    let isra = turn_of(&mut table, "isra");
    let before = book.grounds(&table, Policy::Bold);
    table.clock.round += 3;
    table.actor_mut(isra).health -= 1;
    table.face(isra, 3);
    table.actor_mut(isra).defense = 1;
    for key in ["cid", "wren", "fang"] {
        let other = who(&table, key);
        table.actor_mut(other).health -= 1;
        table.actor_mut(other).stamina -= 1;
        table.actor_mut(other).defense = 2;
    }
    put(&mut table, "holt", "fang");
    assert!(before.is_some());
    assert_eq!(book.grounds(&table, Policy::Bold), before);
}

/// One thing is changed at random, as it could have come in play.
fn disturb(table: &mut Table, rng: &mut FastRng) {
    let count = table.actors.len() as u32;
    let me = table.acting().unwrap_or(ActorId(0));
    let other = ActorId(rng.below(count) as u16);
    let small = rng.below(9) as u8;
    let actor = table.actor_mut(me);
    match rng.below(25) {
        0 => actor.stamina = small.min(actor.stamina),
        1 => actor.posture = [Posture::Standing, Posture::Kneeling, Posture::Prone][usize::from(small % 3)],
        2 => actor.moves = small % 3,
        3 => actor.turn.set(Mark::SlotUsed, !actor.turn.has(Mark::SlotUsed)),
        4 => actor.turn.note_zero([Action::OffHand, Action::Quick, Action::Load][usize::from(small % 3)], true),
        5 => actor.turn.set(Mark::Dashed, !actor.turn.has(Mark::Dashed)),
        6 => actor.turn.set(Mark::Attacked, !actor.turn.has(Mark::Attacked)),
        7 => actor.quick_used ^= true,
        8 => actor.turn.set(Mark::NoAttack, !actor.turn.has(Mark::NoAttack)),
        9 => [Mark::Restored, Mark::SlotUsed].into_iter().for_each(|mark| actor.turn.set(mark, true)),
        10 => actor.turn.spent = small,
        11 => actor.attacks = small % 2,
        12 => actor.defense = small,
        13 => actor.stun = small % 4,
        14 => (actor.ready_ammo, actor.ammo) = (small % 2, small / 2 % 2),
        15 => actor.rare.change(|rare| rare.craft.stored = small),
        16 => {
            if let Some(held) = table.actor(me).held.first() {
                let is_loaded = table.item(held.item).loaded;
                table.set_loaded(held.item, !is_loaded);
            }
        }
        17 => {
            if let Some(held) = table.actor(me).held.iter().last() {
                let to = [Whereabouts::Carried(me), Whereabouts::Ground(table.actor(other).place.cell)];
                table.let_go(held.item, to[usize::from(small % 2)]);
            }
        }
        18 | 19 => table.actor_mut(other).health = 1 + small,
        22 => table.wind = small % 3,
        23 => actor.turn.penalty = small % 2,
        24 => {
            let grip = [Grip::Main, Grip::Off, Grip::Both][usize::from(small % 3)];
            table.hold(me, |held| *held = held.iter().map(|held| Held { grip, ..held }).collect());
        }
        20 => {
            let cells: Vec<_> = table.setup.space.cells().filter(|&cell| !table.is_taken(cell)).collect();
            table.move_to(other, cells[rng.below(cells.len() as u32) as usize].into());
        }
        _ => {
            let foe = table.actor(other).place.cell;
            let near = table.setup.space.neighbours(table.actor(me).place.cell);
            if let Some(cell) = near.into_iter().find(|&cell| !table.is_taken(cell) && cell != foe) {
                table.move_to(other, if other == me { foe.into() } else { cell.into() });
            }
        }
    }
}

/// Whatever happens to a table, on the same grounds the choice is the same, and so is what it comes down to.
#[test]
fn on_the_same_grounds_the_choice_is_the_same() {
    let (book, start) = battle();
    let mut chosen: BTreeMap<(bool, Grounds), (Intent, Option<Prepared>)> = BTreeMap::new();
    let (mut known, mut none) = (0, 0);
    let mut rng = FastRng::seed_from_u64(5);
    for seed in 0..60 {
        let mut table = start.clone();
        let policy = if seed % 2 == 0 { Policy::Bold } else { Policy::Careful };
        let policies = [policy];
        let mut oracle = Simulate::new(&book, &policies, seed);
        for _ in 0..200 {
            if !matches!(book.next(&table), Next::Acts(_)) {
                break;
            }
            for disturbed in 0..6 {
                let mut table = table.clone();
                for _ in 0..disturbed {
                    disturb(&mut table, &mut rng);
                }
                let Some(grounds) = book.grounds(&table, policy) else {
                    none += 1;
                    continue;
                };
                let intent = book.choose(&table, policy, &mut rng);
                let decided = (intent.clone(), book.brief(&table, &intent));
                let before = chosen.entry((seed % 2 == 0, grounds)).or_insert_with(|| decided.clone());
                assert_eq!(*before, decided, "seed {seed}, {policy:?}");
                known += 1;
            }
            let intent = book.choose(&table, policy, &mut rng);
            book.resolve(&mut table, Seat::Gm, &intent, &mut oracle).unwrap();
        }
    }
    assert!(2 * chosen.len() < known && 2 * none < known, "{} of {known}, {none} without", chosen.len());
}

/// What a run does at one go are the acts that the policy would choose one by one.
#[test]
fn whoever_has_nothing_left_to_do_ends_its_turn_at_once() {
    let (book, start) = battle();
    for policy in [Policy::Bold, Policy::Careful] {
        let (policies, mut count) = ([policy], [0, 0]);
        for seed in 0..30 {
            let (mut table, mut other) = (start.clone(), start.clone());
            let mut at_one_go = Simulate::new(&book, &policies, seed);
            let mut one_by_one = Simulate::new(&book, &policies, seed);
            while let Next::Acts(who) = book.next(&table) {
                let intent = at_one_go.choose(&table, who);
                let brief = book.brief(&table, &intent);
                let acts = book.act_briefed(&mut table, policy, &intent, &brief, &mut at_one_go).unwrap();
                count[acts as usize - 1] += 1;
                for at in 0..acts {
                    let Next::Acts(who) = book.next(&other) else { panic!("{policy:?}, seed {seed}: it is over") };
                    let chosen = one_by_one.choose(&other, who);
                    assert!(at > 0 || chosen == intent, "{policy:?}, seed {seed}: {chosen:?}");
                    book.resolve(&mut other, Seat::Gm, &chosen, &mut one_by_one).unwrap();
                }
                assert_eq!(table, other, "{policy:?}, seed {seed}: {intent:?}");
            }
        }
        assert!(count.into_iter().all(|count| count > 300), "{policy:?}: {count:?}");
    }
}
