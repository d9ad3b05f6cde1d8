//! The example is a book like any other: it conforms, its odds are exact, it can be simulated and played at a table.

use referee_brawl::{Brawl, Fighter, Table};
use referee_dice::{Chance, FastRng};
use referee_engine::{
    ActorId, ActorSet, Deciding, Filled, Gauge, Reactions, Roster, Seat, Session, Side, System, Told, Waiting, What,
    Who,
    conformance::{Arena, Settings, run},
    door::Source,
    fight::{Ended, Fighter as Fights, Fought, Player, Watch},
    odds_of,
};
use std::{collections::BTreeMap, fs, path::Path};

const ANNA: ActorId = ActorId(0);
const BERT: ActorId = ActorId(1);

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn duel() -> (Brawl, Table) {
    let text = fs::read_to_string(folder().join("duel.toml")).unwrap();
    Brawl::open(&Source::new("duel.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn seat(actor: ActorId) -> Seat {
    Seat::Player(ActorSet::EMPTY.with(actor))
}

fn strike(who: ActorId, target: &str) -> Filled {
    Filled::of("strike", Some(who)).with("target", target)
}

struct Brawls;

impl Arena for Brawls {
    type Book = Brawl;

    fn table(&self, seed: u64) -> (Brawl, Table) {
        let mut rng = FastRng::seed_from_u64(seed);
        let fighter = |at: u32, rng: &mut FastRng| Fighter {
            name: format!("Fighter {at}"),
            side: Side((at % 3 % 2) as u8),
            skill: rng.below(8) as u8,
            guard: 8 + rng.below(8) as u8,
            hp: 1 + rng.below(9) as u8,
            lost: 0,
            has_dodged: rng.below(4) == 0,
        };
        let count = 2 + rng.below(4);
        let fighters: Roster<Fighter> = (0..count).map(|at| fighter(at, &mut rng)).collect();
        (Brawl, Table { book: "brawl".into(), turn: ActorId(rng.below(count) as u16), fighters })
    }

    /// Everybody may know everything.
    fn secrets(&self, _: &Brawl, _: &Table, _: Seat) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn it_conforms() {
    let report = run(&Brawls, &Settings { seeds: 0..30, ..Settings::default() });
    report.assert_ok();
    for what in ["actions", "questions", "odds"] {
        assert!(report.count(what) > 20, "{what}: {:?}", report.counts);
    }
}

/// BR-001, BR-002: Anna needs 12 - 4 = 8 on a d20, so 13 faces of 20 hit; against a dodge 13, so 8 of 20.
#[test]
fn chances_are_exact() {
    let (book, mut table) = duel();
    let intent = book.intent(&table, seat(ANNA), &strike(ANNA, "bert")).unwrap();
    let odds = |table: &Table, deciding: Deciding| odds_of(&book, table, seat(ANNA), &intent, deciding, 1_000).unwrap();
    let stands = || Deciding::from(Reactions::Never);
    let dodges = || Deciding::from(Reactions::Never).with(["dodge"]);
    for (deciding, hits) in [(stands(), 13), (dodges(), 8)] {
        let odds = odds(&table, deciding);
        let only = odds.only().unwrap();
        assert_eq!(only.chance("strike", Some(BERT), "hit"), Chance::new(hits, 20));
        assert_eq!(only.chance("strike", Some(BERT), "missed"), Chance::new(20 - hits, 20));
        assert_eq!(only.chance("damage", Some(BERT), "6"), Chance::new(hits, 20 * 6));
    }
    // BR-004: Bert has 3 hit points, and 3, 4, 5 and 6 of 6 take them: 13/20 times 4/6.
    let all = odds(&table, stands());
    let fatal =
        all.only().unwrap().chance_of(|marks| marks.get("damage", Some(BERT)).is_some_and(|mark| mark.value >= 3));
    assert_eq!(fatal.reduced(), Chance::new(13, 30));
    // Whoever has dodged is not asked again.
    table.fighters[BERT].has_dodged = true;
    let asked_nowhere = odds_of(&book, &table, seat(ANNA), &intent, dodges(), 1_000);
    assert!(asked_nowhere.is_err());
}

/// What is barred says why, and the act is listed all the same.
#[test]
fn what_cannot_be_done_has_its_reason() {
    let (book, table) = duel();
    let reasons: Vec<_> =
        book.offers(&table, seat(ANNA)).into_iter().map(|offer| (offer.verb, offer.refused)).collect();
    assert_eq!((reasons[0].0.as_str(), &reasons[0].1), ("strike", &None));
    assert_eq!(reasons[1].1.as_ref().unwrap().to_string(), "you are not hurt (BR-003)");
    let not_yet = book.intent(&table, seat(BERT), &strike(BERT, "anna")).unwrap_err();
    assert_eq!(not_yet.to_string(), "it is the turn of Anna (BR-005)");
}

/// At a table: Anna strikes, Bert's player is asked and dodges, dice that are typed in fall, and the journal replays.
#[test]
fn it_is_played_at_a_table() {
    let (book, table) = duel();
    let mut session = Session::new(book, table, [1; 32]);
    let typed = |who| What::Typed { who: Who::Actor(who), typed: true };
    session.put(seat(ANNA), typed(ANNA)).unwrap();
    session.take(seat(ANNA), &strike(ANNA, "bert")).unwrap();
    let [Waiting::Answer { ask, prompt, .. }] = session.waiting() else { panic!("{:?}", session.waiting()) };
    assert_eq!(prompt.text, "Anna strikes at you. Do you dodge?");
    assert_eq!(prompt.options.iter().map(|option| option.key.as_str()).collect::<Vec<_>>(), ["stand", "dodge"]);
    session.put(seat(BERT), What::Answer { ask: *ask, option: 1, key: None }).unwrap();
    for faces in [[13], [2]] {
        let [Waiting::Dice { ask, .. }] = session.waiting() else { panic!("{:?}", session.waiting()) };
        session.put(seat(ANNA), What::Dice { ask: *ask, faces: faces.into() }).unwrap();
    }
    let bert = &session.table().fighters[BERT];
    assert_eq!((bert.left(), bert.has_dodged, session.table().turn), (1, false, BERT));
    let said = |told: &Told<Brawl>| match told {
        Told::Event { event, .. } => Some(session.book().narrate(session.table(), event).text),
        Told::Dice { .. } => None,
    };
    let words: Vec<String> = session.told(Seat::Spectator).filter_map(said).collect();
    assert_eq!(words, ["Anna strikes at Bert: 13 against 13, 2 damage"]);
    let view = session.book().view(session.table(), Seat::Spectator);
    assert_eq!((view.clock.turn.as_str(), view.actors[1].tracks[0].now), ("Bert", 1));
    let again = Session::<Brawl>::replay(&session.journal(), false).unwrap();
    assert_eq!(again.table(), session.table());
}

/// 2,000 fights, all to their ends; Anna, who is better in everything, wins most of them.
#[test]
fn it_is_simulated() {
    let (book, table) = duel();
    let gauges: Vec<Gauge> = book.gauges(&table);
    let player = Player::<Brawl>::named("bold").unwrap();
    let (players, policies) = ([player; 2], [player.fallback(); 2]);
    let mut fights = Fights::new(&book, &table, &gauges, &players, &policies);
    let mut won = [0; 2];
    for seed in 0..2_000 {
        let mut fought = Fought::default();
        fights.fight(seed, Watch::End, &mut fought).unwrap();
        let Ended::Won(Side(side)) = fought.ended else { panic!("fight {seed}: {:?}", fought.ended) };
        won[usize::from(side)] += 1;
    }
    assert!(won[0] > 1_600, "{won:?}");
}

/// Mistakes in a scene are told at their places.
#[test]
fn a_scene_says_what_is_wrong_with_it() {
    let text = fs::read_to_string(folder().join("duel.toml")).unwrap().replace("turn = 0", "turn = 7");
    let mistakes =
        Brawl::open(&Source::new("duel.toml", text.replace("skill = 4", "skil = 4"))).unwrap_err().to_string();
    assert!(mistakes.contains("skil") && mistakes.contains("did you mean `skill`?"), "{mistakes}");
    let mistakes = Brawl::open(&Source::new("duel.toml", text)).unwrap_err().to_string();
    assert!(mistakes.contains("duel.toml:2:8: turn: whoever has the turn stands"), "{mistakes}");
}

/// The guide shows the code as it is: each of its blocks stands in a file of this example.
#[test]
fn the_guide_shows_the_code_as_it_is() {
    let guide = fs::read_to_string(folder().join("../../docs/a-book-of-your-own.md")).unwrap();
    let sources: BTreeMap<String, String> =
        ["duel.toml", "Cargo.toml", "src/lib.rs", "src/table.rs", "src/strike.rs", "src/breathe.rs", "tests/brawl.rs"]
            .map(|name| (name.to_owned(), fs::read_to_string(folder().join(name)).unwrap()))
            .into();
    let mut blocks = guide.split("```").skip(1).step_by(2);
    let shown = blocks.by_ref().filter(|block| block.starts_with("rust") || block.starts_with("toml"));
    let mut count = 0;
    for block in shown {
        let code = block.split_once('\n').map_or("", |(_, code)| code).trim_end();
        assert!(sources.values().any(|source| source.contains(code)), "this is nowhere in the example:\n{code}");
        count += 1;
    }
    assert!(count > 5, "the guide shows code");
}

/// The book is small: 200 lines of Rust, not counting blank lines and comments.
#[test]
fn it_is_small() {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let files =
        fs::read_dir(folder().join("src")).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let lines: usize = files.map(|text| text.lines().filter(is_code).count()).sum();
    assert!(lines <= 200, "{lines} lines");
}
