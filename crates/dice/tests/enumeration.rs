//! Random expressions against plain enumeration: every face sequence is listed and read by code that shares nothing with
//! the crate but the written notation.

use std::{collections::BTreeMap, time::Duration};

use referee_dice::{Chance, Expr, FastRng, Roll};

/// Dice as the test understands them.
#[derive(Clone, Debug, Default)]
struct Dice {
    groups: Vec<(u32, Option<i32>)>, // None: fudge
    drop_highest: usize,
    drop_lowest: usize,
    keep: Option<(usize, bool)>, // (how many, lowest)
    explode: Option<Explode>,
    reroll: Option<(i32, i32, bool)>, // (from, to, once)
    min: Option<i32>,
    max: Option<i32>,
    count: Option<Count>,
    also_once: Option<i32>, // thrown again once, besides those thrown again until they are gone
}

/// Dice whose worth is so to a number, less those of one worth.
#[derive(Clone, Debug)]
struct Count {
    hits: (&'static str, i32),
    misses: Option<i32>,
}

fn holds((sign, number): (&str, i32), face: i32) -> bool {
    match sign {
        ">=" => face >= number,
        "<=" => face <= number,
        "<>" => face != number,
        _ => face == number,
    }
}

#[derive(Clone, Debug)]
struct Explode {
    on: Option<(&'static str, i32)>,
    times: Option<u32>,
    compounding: bool,
    penetrating: bool,
}

/// A written expression with what it means.
#[derive(Clone, Debug)]
enum Node {
    Number(i64),
    Dice(Dice),
    Binary(char, Box<Node>, Box<Node>),
    Floor(Box<Node>),
}

/// Totals with their chance, and the chance of rolls that were not followed.
#[derive(Debug, Clone, Default)]
struct Listed<K: Ord> {
    totals: BTreeMap<K, Chance>,
    cut: Chance,
}

const CUT_AFTER: u32 = 3; // explosions of an endless chain that are listed

impl Dice {
    fn written(&self) -> String {
        let group = |(count, sides): &(u32, Option<i32>)| match sides {
            Some(sides) => format!("{count}d{sides}"),
            None => format!("{count}dF"),
        };
        let groups: Vec<String> = self.groups.iter().map(group).collect();
        let mut text = if groups.len() == 1 { groups[0].clone() } else { format!("{{{}}}", groups.join("+")) };
        if let Some(Count { hits: (sign, n), misses }) = self.count.clone() {
            text += &format!("{sign}{n}{}", misses.map_or(String::new(), |n| format!("f{n}")));
        }
        if let Some(explode) = &self.explode {
            text += if explode.compounding { "!!" } else { "!" };
            text += if explode.penetrating { "p" } else { "" };
            text += &explode.on.map_or(String::new(), |(sign, on)| format!("{sign}{on}"));
            text += &explode.times.map_or(String::new(), |times| format!("x{times}"));
        }
        if let Some((from, to, once)) = self.reroll {
            text += &format!("r{}{from}..{to}", if once { "o" } else { "" });
        }
        text += &self.also_once.map_or(String::new(), |face| format!("ro{face}"));
        text += &self.min.map_or(String::new(), |n| format!("min{n}"));
        text += &self.max.map_or(String::new(), |n| format!("max{n}"));
        if self.drop_highest > 0 {
            text += &format!("dh{}", self.drop_highest);
        }
        if self.drop_lowest > 0 {
            text += &format!("dl{}", self.drop_lowest);
        }
        text += &self.keep.map_or(String::new(), |(n, lowest)| format!("k{}{n}", if lowest { 'l' } else { 'h' }));
        text
    }

    fn list(&self) -> Listed<i32> {
        let mut dice = Vec::new();
        for &(count, sides) in &self.groups {
            dice.extend(std::iter::repeat_n(sides, count as usize));
        }
        let mut counts = BTreeMap::new();
        let mut cut = BTreeMap::new();
        self.throw(&dice, 0, false, &mut Vec::new(), 1, (&mut counts, &mut cut));
        let mut listed = Listed::default();
        for ((total, whole), count) in counts {
            *listed.totals.entry(total).or_default() += Chance::new(count, whole);
        }
        for (whole, count) in cut {
            listed.cut += Chance::new(count, whole);
        }
        listed
    }

    #[allow(clippy::type_complexity, reason = "two counters that go along")]
    /// Lists the faces of the first die, then those of the others. `fallen` is (worth, brought by an explosion);
    /// `whole` is the product of the faces there were to choose from.
    fn throw(
        &self,
        dice: &[Option<i32>],
        brought: u32,
        rerolled: bool,
        fallen: &mut Vec<(i32, bool)>,
        whole: u128,
        found: (&mut BTreeMap<(i32, u128), u128>, &mut BTreeMap<u128, u128>), // totals, and what is cut
    ) {
        let (totals, cut) = found;
        let Some((&die, others)) = dice.split_first() else {
            *totals.entry((self.read(fallen), whole)).or_default() += 1;
            return;
        };
        let (low, high) = die.map_or((-1, 1), |sides| (1, sides));
        let within = |face: i32| self.reroll.is_some_and(|(from, to, _)| from <= face && face <= to);
        let until = |face: i32| within(face) && self.reroll.is_some_and(|(_, _, once)| !once);
        let again = |face: i32| within(face) || self.also_once == Some(face);
        // Thrown until another face falls, the others are equally likely.
        let faces: Vec<i32> = (low..=high).filter(|&face| !until(face)).collect();
        let whole = whole * faces.len() as u128;
        for face in faces {
            if !rerolled && again(face) {
                self.throw(dice, brought, true, fallen, whole, (&mut *totals, &mut *cut));
                continue;
            }
            let worth = face.max(self.min.unwrap_or(i32::MIN)).min(self.max.unwrap_or(i32::MAX));
            let less = brought > 0 && self.explode.as_ref().is_some_and(|explode| explode.penetrating);
            fallen.push((worth - i32::from(less), brought > 0));
            let on = |explode: &Explode| holds(explode.on.unwrap_or(("=", high)), face);
            let explodes = self.explode.as_ref().is_some_and(on);
            let times = self.explode.as_ref().and_then(|explode| explode.times);
            if explodes && times.is_none() && brought == CUT_AFTER {
                *cut.entry(whole).or_default() += 1;
            } else if explodes && times.is_none_or(|times| brought < times) {
                self.throw(dice, brought + 1, false, fallen, whole, (&mut *totals, &mut *cut));
            } else {
                self.throw(others, 0, false, fallen, whole, (&mut *totals, &mut *cut));
            }
            fallen.pop();
        }
    }

    fn read(&self, fallen: &[(i32, bool)]) -> i32 {
        let compounding = self.explode.as_ref().is_some_and(|explode| explode.compounding);
        let mut dice: Vec<i32> = Vec::new();
        for &(worth, brought) in fallen {
            if brought && compounding {
                *dice.last_mut().unwrap() += worth;
            } else {
                dice.push(worth);
            }
        }
        dice.sort();
        for _ in 0..self.drop_highest {
            dice.pop();
        }
        for _ in 0..self.drop_lowest {
            if !dice.is_empty() {
                dice.remove(0);
            }
        }
        match self.keep {
            Some((n, true)) => dice.truncate(n),
            Some((n, false)) => drop(dice.drain(..dice.len().saturating_sub(n))),
            None => {}
        }
        match self.count.clone() {
            Some(Count { hits, misses }) => {
                let score = |worth: i32| i32::from(holds(hits, worth)) - i32::from(misses == Some(worth));
                dice.iter().map(|&worth| score(worth)).sum()
            }
            None => dice.iter().sum(),
        }
    }
}

/// A fraction in lowest terms: (over, under).
type Ratio = (i64, i64);

fn ratio(over: i64, under: i64) -> Ratio {
    let (mut a, mut b) = (over.abs(), under.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (over / a.max(1) * under.signum(), under.abs() / a.max(1))
}

impl Node {
    fn written(&self) -> String {
        match self {
            Node::Number(n) => n.to_string(),
            Node::Dice(dice) => dice.written(),
            Node::Binary(sign, left, right) => format!("({}) {sign} ({})", left.written(), right.written()),
            Node::Floor(inner) => format!("floor({})", inner.written()),
        }
    }

    fn list(&self) -> Listed<Ratio> {
        match self {
            Node::Number(n) => Listed { totals: [(ratio(*n, 1), Chance::ONE)].into(), cut: Chance::ZERO },
            Node::Dice(dice) => {
                let Listed { totals, cut } = dice.list();
                Listed { totals: totals.into_iter().map(|(n, chance)| (ratio(i64::from(n), 1), chance)).collect(), cut }
            }
            Node::Floor(inner) => {
                let Listed { totals, cut } = inner.list();
                let mut floored = Listed { totals: BTreeMap::new(), cut };
                for ((over, under), chance) in totals {
                    *floored.totals.entry((over.div_euclid(under), 1)).or_default() += chance;
                }
                floored
            }
            Node::Binary(sign, left, right) => {
                let (left, right) = (left.list(), right.list());
                let mut both = Listed { totals: BTreeMap::new(), cut: left.cut + right.cut };
                for (&(a, b), one) in &left.totals {
                    for (&(c, d), other) in &right.totals {
                        let value = match sign {
                            '+' => ratio(a * d + c * b, b * d),
                            '-' => ratio(a * d - c * b, b * d),
                            '*' => ratio(a * c, b * d),
                            _ => ratio(a * d, b * c),
                        };
                        *both.totals.entry(value).or_default() += one * other;
                    }
                }
                both
            }
        }
    }
}

struct Maker(FastRng);

impl Maker {
    fn upto(&mut self, most: u32) -> u32 {
        self.0.below(most + 1)
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.0.below(n) == 0
    }

    fn dice(&mut self) -> Dice {
        let mut dice = Dice::default();
        let mut rolls = 1.0f64;
        let few = self.one_in(3); // so that there is room for explosions
        for _ in 0..1 + self.upto(if few { 1 } else { 2 }) {
            let count = 1 + self.upto(if few { 1 } else { 3 });
            let sides = if self.one_in(8) { None } else { Some(1 + self.upto(8) as i32) };
            let more = f64::from(sides.unwrap_or(3)).powi(count as i32);
            if rolls * more <= 7000.0 {
                rolls *= more;
                dice.groups.push((count, sides));
            }
        }
        let n = dice.groups.iter().map(|group| group.0).sum();
        let smallest = dice.groups.iter().map(|group| group.1.unwrap_or(1)).min().unwrap();
        if self.one_in(3) {
            dice.drop_highest = self.upto(n) as usize;
        }
        if self.one_in(4) {
            dice.drop_lowest = self.upto(n) as usize;
        }
        if self.one_in(2) {
            dice.keep = Some((1 + self.upto(n - 1) as usize, self.one_in(2)));
        }
        if self.one_in(4) && rolls <= 100.0 {
            let face = 1 + self.upto(2) as i32;
            if face + 1 < smallest {
                dice.reroll = Some((if self.one_in(2) { face } else { 1 }, face, self.one_in(2)));
            } else if smallest >= 2 {
                // The highest face of the smallest dice: thrown again, it cannot explode.
                dice.reroll = Some((smallest, smallest, self.one_in(2)));
            }
        }
        if self.one_in(2) && rolls <= 80.0 && smallest >= 3 {
            let times = (n > 2 || !self.one_in(2)).then(|| 1 + self.upto(1));
            let often = smallest >= 5 && dice.reroll.is_none() && self.one_in(2);
            // Past the faces of some dice, or of all: those cannot explode.
            let far = self.one_in(3).then(|| smallest + 1 + self.upto(6) as i32);
            let on = far.or_else(|| often.then(|| smallest - 1 + self.upto(1) as i32));
            // Or on a low face, which is worth less than those that end a chain.
            let low = self.one_in(4).then(|| ("=", 1 + self.upto(smallest as u32 - 1) as i32));
            let on = low.or(on.map(|on| (">=", on)));
            dice.explode = Some(Explode { on, times, compounding: self.one_in(2), penetrating: false });
        }
        if self.one_in(5) {
            dice.min = Some(1 + self.upto(3) as i32);
        }
        if self.one_in(6) {
            dice.max = Some(2 + self.upto(4) as i32);
        }
        if self.one_in(3) {
            let sign = [">=", ">=", "<=", "=", "<>"][self.upto(4) as usize];
            let misses = self.one_in(2).then(|| 1 + self.upto(3) as i32);
            dice.count = Some(Count { hits: (sign, 1 + self.upto(5) as i32), misses });
        }
        if smallest >= 4 && rolls <= 40.0 && self.one_in(3) {
            dice.also_once = Some(1 + self.upto(3) as i32);
        }
        let endless = dice.explode.as_ref().is_some_and(|explode| explode.times.is_none());
        if let Some(count) = dice.count.as_mut().filter(|_| endless) {
            count.misses = None; // without end below 0
        }
        let keeps_all = dice.keep.is_none() && dice.drop_highest == 0 && dice.drop_lowest == 0;
        let penetrates = self.one_in(3);
        if let Some(explode) = dice.explode.as_mut()
            && (explode.compounding || (keeps_all && dice.count.is_none()))
        {
            explode.penetrating = penetrates;
        }
        dice
    }

    fn node(&mut self, depth: u32) -> Node {
        match self.upto(if depth == 0 { 1 } else { 4 }) {
            0 | 1 => Node::Dice(self.dice()),
            2 => Node::Floor(Box::new(self.node(depth - 1))),
            _ => {
                let sign = ['+', '-', '*', '/'][self.upto(3) as usize];
                let left = Box::new(self.node(depth - 1));
                let right = match sign {
                    '/' => Node::Number(1 + i64::from(self.upto(4))),
                    _ if self.one_in(3) => Node::Number(i64::from(self.upto(9))),
                    _ => self.node(depth - 1),
                };
                Node::Binary(sign, left, Box::new(right))
            }
        }
    }
}

/// How long this thread has computed. The clock on the wall would count what others do on the machine.
fn computed() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Generous: what is allowed takes some tenths of a second in a release, and a tenth of this in these tests, which are built without
/// most optimisations. What this is to find took minutes.
const LONGEST: Duration = Duration::from_secs(20);

#[track_caller]
fn in_time<T>(text: &str, work: impl FnOnce() -> T) -> T {
    let began = computed();
    let done = work();
    if let Some((began, ended)) = began.zip(computed()) {
        assert!(ended - began < LONGEST, "{text}: {:?}", ended - began);
    }
    done
}

/// Dice with thousands of totals, whose chances have thousands of digits: every total with "so many or more" beside it.
#[test]
fn long_columns_of_odds_take_no_longer_than_the_odds() {
    for text in ["d20!>=2", "d10!>=2", "300d6"] {
        let odds = in_time(text, || text.parse::<Expr>().unwrap().distribution()).unwrap();
        let mut at_least = Chance::ONE;
        in_time(text, || {
            assert_eq!(odds.chances().map(|(_, chance)| chance).sum::<Chance>(), Chance::ONE, "{text}");
            for (_, chance) in odds.chances() {
                at_least = at_least.checked_sub(&chance).expect("parts of one");
            }
        });
        assert!(at_least.is_zero(), "{text}");
    }
}

#[test]
fn random_expressions_agree_with_listing_every_roll() {
    let mut maker = Maker(FastRng::seed_from_u64(20_240));
    let (mut exact, mut sandwiched, mut refused) = (0, 0, 0);
    for index in 0..3000 {
        let node = maker.node(if index % 3 == 0 { 2 } else { 0 });
        let text = node.written();
        let expr: Expr = text.parse().unwrap_or_else(|refused| panic!("{text}: {refused}"));
        assert_eq!(expr.to_string().parse::<Expr>().as_ref(), Ok(&expr), "{text} printed as {expr}");

        // What would take more steps than the limit is refused before they are begun.
        let Ok(odds) = in_time(&text, || expr.distribution()) else {
            refused += 1;
            continue;
        };
        let expected = Node::Floor(Box::new(node)).list();
        let found: BTreeMap<i64, Chance> = odds.chances().map(|(total, chance)| (i64::from(total), chance)).collect();
        assert_eq!(found.values().cloned().sum::<Chance>(), Chance::ONE, "{text}");
        if expected.cut.is_zero() {
            let expected: BTreeMap<i64, Chance> =
                expected.totals.into_iter().map(|((total, _), chance)| (total, chance)).collect();
            assert_eq!(found, expected, "{text}");
            assert_eq!(odds.tail(), None, "{text}");
            exact += 1;
        } else {
            // The listing stops after some explosions: what it found is a part of every chance, and what it did not
            // follow is all that can be missing.
            assert!(expected.cut < Chance::new(1, 2), "{text}: {}", expected.cut);
            let (below, above) = (odds.lower_tail(), odds.upper_tail());
            for tail in [&below, &above].into_iter().flatten() {
                assert!(tail.1.to_f64() < 1e-11, "{text}: a tail is {}", tail.1.to_f64());
            }
            let error = odds.error();
            assert!(error.to_f64() < 1e-11, "{text}: the error is {}", error.to_f64());
            for (&(total, _), least) in &expected.totals {
                // What lies past an end is counted there.
                let place = above.as_ref().map_or(total, |above| total.min(i64::from(above.0)));
                let place = below.as_ref().map_or(place, |below| place.max(i64::from(below.0)));
                let chance = found.get(&place).cloned().unwrap_or_default();
                assert!(&chance + &error >= *least, "{text}: {total} has {chance}, at least {least}");
                if place == total {
                    let most = least + &(&expected.cut + &error);
                    assert!(chance <= most, "{text}: {total} has {chance}, listed {least}");
                }
            }
            sandwiched += 1;
        }
    }
    assert!(
        exact >= 2000 && sandwiched >= 120 && refused <= 30,
        "{exact} exact, {sandwiched} with endless explosions, {refused} refused"
    );
}

#[test]
fn dice_that_cannot_explode_are_ordinary() {
    let cases = [
        ("d6!>6", "d6"),
        ("d6r6!", "d6r6"),
        ("d6!!>6x9", "d6"),
        ("4d20r2>=3!max1", "0"),
        ("3d6!>6kh2", "3d6kh2"),
        ("3d6!!>6kl1", "3d6kl1"),
        ("2dF!>1", "2dF"),
    ];
    let odds = |text: &str| text.parse::<Expr>().unwrap().distribution().unwrap();
    for (text, plain) in cases {
        let found: Vec<(i32, Chance)> = odds(text).chances().collect();
        let expected: Vec<(i32, Chance)> = odds(plain).chances().collect();
        assert_eq!(found, expected, "{text}");
    }
    // A d10 that explodes once above 4, and a d4 that cannot: 2 is a 1 and a 1; 24 is a 10, another and a 4.
    let mixed = odds("{d10+d4}!>4x1");
    assert_eq!((mixed.lowest(), mixed.exactly(2)), (2, Chance::new(1, 40)));
    assert_eq!((mixed.highest(), mixed.exactly(24)), (24, Chance::new(1, 400)));
}

#[test]
fn endless_dice_in_arithmetic_end_where_they_should() {
    let odds = |text: &str| text.parse::<Expr>().unwrap().distribution().unwrap();
    // At most 9, for certain; the end lies below.
    let under = odds("10-d6!");
    assert_eq!((under.highest(), under.exactly(9)), (9, Chance::new(1, 6)));
    assert!(under.upper_tail().is_none() && under.lower_tail().is_some_and(|tail| tail.1.to_f64() < 1e-11));
    // Everything listed below the end is exact: a sum of 7 is 1+6 (no), ..., so by the rows of both dice.
    let both = odds("d6!+d8!");
    let (one, other) = (odds("d6!"), odds("d8!"));
    for total in 2..60 {
        let pairs = (1..total).map(|left| one.exactly(left) * other.exactly(total - left));
        assert_eq!(both.exactly(total), pairs.sum::<Chance>(), "{total}");
    }
    assert!(both.error().is_zero() && both.upper_tail().is_some_and(|tail| tail.1.to_f64() < 1e-11));
    // Endless against endless: nothing is exact, and it says so.
    let against = odds("d6!-d8!");
    assert!(!against.error().is_zero() && against.error().to_f64() < 1e-11);
    // A die that is kept twice over shows six at most; sixes without end are still twelve.
    let kept = odds("3d6!kh2");
    assert_eq!((kept.highest(), kept.tail()), (12, None));
    // Nothing is left of it.
    assert_eq!(odds("d6!*0").chances().collect::<Vec<_>>(), [(0, Chance::ONE)]);
}

#[test]
fn the_mean_of_endless_dice_is_exact() {
    // A die is worth its mean and, as often as it explodes, another: m = mean + p m.
    let cases = [
        ("d6!", "21/5"), // 7/2 / (5/6)
        ("2d6!+3", "57/5"),
        ("10-d6!", "29/5"),
        ("d6!*2", "42/5"),
        ("d6!*d4!", "14"),     // 21/5 * (5/2 / (3/4))
        ("d6!-d8!", "-33/35"), // 21/5 - 36/7
        ("5d10>=7!", "20/9"),  // 5 * (4/10) / (9/10)
        ("2dF!", "0"),
    ];
    for (text, mean) in cases {
        let odds = text.parse::<Expr>().unwrap().distribution().unwrap();
        assert!(odds.is_mean_exact(), "{text}");
        assert_eq!(odds.mean().to_string(), mean, "{text}");
    }
}

#[test]
fn what_is_asked_past_the_end_is_followed() {
    let asked = |text: &str, total| text.parse::<Expr>().unwrap().distribution_to(total).unwrap();
    let sixes = |n: u32| Chance::new(1, 6_u128.pow(n));
    // 97 is sixteen sixes and a one; 98 or more is sixteen sixes and more than that.
    assert_eq!(asked("d6!", 97).exactly(97), sixes(17));
    assert_eq!(asked("d6!", 98).at_least(98), sixes(16) * Chance::new(5, 6));
    assert_eq!(asked("10-d6!", -87).at_most(-87), sixes(16));
    assert_eq!(asked("d6!", 5).exactly(5), Chance::new(1, 6));
}

#[test]
fn throwing_the_dice_one_by_one_agrees_with_the_distribution() {
    let mut maker = Maker(FastRng::seed_from_u64(31));
    let mut checked = 0;
    while checked < 200 {
        let dice = maker.dice();
        let endless = dice.explode.as_ref().is_some_and(|explode| explode.times.is_none());
        if endless || dice.reroll.is_some_and(|(_, _, once)| !once) {
            continue;
        }
        let roll: Expr = dice.written().parse().unwrap();
        // Refused before the work is begun: not wrong, and seldom.
        let Ok(odds) = roll.distribution() else { continue };
        checked += 1;
        let mut found: BTreeMap<i32, Chance> = BTreeMap::new();
        // A script that is too short says which die it lacks; every face of that one is tried.
        let mut scripts = vec![(Vec::new(), Chance::ONE)];
        while let Some((script, chance)) = scripts.pop() {
            let mut next = 0;
            let shown = roll.evaluate(|die| {
                next += 1;
                script.get(next - 1).copied().ok_or(die)
            });
            match shown {
                Ok(shown) => *found.entry(shown.total).or_default() += chance,
                Err(die) => {
                    let each = &chance * &Chance::new(1, u128::from(die.sides()));
                    for face in die.lowest()..=die.highest() {
                        scripts.push((script.iter().copied().chain([face]).collect(), each.clone()));
                    }
                }
            }
        }
        let expected: BTreeMap<i32, Chance> = odds.chances().collect();
        assert_eq!(found, expected, "{roll}");
    }
}

#[test]
fn no_dice_at_all_come_to_the_modifier() {
    let none = Roll::dice(0, 6).plus(2);
    let rolls = [
        none,
        none.keep_highest(1),
        none.explode(),
        none.explode().keep_lowest(2),
        none.explode().compounding().drop_lowest(1),
        none.count_at_least(3),
        Roll::dice(3, 6).drop_highest(3).plus(2),
    ];
    for roll in rolls {
        let odds: Vec<(i32, Chance)> = roll.distribution().chances().collect();
        assert_eq!(odds, [(2, Chance::ONE)], "{roll}");
        assert_eq!(roll.show(&mut referee_dice::DiceRng::from_number(1)).total, 2, "{roll}");
        assert_eq!(referee_dice::FastDice::new(1).roll(&roll), 2, "{roll}");
    }
}
