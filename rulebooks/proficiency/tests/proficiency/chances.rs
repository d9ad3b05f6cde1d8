//! Exact chances of the ledger that no single deed shows: roll-offs without ties, effects and duels without end.

use referee_dice::Chance;
use referee_engine::{
    ActorId, Filled, Reactions, Script, Seat, System, Through, Who,
    act::Does,
    door::Source,
    duel::{Limits, duel},
    explore,
    fight::Player,
    odds_of,
};
use referee_proficiency::{
    Intent, Proficiency,
    acts::{
        Attack, Begin,
        attack::{Finesse, Target},
        value::WeaponAt,
    },
    check::Edge,
    house::HouseRules,
    resource::{DieSize, Direction, outlook},
    sheet::PCS,
    table::{SideSet, Table},
    turn::initiative::{Plan, once, roll_off, rollers},
};
use std::cell::Cell;

fn open(text: &str) -> (Proficiency, Table) {
    let text = format!("book = \"proficiency\"\n{text}");
    Proficiency::open(&Source::new("test.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn fraction(text: &str) -> Chance {
    text.parse().unwrap_or_else(|_| panic!("{text} is a fraction"))
}

fn sum(parts: impl Iterator<Item = Chance>) -> Chance {
    parts.sum::<Chance>().reduced()
}

/// PR-P13 to PR-P20: PER of a success: PR-P13, PR-P14, PR-P15, PR-P16, PR-P17, PR-P18, PR-P19, PR-P20.
#[test]
fn pr_p13_to_p20_the_mean_per_if_it_succeeds() {
    let (book, table) = open("[[characters]]\nname = \"Roller\"\nkind = \"pc\"\nproficiency = 5\n");
    let cases = [
        ("controlled", "none", "11"),
        ("challenging", "none", "15/2"),
        ("challenging", "adv", "445/48"),
        ("challenging", "dis", "155/32"),
        ("risky", "none", "5"),
        ("risky", "adv", "165/29"),
        ("risky", "dis", "35/11"),
        ("desperate", "none", "5/2"),
    ];
    for (level, edge, expected) in cases {
        let command = format!("call who=roller with=int level={level} edge={edge}");
        let intent = book.intent(&table, Seat::Gm, &Filled::parse(&command).unwrap()).unwrap();
        let odds = odds_of(&book, &table, Seat::Gm, &intent, Reactions::Never, 1000).unwrap();
        let ways = &odds.only().unwrap().ways;
        let roller = Some(ActorId(0));
        let good = || ways.iter().filter(|way| way.marks.get("check", roller).unwrap().value >= 2);
        let per =
            |way: &referee_engine::odds::Outcome| way.marks.get("per", roller).map_or(0, |mark| mark.value as u64);
        let total = sum(good().map(|way| &way.chance * &Chance::from(per(way))));
        let chance = sum(good().map(|way| way.chance.clone()));
        assert_eq!((&total / &chance).reduced(), fraction(expected), "{command}");
    }
}

/// A duel, A being a PC with this DEX and this weapon.
fn duellists(dex: u8, weapon: &str) -> (Proficiency, Table) {
    open(&format!(
        "[[characters]]\nname = \"A\"\nkind = \"pc\"\ndex = {dex}\ncarried = [\"{weapon}\"]\n\
         [[characters]]\nname = \"B\"\ncarried = [\"club\"]\n"
    ))
}

/// The chance that A acts first, however often the two are tied.
fn acts_first(dex: u8, weapon: &str) -> Chance {
    let (book, table) = duellists(dex, weapon);
    let first = Cell::new(false);
    let explored = explore(
        &book,
        &table,
        Reactions::Never,
        10_000,
        |table, oracle| {
            let order = roll_off(&book, table, &Plan::default(), &mut Through(oracle))?;
            first.set(order[0] == SideSet::of(PCS));
            Ok(())
        },
        |_, _| first.get(),
    )
    .unwrap();
    sum(explored.ways.into_iter().filter(|(way, _)| way.end).map(|(_, chance)| chance)).reduced()
}

/// Win, tie and lose of one roll-off of such a duel.
fn rolled_once(dex: u8, weapon: &str) -> [Chance; 3] {
    let (book, table) = duellists(dex, weapon);
    let (rollers, duel) = rollers(&book, &table, &Plan::default());
    assert!(duel && rollers[1].edge == Edge::Plain);
    let result = Cell::new(0);
    let explored = explore(
        &book,
        &table,
        Reactions::Never,
        10_000,
        |_, oracle| {
            let oracle = &mut Through(oracle);
            let (a, b) = (once(&rollers[0], oracle)?, once(&rollers[1], oracle)?);
            result.set(if a > b { 0 } else { 1 + usize::from(a < b) });
            Ok(())
        },
        |_, _| result.get(),
    )
    .unwrap();
    let mut chances = [Chance::ZERO, Chance::ZERO, Chance::ZERO];
    for (way, chance) in &explored.ways {
        chances[way.end] += chance;
    }
    chances
}

/// PR-P31, PR-P32, PR-P33, PR-P34, PR-P35, PR-P36, PR-P37, PR-P38, PR-P39: PR-R13, PR-024.
#[test]
fn pr_p31_to_p39_who_acts_first_in_a_duel() {
    let cases = [
        (4, [3, 3, 30], "1/11", "31/189"),
        (6, [6, 4, 26], "3/16", "29/92"),
        (8, [10, 5, 21], "10/31", "90/181"),
        (10, [15, 6, 15], "1/2", "25/36"),
        (12, [21, 5, 10], "21/31", "161/191"),
        (14, [26, 4, 6], "13/16", "93/100"),
        (16, [30, 3, 3], "10/11", "202/207"),
        (18, [33, 2, 1], "33/34", "211/212"),
        (20, [35, 1, 0], "1", "1"),
    ];
    for (dex, single, plain, reach) in cases {
        assert_eq!(rolled_once(dex, "club"), single.map(|of| Chance::new(of, 36)), "DEX {dex}");
        assert_eq!(acts_first(dex, "club"), fraction(plain), "DEX {dex}");
        assert_eq!(acts_first(dex, "spear"), fraction(reach), "DEX {dex} with reach");
    }
}

/// One tick of poison: damage, the die afterwards, the chance.
fn tick(die: &str) -> Vec<(u64, Option<DieSize>, Chance)> {
    let text = format!(
        "scenario = {{ phase = \"initiative\" }}\n[[characters]]\nfrom = \"warrior\"\nhp_max = 300\n\
         lasting = [{{ kind = \"poison\", die = \"{die}\" }}]\n[[characters]]\nfrom = \"bandit\"\n"
    );
    let (book, table) = open(&text);
    let intent = Intent::Begin(Does::by(ActorId(0), Begin {}));
    let explored = explore(
        &book,
        &table,
        Reactions::Never,
        10_000,
        |table, oracle| book.resolve_with(table, Seat::Gm, &intent, oracle),
        |table, _| {
            let actor = table.actor(ActorId(0));
            (300 - actor.hp, actor.lasting.first().map(|lasting| lasting.die))
        },
    )
    .unwrap();
    explored.ways.into_iter().map(|(way, chance)| (way.end.0 as u64, way.end.1, chance)).collect()
}

/// PR-P63, PR-P64: PR-R98: the whole damage of a poison, and how many ticks it has.
#[test]
fn pr_p63_p64_a_poison_runs_its_course() {
    // Mean of what one tick counts, plus what comes after it, over the chance that the state is left.
    let solve = |die: DieSize, word: &str, next: &Chance, count: &dyn Fn(u64) -> u64| {
        let ways = tick(word);
        let now = sum(ways.iter().map(|(damage, _, chance)| chance * &Chance::from(count(*damage))));
        let of = |to: Option<DieSize>| sum(ways.iter().filter(|way| way.1 == to).map(|way| way.2.clone()));
        let further = if die == DieSize::D8 { &of(Some(DieSize::D6)) * next } else { Chance::ZERO };
        (&(&now + &further) / &of(Some(die)).complement()).reduced()
    };
    let whole = |count: &dyn Fn(u64) -> u64| {
        let later = solve(DieSize::D6, "d6", &Chance::ZERO, count);
        solve(DieSize::D8, "d8", &later, count)
    };
    assert_eq!(whole(&|damage| damage), fraction("381/65"));
    assert_eq!(whole(&|_| 1), fraction("86/65"));
}

/// The damage of one turn: an attack, and one more with momentum.
fn turn(who: u16, at: u16, order: &str) -> Vec<(usize, Chance)> {
    let text = format!(
        "scenario = {{ phase = \"initiative\", order = [\"{order}\"] }}\n[[characters]]\nfrom = \"warrior\"\nhp_max = 300\n\
         [[characters]]\nfrom = \"bandit\"\nhp_max = 300\n"
    );
    let (book, table) = open(&text);
    let target = Target::Actor(ActorId(at));
    let ability = table.sheet(ActorId(who)).weapons[1].ability;
    let (weapon, ability) = (WeaponAt(1).into(), Finesse(ability).into());
    let attack = Attack { weapon, target: target.into(), feat: None.into(), ability };
    let attack = Intent::Attack(Does::by(ActorId(who), attack));
    let explored = explore(
        &book,
        &table,
        Reactions::Never,
        10_000,
        |table, oracle| {
            book.resolve_with(table, Seat::Gm, &attack, oracle)?;
            if table.actor(ActorId(who)).turn.granted > 0 {
                book.resolve_with(table, Seat::Gm, &attack, oracle)?;
            }
            Ok(())
        },
        |table, _| (300 - table.actor(ActorId(at)).hp) as usize,
    )
    .unwrap();
    explored.ways.into_iter().map(|(way, chance)| (way.end, chance)).collect()
}

/// PR-P82, PR-P83, PR-P84: PR-R70, PR-R76: the duel of Warrior and Bandit to its end.
#[test]
fn pr_p82_to_p84_warrior_against_bandit() {
    let (mine, theirs) = (turn(0, 1, "pcs"), turn(1, 0, "npcs"));
    let nothing = |ways: &[(usize, Chance)]| sum(ways.iter().filter(|way| way.0 == 0).map(|way| way.1.clone()));
    let (miss, other) = (nothing(&mine), nothing(&theirs));
    let (warrior, bandit) = (12, 9);
    // By hit points of both: the chance that the Warrior wins if it acts first, and if the Bandit does.
    let mut first = vec![vec![Chance::ZERO; bandit + 1]; warrior + 1];
    let mut second = first.clone();
    for w in 1..=warrior {
        for b in 1..=bandit {
            let hits = mine
                .iter()
                .filter(|way| way.0 > 0)
                .map(|(damage, chance)| if *damage >= b { chance.clone() } else { chance * &second[w][b - damage] });
            let hits = sum(hits);
            let struck = theirs.iter().filter(|way| way.0 > 0 && way.0 < w);
            let struck = sum(struck.map(|(damage, chance)| chance * &first[w - damage][b]));
            let both = (&miss * &other).complement();
            first[w][b] = (&(&hits + &(&miss * &struck)) / &both).reduced();
            second[w][b] = (&struck + &(&other * &first[w][b])).reduced();
        }
    }
    let (first, second) = (&first[warrior][bandit], &second[warrior][bandit]);
    assert_eq!(*first, fraction("3928130174691/4347792138496"));
    assert_eq!(*second, fraction("14407173617709/17391168553984"));
    // The Warrior (DEX +1) acts first with chance 10/31 against the Bandit (DEX +2): PR-P33.
    let mixed = &(&fraction("10/31") * first) + &(&fraction("21/31") * second);
    assert_eq!(mixed.reduced(), fraction("459675852959529/539126225173504"));
    // The same by the rules alone, from the roll-off to the end, followed way by way with equal tables merged: machines that
    // play boldly attack every turn.
    let (book, table) = open("characters = [{ from = \"warrior\" }, { from = \"bandit\" }]");
    let bold = [Player::named("bold").unwrap(); 2];
    let limits = Limits { within: 0.0, ..Limits::default() };
    let whole = duel(&book, &table, &bold, limits, &|_| true).unwrap();
    assert!(whole.is_whole && whole.open.to_f64() < 1e-11, "{whole:?}");
    assert!((whole.won[&PCS].to_f64() - mixed.to_f64()).abs() < 1e-11, "{whole:?}");
}

/// PR-P58, PR-P61: the medians, with the chances on both sides of one half. The ledger rounds them; the fractions are those of
/// the sums of five geometric numbers of rolls, one for each die.
#[test]
fn pr_p58_p61_the_median_number_of_uses() {
    let cases = [
        (
            (Direction::Down, DieSize::D20, 26),
            "646630163946099480381731682671706000001/1316217038422671360000000000000000000000",
            "4612336218609381932145569869210385740933/8774780256151142400000000000000000000000",
        ),
        (
            (Direction::Up, DieSize::D4, 19),
            "15563828342460004568636311/31345665638400000000000000",
            "3083087313817519619065269409/5642219814912000000000000000",
        ),
    ];
    let house = HouseRules::default();
    for ((direction, die, median), before, within) in cases {
        assert_eq!(outlook::median(&house, direction, die), median);
        let chances = outlook::spent_within(&house, direction, die, median);
        assert_eq!((&chances[median - 1], &chances[median]), (&fraction(before), &fraction(within)), "{die:?}");
    }
}

/// PR-132: a player sees how long a stock lasts.
#[test]
fn a_sheet_says_how_long_a_stock_lasts() {
    let (book, table) = open("[[characters]]\nfrom = \"scout\"\nresources = [\"arrows\"]\n");
    let view = serde_json::to_string(&book.view(&table, Seat::Gm)).unwrap();
    assert!(view.contains("d20: 28 more rolls on average, half of them within 26"), "{view}");
}

/// PR-018, PR-019, PR-R25: one player rolls for the PCs, the GM for each other side, once for all of it.
#[test]
fn pr_018_pr_019_who_rolls_initiative() {
    let text = ["warrior", "scout", "bandit", "wolf"].map(|from| format!("[[characters]]\nfrom = \"{from}\"\n"));
    let (book, table) = open(&text.concat());
    let who = |plan: &Plan| rollers(&book, &table, plan).0.iter().map(|roller| roller.who).collect::<Vec<_>>();
    assert_eq!(who(&Plan::default()), [Who::Actor(ActorId(0)), Who::Gm]);
    let named = Plan { roller: Some(ActorId(1)), ..Plan::default() };
    assert_eq!(who(&named), [Who::Actor(ActorId(1)), Who::Gm]);
}

/// PR-R56: a spell against Defense on several is compared with the Defense of each, and harms those alone whom it reaches.
#[test]
fn pr_r56_each_target_of_a_spell_has_its_own_defense() {
    let people = ["mage", "bandit", "stone-colossus"].map(|from| format!("[[characters]]\nfrom = \"{from}\"\n"));
    let (book, mut table) = open(&people.concat());
    let mage = ActorId(0);
    let bolt = table.sheet(mage).spells.iter().position(|spell| spell.key == "fire-bolt").unwrap();
    table.sheet_mut(mage).spells[bolt].targets = 2;
    let cast = Filled::of("cast", Some(mage));
    let cast = cast.with("spell", "fire-bolt").with("targets", "bandit,stone-colossus");
    let intent = book.intent(&table, Seat::Gm, &cast).unwrap();
    // Defense 14, and 25: not possible. 12 and 5 reach the first by 3; rating 3 and PER 3 are 6 damage. Then the effort die.
    let mut script = Script::new(&book).dice([12, 8]).answers(["not-possible".to_owned()]);
    book.resolve_with(&mut table, Seat::Gm, &intent, &mut script).unwrap();
    assert_eq!((table.actor(ActorId(1)).hp, table.actor(ActorId(2)).hp), (3, 125));
}
