//! What an act comes down to is what the rules would find themselves: with a brief and without one it ends alike.

use referee_engine::{ActorId, Next, Seat, Simulate, System, Who, door::Source, space::Place};
use referee_segments::{
    Intent, Segments,
    brief::Brief,
    table::{Out, Table, Whereabouts},
};
use std::collections::BTreeMap;

/// A wall, a bank, a bow, thrown daggers and long arms: whatever an attack or a way may depend on.
const SCENE: &str = r#"
    book = "segments"
    speed = "segmented"
    ends = [{ when = "last_side" }]
    map = { grid = "square", columns = 12, rows = 7, cell = 5, unit = "feet" }
    characters = [
        { from = "shieldbearer", name = "Shield", at = [3, 3] },
        { from = "halberdier", name = "Long arm", at = [2, 3] },
        { from = "scout", name = "Ilse", at = [1, 2] },
        { from = "cutthroat", name = "Nib", at = [8, 2] },
        { from = "shieldbearer", name = "Nob", side = "foes", at = [8, 4] },
        { from = "ogre", name = "Neb", at = [9, 5] },
    ]
    things = [
        { from = "wall", key = "upper-wall", cells = [[3, 0], [3, 1]], at = [3, 0] },
        { from = "low-wall", key = "bank", at = [6, 4] },
    ]
"#;

fn open() -> (Segments, Table) {
    Segments::open(&Source::new("briefs.toml", SCENE)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn an_act_ends_alike_with_its_brief_and_without() {
    let (book, start) = open();
    let (mut attacks, mut moves) = (0, 0);
    for name in ["bold", "careful"] {
        let policy = [Segments::policies().iter().find(|(known, _)| *known == name).expect("a policy").1];
        for seed in 0..40 {
            let mut table = start.clone();
            let mut with = Simulate::new(&book, &policy, seed);
            let mut without = Simulate::new(&book, &policy, seed);
            for _ in 0..400 {
                let Next::Acts(who) = book.next(&table) else { break };
                let intent = with.choose(&table, who);
                let brief = book.brief(&table, &intent);
                attacks += u32::from(matches!(brief, Brief::Attack(_)));
                moves += u32::from(matches!(brief, Brief::Move(_)));
                let mut other = table.clone();
                book.resolve_briefed(&mut table, &intent, &brief, &mut with).expect("it is legal");
                book.resolve(&mut other, Seat::Gm, &intent, &mut without).expect("it is legal");
                assert_eq!(table, other, "{name}, seed {seed}: {intent:?} with {brief:?}");
            }
        }
    }
    assert!(attacks > 1_000 && moves > 200, "{attacks} attacks and {moves} movements");
}

/// What a run does at one go are the acts that the policy would choose one by one, and on the same grounds it is the same.
#[test]
fn acts_at_one_go_are_those_that_would_be_chosen_one_by_one() {
    let (book, start) = open();
    for (name, policy) in &Segments::policies()[1..] {
        let (policies, mut known, mut most) = ([*policy], BTreeMap::new(), [0; 2]);
        for seed in 0..60 {
            let (mut table, mut other) = (start.clone(), start.clone());
            let mut at_one_go = Simulate::new(&book, &policies, seed);
            let mut one_by_one = Simulate::new(&book, &policies, seed);
            while let Next::Acts(who) = book.next(&table) {
                let intent = at_one_go.choose(&table, who);
                let brief = book.brief_by(&table, *policy, &intent);
                if let Some(grounds) = book.grounds(&table, *policy) {
                    let chosen = (intent.clone(), brief.clone());
                    let before = known.entry(grounds).or_insert_with(|| chosen.clone());
                    assert_eq!(*before, chosen, "{name}, seed {seed}");
                }
                let acts = book.act_briefed(&mut table, *policy, &intent, &brief, &mut at_one_go).expect("it is legal");
                let kind = usize::from(matches!(intent, Intent::Declare(_)));
                most[kind] = most[kind].max(acts);
                for at in 0..acts {
                    let Next::Acts(who) = book.next(&other) else { panic!("{name}, seed {seed}: it is over") };
                    let chosen = one_by_one.choose(&other, who);
                    assert!(at > 0 || chosen == intent, "{name}, seed {seed}: {chosen:?}");
                    book.resolve(&mut other, Seat::Gm, &chosen, &mut one_by_one).expect("it is legal");
                }
                assert_eq!(table, other, "{name}, seed {seed}: {intent:?} with {brief:?}");
            }
        }
        let expected = if *name == "bold" { [2, 3] } else { [2, 1] };
        assert_eq!(most, expected, "{name}: whoever has acted is done, and bold ones declare together");
    }
}

/// The first attack and the first movement that a bold one chooses, with their tables.
fn first_acts() -> (Segments, [(Table, Intent); 2]) {
    let (book, mut table) = open();
    let policy = [Segments::policies()[1].1];
    let mut simulate = Simulate::new(&book, &policy, 1);
    let (mut attack, mut way) = (None, None);
    while attack.is_none() || way.is_none() {
        let Next::Acts(who @ Who::Actor(_)) = book.next(&table) else { panic!("it goes on") };
        let intent = simulate.choose(&table, who);
        match intent {
            Intent::Attack(_) if attack.is_none() => attack = Some((table.clone(), intent.clone())),
            Intent::Move(_) if way.is_none() => way = Some((table.clone(), intent.clone())),
            _ => {}
        }
        book.resolve(&mut table, Seat::Gm, &intent, &mut simulate).expect("it is legal");
    }
    (book, [attack.expect("somebody struck"), way.expect("somebody moved")])
}

/// What a brief does not follow from need not be in the grounds of a choice.
#[test]
fn a_brief_follows_from_nobodys_wounds_and_no_foes_gear() {
    let (book, acts) = first_acts();
    for (table, intent) in acts {
        let brief = book.brief(&table, &intent);
        assert_ne!(brief, Brief::Nothing);
        let mut later = table.clone();
        for who in table.ids() {
            later.actor_mut(who).health -= 1;
            later.actor_mut(who).part.owed = 1;
        }
        let Next::Acts(Who::Actor(me)) = book.next(&table) else { panic!("somebody acts") };
        for thing in table.thing_ids().filter(|&thing| table.thing(thing).owner().is_some_and(|by| by != me)) {
            later.put(thing, Whereabouts::Gone);
        }
        assert_eq!(book.brief(&later, &intent), brief);
    }
}

#[test]
fn a_way_goes_by_where_everybody_is() {
    let (book, [_, (table, intent)]) = first_acts();
    let brief = book.brief(&table, &intent);
    let Next::Acts(Who::Actor(me)) = book.next(&table) else { panic!("somebody acts") };
    let foe = table.able_foes(me).first().expect("there are foes");
    let changes: [fn(&mut Table, ActorId); 2] = [
        |table, foe| table.actors.set_at(foe, Place::new(11, 6, 0)),
        |table, foe| table.actors.set_out(foe, Out::Dead),
    ];
    for change in changes {
        let mut other = table.clone();
        change(&mut other, foe);
        assert_ne!(book.brief(&other, &intent), brief);
    }
}
