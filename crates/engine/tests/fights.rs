//! Fights of the toy: noted or not, exact or counted, thought over or not.

mod toy;

use referee_engine::{
    Reactions, Seat, Status, System,
    duel::{Cut, Duel, Limits, duel},
    fight::{Ended, Fighter, Fought, Note, Player, Watch},
    odds::{Deed, ends_from, next_turn_of},
};
use toy::*;

/// One against one with 2 health and no reactions: a short fight.
fn short() -> Table {
    let mut table = four();
    table.fighters.remove(3);
    table.fighters.remove(1);
    for fighter in &mut table.fighters {
        (fighter.hp, fighter.reactions) = (2, 0);
    }
    table
}

fn bold() -> Player<Toy> {
    Player::named("bold").unwrap()
}

fn fights(table: &Table, players: &[Player<Toy>], watch: Watch, count: u64) -> Vec<Fought> {
    let book = Toy::new();
    let policies: Vec<_> = players.iter().map(Player::fallback).collect();
    let gauges = book.gauges(table);
    let mut fighter = Fighter::new(&book, table, &gauges, players, &policies);
    let one = |seed| {
        let mut fought = Fought::default();
        fighter.fight(seed, watch, &mut fought).unwrap();
        fought
    };
    (0..count).map(one).collect()
}

#[test]
fn a_fight_is_the_same_whether_or_not_it_is_watched() {
    for name in ["random", "bold"] {
        let players = [Player::named(name).unwrap()];
        let plain = fights(&four(), &players, Watch::End, 60);
        for watch in [Watch::Acts, Watch::Offers] {
            let watched = fights(&four(), &players, watch, 60);
            assert!(watched.iter().all(|fought| !fought.notes.is_empty()));
            let forget = |fought: &Fought| Fought { notes: Vec::new(), ..fought.clone() };
            assert!(plain.iter().zip(&watched).all(|(plain, watched)| *plain == forget(watched)), "{name} {watch:?}");
        }
    }
}

#[test]
fn a_fight_is_the_same_by_the_rules_and_from_memory() {
    for (name, table) in [("bold", four()), ("bold", short()), ("random", four())] {
        let (book, players) = (Toy::new(), [Player::named(name).unwrap()]);
        let policies = players.map(|player| player.fallback());
        let gauges = book.gauges(&table);
        let mut fighter = Fighter::new(&book, &table, &gauges, &players, &policies).for_a_run_of(u64::MAX);
        for (seed, plain) in (0..).zip(fights(&table, &players, Watch::End, 2_000)) {
            // Others are announced than come, now and then.
            if seed % 16 == 0 {
                fighter.look_ahead(&Vec::from_iter((seed..seed + 16).filter(|seed| seed % 7 != 0)));
            }
            let mut fought = Fought::default();
            fighter.fight(seed, Watch::End, &mut fought).unwrap();
            assert_eq!(fought, plain, "{name} {seed}");
        }
        // A policy that draws lots is not remembered.
        assert_eq!(fighter.remembers() > 0, name == "bold", "{name}");
    }
}

#[test]
fn a_fight_is_the_same_from_a_remembered_opening() {
    for (name, table) in [("bold", four()), ("bold", short()), ("random", four())] {
        let (book, players) = (Toy::new(), [Player::named(name).unwrap()]);
        let (policies, gauges) = (players.map(|player| player.fallback()), book.gauges(&table));
        let fighter = |fights| Fighter::new(&book, &table, &gauges, &players, &policies).for_a_run_of(fights);
        let (mut shorter, mut longer) = (fighter(1_000), fighter(4_000));
        for (seed, plain) in (0..).zip(fights(&table, &players, Watch::End, 1_500)) {
            for fighter in [&mut shorter, &mut longer] {
                let mut fought = Fought::default();
                fighter.fight(seed, Watch::End, &mut fought).unwrap();
                assert_eq!(fought, plain, "{name} {seed}");
            }
        }
        assert_eq!(shorter.remembers(), 0, "a short run has nothing of it");
        // At most one table for sixteen fights of the run, and none where a policy draws lots.
        let expected = if name == "bold" { 1..=250 } else { 0..=0 };
        assert!(expected.contains(&longer.remembers()), "{name}: {}", longer.remembers());
    }
}

#[test]
fn notes_tell_who_did_what_and_who_fell() {
    for fought in fights(&four(), &[bold()], Watch::Acts, 20) {
        let acts = fought.notes.iter().filter(|note| matches!(note, Note::Act { .. })).count();
        assert_eq!(acts, fought.acts as usize);
        let fell = fought.notes.iter().filter(|note| matches!(note, Note::Fell { .. })).count();
        assert_eq!(fell, fought.standing.iter().filter(|standing| !**standing).count());
    }
}

#[test]
fn a_whole_fight_is_worked_out_as_it_is_counted() {
    let table = short();
    let exact = duel(&Toy::new(), &table, &[bold()], Limits::default(), &|_| true).unwrap();
    assert!(exact.is_whole && exact.open.to_f64() < 1e-9, "{exact:?}");
    let count = 4_000;
    let fought = fights(&table, &[bold()], Watch::End, count);
    for (side, mass) in &exact.won {
        let chance = mass.to_f64();
        let won = fought.iter().filter(|fought| fought.ended == Ended::Won(*side)).count() as f64;
        let deviation = (count as f64 * chance * (1.0 - chance)).sqrt();
        assert!((won - count as f64 * chance).abs() < 4.0 * deviation, "{side:?}: {won} of {count}, {chance}");
    }
}

#[test]
fn a_whole_fight_needs_policies_that_draw_no_lots_and_keeps_to_its_limits() {
    let random = duel(&Toy::new(), &short(), &[Player::named("random").unwrap()], Limits::default(), &|_| true);
    assert!(random.unwrap_err().to_string().contains("draws lots"));
    let mixed = duel(&Toy::new(), &short(), &[bold(), Player::named("best").unwrap()], Limits::default(), &|_| true);
    assert!(mixed.is_err());
    let work = |limits: Limits, is_wanted: &dyn Fn(&Duel) -> bool| {
        let small = duel(&Toy::new(), &four(), &[bold()], limits, is_wanted).unwrap();
        assert!(!small.is_whole && small.open.to_f64() > 0.1);
        (small.cut, small.tables)
    };
    let (cut, tables) = work(Limits::of(50), &|_| true);
    assert!(cut == Some(Cut::Size) && tables <= 50, "{cut:?} {tables}");
    let few = |ways| Limits { ways, ..Limits::default() };
    assert_eq!(work(few(1), &|_| true).0, Some(Cut::Act));
    assert_eq!(work(Limits { acts: 3, ..Limits::default() }, &|_| true).0, Some(Cut::Acts));
    assert_eq!(work(Limits { all_ways: 30, ..Limits::default() }, &|_| true).0, Some(Cut::Size));
    assert_eq!(work(Limits::default(), &|duel| duel.tables < 7), (Some(Cut::Unwanted), 7));
}

#[test]
fn the_next_turn_of_an_enemy_comes_after_everybody_has_passed() {
    let book = Toy::new();
    let ends = next_turn_of(&book, &four(), CID, 1_000).unwrap();
    let [table] = &ends.tables[..] else { panic!("passing rolls no dice") };
    assert!(matches!(book.status(table), Status::Acting(acting) if acting.contains(&CID)));
    let filled = referee_engine::Filled::of("attack", Some(CID)).with("target", "ann");
    let deed = Deed { by: Seat::Gm, filled, deciding: Reactions::Never.into() };
    let odds = ends_from(&book, ends, &[deed], 1_000).unwrap().odds(&book).unwrap();
    assert_eq!(odds.only().unwrap().chance("attack", Some(ANN), "hit"), "6/10".parse().unwrap());
}

#[test]
fn exact_enumerated_and_counted_chances_agree_and_a_rule_that_decides_by_the_face_is_found() {
    let check = |book: &Toy, intent: &Intent| {
        let mut dice = referee_dice::FastDice::new(3);
        referee_engine::verify::agreement(book, &four(), Seat::Gm, intent, 10_000, 4_000, &mut dice).unwrap()
    };
    let attack = Intent::Attack { actor: ANN, target: CID, focus: true };
    for intent in [&attack, &Intent::Blast { actor: ANN, target: CID }, &Intent::Hide { actor: ANN, spot: 3 }] {
        let agreement = check(&Toy::new(), intent).unwrap();
        assert!(agreement.leaves >= agreement.ways, "{agreement:?}");
        assert!(agreement.enumerated < 1e-9 && agreement.deviations < 5.0, "{agreement:?}");
    }
    let wrong = check(&Toy::with(Bug::DecidesByFace), &attack);
    assert!(wrong.is_err() || wrong.is_ok_and(|found| found.enumerated > 0.01 || found.deviations > 5.0));
}
