//! Exact probabilities of the ledger: attacks by target number and maximum, checks, stocks. The rest are in `cases/segments`.

use referee_dice::Chance;
use referee_engine::{
    ActorId, Deciding, Filled, Reactions, Seat, System,
    door::Source,
    odds::{Deed, Ends, ends_of},
};
use referee_segments::{Segments, table::Table};

fn open(text: &str) -> (Segments, Table) {
    Segments::open(&Source::new("odds.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

fn chance(text: &str) -> Chance {
    text.parse().unwrap_or_else(|_| panic!("{text} is a fraction"))
}

/// What comes of commands in a row, each by somebody (`gm` for nobody).
fn ends(book: &Segments, table: &Table, deeds: &[(&str, &str)]) -> Ends<Segments> {
    let deed = |(by, command): &(&str, &str)| {
        let mut filled = Filled::parse(command).expect("a command");
        filled.actor = table.find(by);
        Deed { by: Seat::Gm, filled, deciding: Deciding { reactions: Reactions::Never, answers: Vec::new() } }
    };
    let deeds: Vec<Deed> = deeds.iter().map(deed).collect();
    ends_of(book, table, &deeds, 1_000_000).unwrap_or_else(|error| panic!("{error}"))
}

/// The damage and the telling of one attack, each with its chance.
fn blow(target: u8, maximum: i16, ward: i8, dice: &str, keep: &str) -> Vec<(i32, i32, Chance)> {
    let text = format!(
        r#"
        book = "segments"
        speed = "segmented"
        rules = {{ advantage_keep = "{keep}" }}
        map = {{ grid = "square", columns = 3, rows = 1, cell = 5, unit = "feet" }}
        [[characters]]
        name = "Ann"
        quick = 12
        accurate = {accurate}
        natural = [{{ name = "Blade", weapon = {{ maximum = {maximum} }} }}]
        at = [0, 0]
        [[characters]]
        name = "Bob"
        side = "foes"
        ward = {ward}
        health_max = 99
        pain_threshold = 99
        at = [1, 0]
        "#,
        accurate = i16::from(target) + i16::from(ward),
    );
    let (book, table) = open(&text);
    let mut deeds = vec![("bob", "declare intention=standard"), ("ann", "declare intention=standard")];
    let given = format!("circumstance who=ann gives={dice}");
    if dice != "one" {
        deeds.push(("gm", &given));
    }
    deeds.push(("ann", "attack target=bob weapon=blade"));
    let bob = table.find("bob");
    let ways = ends(&book, &table, &deeds).ways;
    let value = |marks: &referee_engine::Marks, measure: &str| marks.get(measure, bob).map_or(0, |mark| mark.value);
    ways.into_iter().map(|(_, marks, _, chance)| (value(&marks, "damage"), value(&marks, "attack"), chance)).collect()
}

fn chance_of(ways: &[(i32, i32, Chance)], holds: impl Fn(i32, i32) -> bool) -> Chance {
    ways.iter()
        .filter(|(damage, told, _)| holds(*damage, *told))
        .map(|(.., chance)| chance.clone())
        .sum::<Chance>()
        .reduced()
}

fn mean(ways: &[(i32, i32, Chance)]) -> Chance {
    ways.iter().map(|(damage, _, chance)| &Chance::from(*damage as u64) * chance).sum::<Chance>().reduced()
}

/// How the telling is counted: a hit and a critical.
const HIT: i32 = 2;
const CRITICAL: i32 = 3;

/// Dice and switch of the five columns of the ledger's tables.
const COLUMNS: [(&str, &str); 5] = [
    ("one", "result"),
    ("advantage", "result"),
    ("advantage", "die"),
    ("disadvantage", "result"),
    ("disadvantage", "die"),
];

/// SE-P01 to SE-P18: target number 10, maximum 8: hit at all, critical, expected damage, more than 4.
#[test]
fn se_p01_se_p18_target_number_10_and_maximum_8() {
    let expected = [
        ["1/2", "1/20", "13/5", "3/10"],        // SE-P01 SE-P02 SE-P03 SE-P04
        ["3/4", "39/400", "17/4", "51/100"],    // SE-P05 SE-P06 SE-P07 SE-P08
        ["3/4", "21/400", "411/100", "49/100"], // SE-P05 SE-P09 SE-P10 SE-P11
        ["1/4", "1/400", "19/20", "9/100"],     // SE-P12 SE-P13 SE-P14 SE-P15
        ["1/4", "19/400", "109/100", "11/100"], // SE-P12 SE-P16 SE-P17 SE-P18
    ];
    for ((dice, keep), [hits, criticals, damage, more]) in COLUMNS.into_iter().zip(expected) {
        let ways = blow(10, 8, 0, dice, keep);
        assert_eq!(chance_of(&ways, |_, told| told >= HIT), chance(hits), "{dice} {keep}");
        assert_eq!(chance_of(&ways, |_, told| told == CRITICAL), chance(criticals), "{dice} {keep}");
        assert_eq!(mean(&ways), chance(damage), "{dice} {keep}");
        assert_eq!(chance_of(&ways, |damage, _| damage > 4), chance(more), "{dice} {keep}");
    }
}

/// The full distribution for target number 10, maximum 8, in 400ths: nothing, hits of 1 to 8, critical.
#[test]
fn the_full_distribution_for_target_number_10_and_maximum_8() {
    let expected: [[u128; 10]; 5] = [
        [200, 20, 20, 20, 20, 20, 20, 20, 40, 20],
        [100, 21, 23, 25, 27, 29, 31, 33, 72, 39],
        [100, 23, 25, 27, 29, 31, 33, 35, 76, 21],
        [300, 19, 17, 15, 13, 11, 9, 7, 8, 1],
        [300, 17, 15, 13, 11, 9, 7, 5, 4, 19],
    ];
    for ((dice, keep), row) in COLUMNS.into_iter().zip(expected) {
        let ways = blow(10, 8, 0, dice, keep);
        for (at, weight) in row.into_iter().enumerate() {
            let found = match at {
                0 => chance_of(&ways, |_, told| told < HIT),
                9 => chance_of(&ways, |_, told| told == CRITICAL),
                hit => chance_of(&ways, |damage, told| told == HIT && damage == hit as i32),
            };
            assert_eq!(found, Chance::new(weight, 400), "{dice} {keep}, {at}");
        }
    }
}

/// Expected damage by target number and maximum, without otherworldly Defense: the ledger's second table.
#[test]
fn expected_damage_by_target_number_and_maximum() {
    let table: [(u8, i16, [&str; 5]); 27] = [
        (1, 4, ["1/5", "39/100", "39/100", "1/100", "1/100"]),
        (1, 8, ["2/5", "39/50", "39/50", "1/50", "1/50"]),
        (1, 10, ["1/2", "39/40", "39/40", "1/40", "1/40"]),
        (5, 4, ["7/10", "253/200", "247/200", "27/200", "33/200"]),
        (5, 8, ["9/10", "331/200", "309/200", "29/200", "51/200"]),
        (5, 10, ["1/1", "37/20", "17/10", "3/20", "3/10"]),
        (8, 4, ["13/10", "433/200", "427/200", "87/200", "93/200"]),
        (8, 8, ["9/5", "309/100", "59/20", "51/100", "13/20"]),
        (8, 10, ["19/10", "657/200", "123/40", "103/200", "29/40"]),
        (10, 4, ["17/10", "533/200", "527/200", "147/200", "153/200"]),
        (10, 8, ["13/5", "17/4", "411/100", "19/20", "109/100"]),
        (10, 10, ["11/4", "363/80", "69/16", "77/80", "19/16"]),
        (12, 4, ["21/10", "617/200", "611/200", "223/200", "229/200"]),
        (12, 8, ["17/5", "21/4", "511/100", "31/20", "169/100"]),
        (12, 10, ["15/4", "471/80", "453/80", "129/80", "147/80"]),
        (15, 4, ["27/10", "713/200", "707/200", "367/200", "373/200"]),
        (15, 8, ["23/5", "129/20", "631/100", "11/4", "289/100"]),
        (15, 10, ["21/4", "603/80", "117/16", "237/80", "51/16"]),
        (18, 4, ["33/10", "773/200", "767/200", "547/200", "553/200"]),
        (18, 8, ["29/5", "729/100", "143/20", "431/100", "89/20"]),
        (18, 10, ["27/4", "699/80", "681/80", "381/80", "399/80"]),
        (20, 4, ["37/10", "793/200", "787/200", "687/200", "693/200"]),
        (20, 8, ["33/5", "153/20", "751/100", "111/20", "569/100"]),
        (20, 10, ["31/4", "743/80", "145/16", "497/80", "103/16"]),
        (21, 4, ["37/10", "793/200", "793/200", "687/200", "687/200"]),
        (21, 8, ["33/5", "153/20", "153/20", "111/20", "111/20"]),
        (21, 10, ["31/4", "743/80", "743/80", "497/80", "497/80"]),
    ];
    for (target, maximum, row) in table {
        for ((dice, keep), expected) in COLUMNS.into_iter().zip(row) {
            let found = mean(&blow(target, maximum, 0, dice, keep));
            assert_eq!(found, chance(expected), "target {target}, maximum {maximum}, {dice} {keep}");
        }
    }
}

/// SE-P33 to SE-P37: otherworldly Defense 3 against a critical, and target number 1.
#[test]
fn se_p33_se_p37_wards_and_the_least_target_number() {
    let one = blow(10, 8, 3, "one", "result");
    assert_eq!(mean(&one), chance("49/20")); // SE-P33
    assert_eq!(chance_of(&one, |damage, _| damage >= 5), chance("3/10")); // SE-P34
    assert_eq!(mean(&blow(10, 8, 3, "advantage", "result")), chance("1601/400")); // SE-P35
    assert_eq!(mean(&blow(10, 8, 3, "advantage", "die")), chance("1581/400")); // SE-P36
    assert_eq!(mean(&blow(1, 8, 0, "one", "result")), chance("2/5")); // SE-P37
}

/// The two general facts: chances of a critical and of a hit at all, for every target number from 1 to 20.
#[test]
fn criticals_and_hits_for_every_target_number() {
    for target in (1..=20u8).step_by(3) {
        let t = u128::from(target);
        let criticals = [20, 39, 41 - 2 * t, 1, 2 * t - 1].map(|weight| Chance::new(weight, 400));
        let miss = (20 - t) * (20 - t);
        let hits = [20 * t, 400 - miss, 400 - miss, t * t, t * t].map(|weight| Chance::new(weight, 400));
        for ((dice, keep), (critical, hit)) in COLUMNS.into_iter().zip(criticals.into_iter().zip(hits)) {
            let ways = blow(target, 8, 0, dice, keep);
            assert_eq!(chance_of(&ways, |_, told| told == CRITICAL), critical, "{target} {dice} {keep}");
            assert_eq!(chance_of(&ways, |_, told| told >= HIT), hit, "{target} {dice} {keep}");
        }
    }
}

/// A wanderer in the walled village with these dice of food and water.
fn wanderer(food: u8, water: u8) -> (Segments, Table) {
    open(&format!(
        r#"
        book = "segments"
        map = {{ grid = "square", columns = 3, rows = 1, cell = 5, unit = "feet" }}
        [[characters]]
        name = "Ann"
        health_max = 99
        food = {food}
        water = {water}
        at = [0, 0]
        "#
    ))
}

/// So many days, each a passage of 24 hours.
fn days(food: u8, water: u8, days: usize) -> Ends<Segments> {
    let (book, table) = wanderer(food, water);
    let day = [("gm", "journey hours=24 ann=other"), ("gm", "go-on")];
    ends(&book, &table, &day.repeat(days))
}

#[test]
fn se_p54_se_p56_a_stock_runs_out() {
    let gone = |_: &referee_engine::Marks, table: &Table| table.actor(ActorId(0)).food.die == 0;
    assert_eq!(days(6, 12, 2).chance_of(gone), chance("1/6")); // SE-P54
    assert_eq!(days(6, 12, 5).chance_of(gone), chance("865/1296")); // SE-P55
    assert_eq!(days(12, 4, 10).chance_of(gone), chance("17338090231/186624000000")); // SE-P56
}

/// SE-P57: the rolls until a stock is gone, on average: for each size the mean number of rolls until 1 or 2 falls.
#[test]
fn se_p57_how_long_a_stock_lasts() {
    let shrinks = |die: u8| days(die, 12, 1).chance_of(|_, table| table.actor(ActorId(0)).food.die < die);
    let mut rolls = Chance::ZERO;
    for (die, expected) in [(4, 2), (6, 5), (8, 9), (10, 14), (12, 20)] {
        rolls += Chance::ONE.checked_div(&shrinks(die)).expect("it can shrink");
        assert_eq!(rolls, Chance::from(expected), "d{die}");
    }
}

#[test]
fn se_p58_se_p59_food_and_water_together() {
    let both = |_: &referee_engine::Marks, table: &Table| {
        table.actor(ActorId(0)).food.die > 0 && table.actor(ActorId(0)).water.die > 0
    };
    assert_eq!(days(6, 6, 3).chance_of(both), chance("529/1296")); // SE-P58
    let weary = |_: &referee_engine::Marks, table: &Table| table.actors[0].statuses.0 != 0;
    assert_eq!(days(6, 6, 5).chance_of(weary), chance("36455/46656")); // SE-P59
}
