//! The exact probabilities of the ledger that are sums over dice without end, in closed form.
//!
//! The totals of an exploding die repeat: `p(x + N) = p(x) / N`. A sum over two such dice therefore repeats too, block by
//! block, each a constant factor smaller, and comes to a fraction. The rules' own functions say what a total means; the
//! odds that the engine works out by following the rules (`cases/crisis/odds.toml`) are the same fractions.

use referee_crisis::{Crisis, check::quarter, harm, sheet::Die, sheet::Pierce, table::Table};
use referee_dice::Chance;
use referee_engine::{
    ActorId, Deciding, Effort, Filled, Reactions, Seat, System, door::Source, odds::Deed, odds::ends_of,
    odds::next_turn_of, odds_of,
};

fn ratio(text: &str) -> Chance {
    text.parse().expect("a fraction")
}

/// The chance that one exploding die comes to exactly this.
fn exactly(sides: i32, total: i32) -> Chance {
    if total < 1 || total % sides == 0 {
        return Chance::ZERO;
    }
    Chance::new(1, (sides as u128).pow((1 + total / sides) as u32))
}

/// The chance that it comes to at least this.
fn at_least(sides: i32, total: i32) -> Chance {
    if total <= 1 {
        return Chance::ONE;
    }
    let explosions = (total - 1) / sides;
    let face = total - explosions * sides;
    Chance::new((sides - face + 1) as u128, (sides as u128).pow(explosions as u32 + 1))
}

/// A sum over all totals of a die whose terms repeat with this period and factor, sooner or later.
fn endless(period: i32, factor: &Chance, term: impl Fn(i32) -> Chance) -> Chance {
    let block = |from: i32| (from + 1..=from + period).map(&term).sum::<Chance>();
    let before: Chance = (1..=2 * period).map(&term).sum();
    let (first, second) = (block(2 * period), block(3 * period));
    assert_eq!(second, first.clone() * factor.clone(), "the terms repeat");
    before + first.checked_div(&factor.complement()).expect("the factor is below 1")
}

/// The factor of a block of so many totals of these dice together.
fn factor(period: i32, dice: &[i32]) -> Chance {
    dice.iter()
        .map(|&sides| Chance::new(1, (sides as u128).pow((period / sides) as u32)))
        .fold(Chance::ONE, |a, b| a * b)
}

fn lcm(numbers: &[i32]) -> i32 {
    (1..).find(|all| numbers.iter().all(|number| all % number == 0)).expect("there is one")
}

/// First higher, tie, second higher.
fn compared(first: i32, second: i32) -> [Chance; 3] {
    let period = lcm(&[first, second]);
    let both = factor(period, &[first, second]);
    let tie = endless(period, &both, |x| exactly(first, x) * exactly(second, x));
    let lower = endless(period, &both, |x| exactly(first, x) * at_least(second, x + 1));
    let higher = (tie.clone() + lower.clone()).complement();
    [higher, tie, lower]
}

/// Who acts first if ties are rolled again until they are broken.
fn first_of(first: i32, second: i32) -> Chance {
    let [higher, tie, _] = compared(first, second);
    higher.checked_div(&tie.complement()).expect("not always a tie")
}

#[test]
fn cr_p04_to_cr_p07_initiative_of_two() {
    // CR-P04, CR-P05, CR-P06, CR-P07
    let cases = [
        (8, 6, ["355785/663551", "10349/94793", "235323/663551", "118595/197036"]),
        (6, 6, ["3/7", "1/7", "3/7", "1/2"]),
        (12, 4, ["558/767", "63/767", "146/767", "279/352"]),
        (10, 8, ["174909540/327679999", "29461535/327679999", "123308924/327679999", "43727385/74554616"]),
    ];
    for (first, second, expected) in cases {
        let found = compared(first, second);
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(*found, ratio(expected), "d{first} against d{second}");
        }
        assert_eq!(first_of(first, second), ratio(expected[3]), "d{first} first");
    }
}

/// These on a plain map.
fn open(scene: &str) -> (Crisis, Table) {
    let place = r#"map = { grid = "square", columns = 8, rows = 8, cell = 1, unit = "square" }"#;
    let text = format!("book = \"crisis\"\n{place}\n{scene}");
    Crisis::open(&Source::new("chances.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn cr_p04_the_rule_itself_rolls_initiative_like_that() {
    let (book, table) = open(
        r#"
        [[characters]]
        name = "Ann"
        pc = true
        action = "d8"
        [[characters]]
        name = "Wolf"
        action = "d6"
        at = [4, 4]
        "#,
    );
    // The tie is settled, so that nobody rolls again.
    let deciding = Deciding::from(Reactions::Never).with(["ann"]);
    let deed = Deed { by: Seat::Gm, filled: Filled::of("begin", None), deciding };
    let ends = ends_of(&book, &table, &[deed], 100_000).expect("odds");
    let order = |order: std::cmp::Ordering| {
        ends.chance_of(|_, table| table.actors[0].initiative.cmp(&table.actors[1].initiative) == order)
    };
    use std::cmp::Ordering::{Equal, Greater, Less};
    for (which, expected) in [(Greater, "355785/663551"), (Equal, "10349/94793"), (Less, "235323/663551")] {
        assert_eq!(order(which), ratio(expected), "{which:?}");
    }
}

/// CR-182: whoever lies in wait does not let a turn go by. Both end a turn, and Overwatch is offered first.
#[test]
fn until_somebodys_next_turn_nobody_goes_on_overwatch() {
    let (book, table) = open(
        r#"
        crisis = { acting = "ann" }
        [[characters]]
        name = "Ann"
        pc = true
        initiative = 9
        ap = 4
        at = [1, 1]
        weapons = ["repeating-carbine"]
        [[characters]]
        name = "Bob"
        side = "foes"
        initiative = 5
        at = [4, 4]
        "#,
    );
    let ends = next_turn_of(&book, &table, ActorId(1), 10_000).expect("his turn comes");
    assert!(ends.tables.iter().all(|table| !table.actors[0].overwatch), "Ann has let her turn go by");
}

#[test]
fn cr_p28_a_pack_above_two_pcs() {
    // W above both A (d8) and B (d6): the sum of p(w)(1 − T(A ≥ w))(1 − T(B ≥ w)).
    let period = lcm(&[8, 6]);
    let with_a = endless(period, &factor(period, &[8, 8]), |w| exactly(8, w) * at_least(8, w));
    let with_b = endless(period, &factor(period, &[8, 6]), |w| exactly(8, w) * at_least(6, w));
    let with_both = endless(period, &factor(period, &[8, 8, 6]), |w| exactly(8, w) * at_least(8, w) * at_least(6, w));
    let above = (Chance::ONE + with_both).checked_sub(&(with_a + with_b)).expect("a chance");
    assert_eq!(above, ratio("96436414383082/289843589610351"));
}

#[test]
fn cr_p31_three_who_roll_again() {
    // P(one of the dice is strictly above the two others), P(two tie above the third), P(all three tie).
    let dice = [8, 6, 8]; // A, B, Wolf
    let period = lcm(&dice);
    let three = factor(period, &dice);
    let alone = |one: i32, x: i32, y: i32| {
        let with =
            |other: i32| endless(period, &factor(period, &[one, other]), |w| exactly(one, w) * at_least(other, w));
        let both = endless(period, &three, |w| exactly(one, w) * at_least(x, w) * at_least(y, w));
        (Chance::ONE + both).checked_sub(&(with(x) + with(y))).expect("a chance")
    };
    let pair = |a: i32, b: i32, below: i32| {
        let tie = endless(period, &factor(period, &[a, b]), |w| exactly(a, w) * exactly(b, w));
        let not_below = endless(period, &three, |w| exactly(a, w) * exactly(b, w) * at_least(below, w));
        tie.checked_sub(&not_below).expect("a chance")
    };
    let all = endless(period, &three, |w| exactly(8, w) * exactly(6, w) * exactly(8, w));
    let settled = all.complement();
    let a = alone(8, 6, 8) + pair(8, 6, 8) * first_of(8, 6) + pair(8, 8, 6) * first_of(8, 8);
    let b = alone(6, 8, 8) + pair(6, 8, 8) * first_of(6, 8) + pair(6, 8, 8) * first_of(6, 8);
    let first = |sum: Chance| sum.checked_div(&settled).expect("not always a tie");
    assert_eq!(first(a.clone()), ratio("25280861641907/66038469902832"), "A, and the Wolf with the same die");
    assert_eq!(first(b), ratio("7738373309509/33019234951416"));
    // Under `pc_first` the Wolf must be strictly above both (CR-P28).
    assert_eq!(alone(8, 8, 6), ratio("96436414383082/289843589610351"));
}

/// A hit, what the reaction removes, and what the rules leave of it.
struct Blow {
    attack: i32,
    modifier: i32,
    dmg: u8,
    reaction: i32,
    reaction_modifier: i32,
    armour: u8,
}

impl Blow {
    /// The chance of so many wounds, lethal or the non-lethal minimum. The sum goes over the attack's totals; of the
    /// reaction it needs only "exactly so much removed" or "at least so much".
    fn chance(&self, wounds: u8, minimum: bool) -> Chance {
        let period = lcm(&[self.attack, self.reaction, 4]);
        let repeats = factor(period, &[self.attack, self.reaction]);
        endless(period, &repeats, |dice| {
            let total = dice + self.modifier;
            if dice == 1 || total < 4 {
                return Chance::ZERO;
            }
            let before = harm::before_defences(self.dmg, quarter(total) as u8, 0);
            let left = |removed: i16| {
                let left = harm::after_defences(before, removed, self.armour, Pierce(0), false);
                (left.wounds, left.minimum)
            };
            let removes = |amount: i16| match amount {
                0 => Chance::ONE,
                amount => at_least(self.reaction, 4 * i32::from(amount) - self.reaction_modifier),
            };
            // Removing everything is the last step: more of it changes nothing.
            let last = before;
            let mut sum = Chance::ZERO;
            for amount in 0..=last {
                if left(amount) == (wounds, minimum) {
                    let here = removes(amount);
                    let more = if amount == last { Chance::ZERO } else { removes(amount + 1) };
                    sum += here.checked_sub(&more).expect("a chance");
                }
            }
            exactly(self.attack, dice) * sum
        })
    }

    /// The chance to hit.
    fn hits(&self) -> Chance {
        let all = at_least(self.attack, 4 - self.modifier);
        let ones = if 4 - self.modifier <= 1 { Chance::new(1, self.attack as u128) } else { Chance::ZERO };
        all.checked_sub(&ones).expect("a chance")
    }

    fn assert(&self, name: &str, minimum: &str, lethal: [&str; 4], more: &str) {
        assert_eq!(self.chance(1, true), ratio(minimum), "{name}: 1 non-lethal");
        let mut rest = self.hits().checked_sub(&ratio(minimum)).expect("a chance");
        for (wounds, expected) in (1..).zip(lethal) {
            assert_eq!(self.chance(wounds, false), ratio(expected), "{name}: {wounds} lethal");
            rest = rest.checked_sub(&ratio(expected)).expect("a chance");
        }
        assert_eq!(rest, ratio(more), "{name}: 5 or more lethal");
    }

    /// The expected number of lethal wounds: the sum over k of the chance of k or more.
    fn mean(&self) -> Chance {
        // Beyond some number each four more in the attack make the chance of one wound more smaller by the same factor
        // over a whole period; so the wounds are summed as the dice are.
        let period = lcm(&[self.attack, self.reaction, 4]);
        let attack = factor(period, &[self.attack]);
        let more = |wounds: i32| {
            // k or more lethal wounds: hit, and the reaction removes at most damage − armour − k.
            endless_pair(self, period, wounds)
        };
        let quarter_period = period / 4;
        let block = |from: i32| (from + 1..=from + quarter_period).map(more).sum::<Chance>();
        let (first, second, third) = (block(0), block(quarter_period), block(2 * quarter_period));
        assert_eq!(third, second.clone() * attack.clone(), "the wounds repeat with the attack's explosions");
        first + second.checked_div(&attack.complement()).expect("the factor is below 1")
    }
}

/// The chance of a hit with so many lethal wounds or more.
fn endless_pair(blow: &Blow, period: i32, wounds: i32) -> Chance {
    // P(hit with extra e) · P(the reaction removes at most dmg + e − armour − wounds)
    //   = P(hit with extra e and dmg + e − armour ≥ wounds) − P(hit …) · P(it removes more).
    let spare = |dice: i32| {
        let total = dice + blow.modifier;
        let hit = dice != 1 && total >= 4;
        hit.then(|| i32::from(blow.dmg) + quarter(total) - i32::from(blow.armour) - wounds).filter(|spare| *spare >= 0)
    };
    let first = (1..).find(|&dice| spare(dice).is_some()).expect("some total does");
    let reached: Chance = at_least(blow.attack, first);
    let both = factor(period, &[blow.attack, blow.reaction]);
    let offset = first / period * period;
    // Moved down by whole periods of the attack alone, so that the prefix of `endless` is past the beginning.
    let scale = factor(offset.max(1) / period.max(1) * period, &[blow.attack]);
    let scale = if offset == 0 { Chance::ONE } else { scale };
    let removed = endless(period, &both, |dice| match spare(dice + offset) {
        None => Chance::ZERO,
        Some(spare) => exactly(blow.attack, dice) * at_least(blow.reaction, 4 * (spare + 1) - blow.reaction_modifier),
    });
    reached.checked_sub(&(removed * scale)).expect("a chance")
}

#[test]
fn cr_p08_to_cr_p10_and_cr_p25_attack_against_reaction() {
    let p08 = Blow { attack: 8, modifier: 1, dmg: 3, reaction: 6, reaction_modifier: 0, armour: 1 };
    p08.assert(
        "CR-P08",
        "222751/13650192",
        ["797399/13650192", "150915/758344", "29739/94793", "39055/379172"],
        "22573/379172",
    );
    let p09 = Blow { reaction_modifier: -2, ..p08 };
    p09.assert(
        "CR-P09",
        "56675/4550064",
        ["50305/1516688", "9913/189586", "328995/758344", "2488781/18200256"],
        "1483523/18200256",
    );
    let p10 = Blow { attack: 6, modifier: 4, dmg: 1, reaction: 8, reaction_modifier: 0, armour: 0 };
    p10.assert(
        "CR-P10",
        "326575/4550064",
        ["216925/1137516", "472775/1516688", "18226/94793", "84083/1706274"],
        "30019/1706274",
    );
    let p25 = Blow { attack: 6, modifier: 0, dmg: 4, reaction: 8, reaction_modifier: 0, armour: 1 };
    p25.assert(
        "CR-P25",
        "82115/12133504",
        ["283189/12133504", "9113/379172", "283189/1516688", "18226/94793"],
        "6339/94793",
    );
    for (blow, mean) in [
        (&Blow { attack: 8, modifier: 1, dmg: 3, reaction: 6, reaction_modifier: 0, armour: 1 }, "204383765/95551344"),
        (&p09, "25868931/10616816"),
        (&p10, "134237293/79626120"),
        (&p25, "748447591/424672640"),
    ] {
        assert_eq!(blow.mean(), ratio(mean));
    }
}

#[test]
fn cr_p08_as_people_are_told_of_it() {
    let (book, table) = open(
        r#"
        crisis = { acting = "ann" }
        [[characters]]
        name = "Ann"
        pc = true
        at = [4, 4]
        ap = 6
        skills = { Melee = "d8" }
        weapons = ["longsword"]
        [[characters]]
        name = "Cid"
        pc = true
        side = "foes"
        at = [5, 4]
        skills = { Melee = "d6" }
        armour = 1
        "#,
    );
    let slots = [("weapon", "longsword"), ("target", "cid")];
    let filled = Filled::of("attack", Some(ActorId(0)));
    let filled = slots.into_iter().fold(filled, |filled, (slot, value)| filled.with(slot, value));
    let intent = book.intent(&table, Seat::Gm, &filled).expect("legal");
    let odds = |closed: bool| {
        let effort = Effort { closed, ..Effort::from(100_000) };
        let deciding = Deciding::from(Reactions::Never).with(["parry"]);
        let odds = odds_of(&book, &table, Seat::Gm, &intent, deciding, effort).expect("odds");
        let wounds =
            odds.groups[0].marginals.iter().find(|marginal| marginal.measure == "lethal wounds").expect("wounds");
        (odds.clone(), wounds.clone())
    };
    let (odds_closed, wounds) = odds(true);
    assert_eq!(odds_closed.doubt(), None);
    let mean = wounds.expected.expect("a number");
    assert!(mean.is_exact);
    assert_eq!(mean.mean.to_string(), "204383765/95551344");
    // The last row is all that is rarer than one in a thousand million, and it makes the whole complete.
    let blow = Blow { attack: 8, modifier: 1, dmg: 3, reaction: 6, reaction_modifier: 0, armour: 1 };
    let (last, others) = wounds.values.split_last().expect("values");
    let more = last.value.expect("a number");
    assert_eq!(last.word, format!("{more} or more"));
    assert_eq!(last.chance, endless_pair(&blow, 24, more), "{more} or more");
    assert!(last.chance.to_f64() < 1e-9 && others.last().expect("others").chance.to_f64() > 1e-11);
    for value in &others[1..] {
        let wounds = value.value.expect("a number");
        let [this, more] = [wounds, wounds + 1].map(|least| endless_pair(&blow, 24, least));
        assert_eq!(Some(value.chance.clone()), this.checked_sub(&more), "{wounds} wounds");
    }
    // Whoever does not want to wait gets a sum that says how far it is off.
    let (odds_quick, wounds) = odds(false);
    assert!(odds_quick.doubt().is_some_and(|doubt| doubt.starts_with("off by at most")));
    let quick = wounds.expected.expect("a number");
    assert!(!quick.is_exact && (quick.mean.to_f64() - mean.mean.to_f64()).abs() < 1e-10);
}

#[test]
fn cr_p03_the_expected_wounds_of_the_texts_example() {
    // d10 − 1, DMG 2, armour 1: a hit does 1 + extra; extra ≥ k with the chance of a total of 4k + 1 or more.
    let at_hit = at_least(10, 5);
    let extra = endless(5, &Chance::new(1, 100), |k| at_least(10, 4 * k + 1));
    assert_eq!(at_hit + extra, ratio("254/165"));
}

#[test]
fn cr_p14_surviving_an_execution() {
    let house = referee_crisis::house::HouseRules::default();
    let rows = [
        (Die::D4, ["1/4", "1/4", "1/16", "3/64"]),
        (Die::D6, ["1/2", "1/3", "5/36", "1/12"]),
        (Die::D8, ["5/8", "1/2", "1/8", "7/64"]),
        (Die::D10, ["7/10", "3/5", "3/10", "1/10"]),
        (Die::D12, ["3/4", "2/3", "5/12", "1/4"]),
    ];
    let (book, table) = open("[[characters]]\nname = \"Ann\"\n");
    for (die, chances) in rows {
        for (wounds, expected) in [4, 5, 8, 10].into_iter().zip(chances) {
            let mut check = referee_crisis::check::Check::of_action(
                &table,
                referee_engine::ActorId(0),
                referee_crisis::check::Named::Survival,
                wounds,
            );
            check.die = die;
            let found = die.exploding(&house).distribution().chance_of(|dice| check.succeeds(&book, dice));
            assert_eq!(found, ratio(expected), "{die} against {wounds}");
        }
    }
}

#[test]
fn the_closed_form_is_the_one_of_the_dice() {
    let house = referee_crisis::house::HouseRules::default();
    for die in Die::ALL {
        let (sides, dice) = (i32::from(die.sides()), die.exploding(&house).distribution());
        for total in 1..40 {
            assert_eq!(dice.chance_of(|dice| dice == total), exactly(sides, total), "{die} {total}");
            assert_eq!(dice.chance_of(|dice| dice >= total), at_least(sides, total), "{die} {total} or more");
        }
    }
}
