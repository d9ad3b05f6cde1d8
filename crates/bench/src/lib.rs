//! One usual attack and one full battle of every book, for `./bench`.

use referee_clockworld::Clockworld;
use referee_crisis::Crisis;
use referee_engine::{ActorId, Filled, Seat, Simulate, System, door::Source};
use referee_proficiency::Proficiency;
use referee_segments::Segments;
use referee_stamina::Stamina;

/// A scene in which the first character strikes at the second.
pub struct Attack {
    /// The book.
    pub book: &'static str,
    /// What it is: what is asked, rolled and suffered on the way.
    pub what: &'static str,
    run: fn(&Attack, u64) -> u64,
    scene: &'static str,
    /// What has to be done before: who, and the command.
    before: &'static [(u16, &'static str)],
    command: &'static str,
}

impl Attack {
    /// Strikes so many times, each from the same start. Gives how many times the target was worse off afterwards.
    pub fn strike(&self, times: u64) -> u64 {
        (self.run)(self, times)
    }
}

/// All of them.
pub const ATTACKS: [Attack; 5] = [
    Attack {
        book: "clockworld",
        what: "an Attack with a knife, Dodge, Injury and Shock Check",
        run: strike::<Clockworld>,
        scene: r#"
            book = "clockworld"
            map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
            characters = [
                { from = "knife-bandit", name = "Mudo", kind = "pc", at = [3, 3] },
                { from = "knife-bandit", name = "Bandit", at = [4, 3] },
            ]
        "#,
        before: &[],
        command: "attack target=bandit weapon=knife part=chest",
    },
    Attack {
        book: "crisis",
        what: "an Attack with a sword, parry and wounds",
        run: strike::<Crisis>,
        scene: r#"
            book = "crisis"
            map = { grid = "square", columns = 12, rows = 8, cell = 1, unit = "square" }
            crisis = { acting = "bors" }
            characters = [
                { from = "brawler", name = "Bors", at = [3, 3] },
                { from = "brawler", name = "Rival", side = "foes", at = [4, 3] },
            ]
        "#,
        before: &[],
        command: "attack target=rival weapon=longsword",
    },
    Attack {
        book: "stamina",
        what: "a basic attack with a sword, reactions, armour and stun",
        run: strike::<Stamina>,
        scene: r#"
            book = "stamina"
            map = { grid = "hex", columns = 12, rows = 8, cell = 1, unit = "m" }
            characters = [
                { from = "fighter", name = "Ann", at = [3, 3], facing = 1 },
                { from = "guard", name = "Cid", side = "foes", at = [4, 3], facing = 4 },
            ]
            scenery = [{ from = "low-wall", cells = [[7, 3]] }]
        "#,
        before: &[],
        command: "basic target=cid weapon=arming-sword",
    },
    Attack {
        book: "proficiency",
        what: "an attack with a feat, DC, check and damage",
        run: strike::<Proficiency>,
        scene: r#"
            book = "proficiency"
            scenario = { phase = "initiative" }
            characters = [{ from = "warrior" }, { from = "bandit", hp_max = 200 }]
        "#,
        before: &[],
        command: "attack target=bandit feat=power-strike",
    },
    Attack {
        book: "segments",
        what: "a Standard Action with a sword against a shield",
        run: strike::<Segments>,
        scene: r#"
            book = "segments"
            speed = "segmented"
            map = { grid = "square", columns = 12, rows = 8, cell = 5, unit = "feet" }
            characters = [
                { from = "cutthroat", name = "Mudo", side = "players", at = [3, 3] },
                { from = "shieldbearer", name = "Bandit", side = "foes", at = [4, 3] },
            ]
        "#,
        before: &[(1, "declare intention=standard"), (0, "declare intention=standard")],
        command: "attack target=bandit weapon=short-sword",
    },
];

/// Four against four on a map, with movement, cover and reactions.
pub struct Battle {
    /// The book.
    pub book: &'static str,
    /// The scene.
    pub scene: &'static str,
}

/// All of them.
pub const BATTLES: [Battle; 5] = [
    Battle { book: "clockworld", scene: include_str!("../battles/clockworld.toml") },
    Battle { book: "crisis", scene: include_str!("../battles/crisis.toml") },
    Battle { book: "stamina", scene: include_str!("../battles/stamina.toml") },
    Battle { book: "proficiency", scene: include_str!("../battles/proficiency.toml") },
    Battle { book: "segments", scene: include_str!("../battles/segments.toml") },
];

fn strike<S: System>(attack: &Attack, times: u64) -> u64 {
    let opened = S::open(&Source::new("bench.toml", attack.scene));
    let (book, mut start) = opened.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let bold = [S::policies()[1].1];
    let mut oracle = Simulate::new(&book, &bold, 7);
    for &(by, text) in attack.before {
        let intent = command(&book, &start, by, text);
        assert!(book.resolve(&mut start, Seat::Gm, &intent, &mut oracle).is_ok(), "a legal act");
    }
    let intent = command(&book, &start, 0, attack.command);
    let target = book.side(&start, ActorId(1));
    let mut table = start.clone();
    let mut harmed = 0;
    for _ in 0..times {
        table.clone_from(&start);
        attack_once(&book, &mut table, &intent, &mut oracle);
        harmed += u64::from(book.score(&table, target) < book.score(&start, target));
    }
    harmed
}

/// What is counted: the whole of an attack, by the rules and nothing else.
#[inline(never)]
fn attack_once<S: System>(book: &S, table: &mut S::Table, intent: &S::Intent, oracle: &mut Simulate<'_, S>) {
    assert!(book.resolve(table, Seat::Gm, intent, oracle).is_ok(), "a legal act");
}

fn command<S: System>(book: &S, table: &S::Table, by: u16, text: &str) -> S::Intent {
    let mut filled = Filled::parse(text).expect("a command");
    filled.actor = Some(ActorId(by));
    book.intent(table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"))
}
