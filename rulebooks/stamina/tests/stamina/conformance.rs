//! The suite that every rulebook passes, over random Stamina scenes.

use crate::switches::switches;
use referee_dice::FastRng;
use referee_engine::{
    Seat, System,
    conformance::{Arena, Done, Settings, run},
    door::Source,
};
use referee_stamina::Stamina;
use std::{collections::BTreeSet, fmt::Write, ops::Range};

pub struct Scenes;

/// The scenes that the suite plays.
const SEEDS: Range<u64> = 0..10;

const PEOPLE: [&str; 11] =
    ["fighter", "guard", "archer", "mage", "duelist", "scout", "wolf", "ogre", "imp", "raider", "crossbowman"];

const SCENERY: [&str; 9] = ["crate", "low-wall", "tree", "arrow-slit", "wall", "bush", "darkness", "river", "pond"];

/// House rules that are turned in the scene of every seed; a few seeds turn all of them.
const TURNED: usize = 5;

/// Some house rules in a position that is not the default: those whose turn it is with this seed, and others by chance.
fn turned(seed: u64, rng: &mut FastRng) -> Vec<String> {
    let all = switches();
    let due = |at: usize| (at + all.len() - seed as usize * TURNED % all.len()) % all.len() < TURNED;
    let mut lines = Vec::new();
    for (at, switch) in all.iter().enumerate() {
        if due(at) || rng.below(6) == 0 {
            let other = &switch.others[rng.below(switch.others.len() as u32) as usize];
            lines.push(format!("{} = {other}", switch.name));
        }
    }
    lines
}

/// A scene by its seed: three to five people close together, some scenery, clues, some house rules.
fn scene(seed: u64) -> String {
    let mut rng = FastRng::seed_from_u64(seed);
    let mut text = String::from("book = \"stamina\"\n");
    let start = if rng.below(4) == 0 { "free" } else { "rounds" };
    let _ = writeln!(text, "start = \"{start}\"\nwind = {}", rng.below(3));
    let rises =
        ["", ", rises = [{ from = { x = 0, y = 0 }, to = { x = 1, y = 1 }, height = 4 }]"][rng.below(2) as usize];
    let _ = writeln!(text, "map = {{ grid = \"hex\", columns = 7, rows = 5, cell = 1, unit = \"m\"{rises} }}");
    text.push_str("[rules]\n");
    for line in turned(seed, &mut rng) {
        let _ = writeln!(text, "{line}");
    }
    let mut cells: Vec<(u32, u32)> = (0..7).flat_map(|x| (0..5).map(move |y| (x, y))).collect();
    let mut place = |rng: &mut FastRng| {
        let (x, y) = cells.swap_remove(rng.below(cells.len() as u32) as usize);
        format!("[{x}, {y}]")
    };
    let count = 3 + rng.below(3);
    for at in 0..count {
        let from = PEOPLE[rng.below(PEOPLE.len() as u32) as usize];
        let side = if at % 2 == 0 { "heroes" } else { "foes" };
        // Names that occur nowhere else, so that a leak can be seen.
        let _ = writeln!(
            text,
            "[[characters]]\nfrom = \"{from}\"\nname = \"Qx{at}zz\"\nside = \"{side}\"\nat = {}\nfacing = {}",
            place(&mut rng),
            rng.below(6)
        );
        if rng.below(5) == 0 {
            text.push_str("posture = \"prone\"\n");
        }
        if rng.below(4) == 0 {
            text.push_str("hidden = true\n");
            if rng.below(2) == 0 {
                let _ = writeln!(text, "stealth = {}", 5 + rng.below(12));
            }
            if at > 0 && rng.below(2) == 0 {
                text.push_str("noticed_by = [\"qx0zz\"]\n");
            }
        }
        if at > 0 && rng.below(8) == 0 {
            text.push_str("asleep = true\n");
        }
        if rng.below(6) == 0 {
            text.push_str("surprised = true\nflat_footed = true\n");
        }
        if rng.below(4) == 0 {
            let _ = writeln!(text, "warning = {}", 1 + rng.below(3));
        }
        if rng.below(3) == 0 {
            let _ = writeln!(text, "health = {}\nstun = {}", 1 + rng.below(8), rng.below(5));
        }
        if rng.below(4) == 0 {
            let _ = writeln!(text, "defense = {}", rng.below(9));
        }
    }
    for at in 0..rng.below(5) {
        let from = SCENERY[rng.below(SCENERY.len() as u32) as usize];
        let _ = writeln!(text, "[[scenery]]\nfrom = \"{from}\"\nkey = \"thing-{at}\"\ncells = [{}]", place(&mut rng));
    }
    text.push_str("[[items]]\nitem = \"spear\"\nat = [3, 2]\n");
    text.push_str("[[clues]]\nkey = \"ash\"\ntopic = \"word\"\ndifficulty = 8\ninformation = \"Zyxash\"\n");
    text.push_str(
        "[[clues]]\nkey = \"soot\"\ntopic = \"word\"\ndifficulty = 12\ncost = 1\ninformation = \"Zyxsoot\"\n",
    );
    text.push_str("[[clues]]\nkey = \"purse\"\ndifficulty = 9\nitem = true\ninformation = \"Zyxpurse\"\n");
    text.push_str("[[checks]]\nname = \"Stuck door\"\nattribute = \"body\"\nskill = \"crafting\"\naid = true\n");
    text
}

impl Arena for Scenes {
    type Book = Stamina;

    fn table(&self, seed: u64) -> (Stamina, <Stamina as System>::Table) {
        let text = scene(seed);
        Stamina::open(&Source::new(format!("seed {seed}"), &*text))
            .unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
    }

    fn broken(&self, done: &Done<'_, Stamina>) -> Vec<String> {
        crate::invariants::broken(done)
    }

    /// A player must not learn of a character that is hidden from its side, nor of what nobody of its own has found.
    fn secrets(&self, _: &Stamina, table: &<Stamina as System>::Table, seat: Seat) -> Vec<String> {
        let mut secrets = Vec::new();
        for who in table.ids() {
            if !referee_stamina::knows(table, seat, who) {
                secrets.push(table.name(who).to_owned());
                secrets.push(table.sheet(who).key.clone());
            }
        }
        for (sheet, clue) in table.setup.clues.iter().zip(table.clues.iter()) {
            let found = table.ids().any(|who| seat.plays(who) && clue.found.contains(who));
            if seat != Seat::Gm && !found && sheet.information.starts_with("Zyx") {
                secrets.push(sheet.information.clone());
            }
        }
        secrets
    }
}

#[test]
fn stamina_conforms() {
    let settings =
        Settings { seeds: SEEDS, steps: 14, odds_every: 5, ways: 2_000, samples: 200, ..Settings::default() };
    let report = run(&Scenes, &settings);
    println!("{:?}", report.counts);
    report.assert_ok();
    for what in ["actions", "questions", "odds"] {
        assert!(report.count(what) > 20, "{what}: {:?}", report.counts);
    }
}

/// The scenes that the suite plays turn every switch, and those of a soak every position of it.
#[test]
fn scenes_turn_every_switch() {
    let turned_by = |seeds: Range<u64>| -> BTreeSet<String> {
        seeds.flat_map(|seed| turned(seed, &mut FastRng::seed_from_u64(seed))).collect()
    };
    let (few, many) = (turned_by(SEEDS), turned_by(1_000_000..1_000_300));
    for switch in switches() {
        let is_turned = few.iter().any(|line| line.starts_with(&format!("{} = ", switch.name)));
        assert!(is_turned, "{} is turned by no scene", switch.name);
        for other in &switch.others {
            assert!(many.contains(&format!("{} = {other}", switch.name)), "{} = {other}", switch.name);
        }
    }
}
