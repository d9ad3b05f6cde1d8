//! Tree search plays every book, and at least as well as the policy that it searches with.

use super::{batch, bold, open, run};
use referee_lab::Report;
use referee_shelf::{Book, Playing, Ready, books};

/// What comes of so many fights of the first side by `policy`, everybody else by the policy that a search begins with.
fn report(ready: &Ready, policy: &str, count: u64) -> Report {
    let table = open(&ready.source());
    let side = table.fights(&bold()).unwrap().lineup().sides[0].name.clone();
    let playing: Playing = vec![(None, "bold".into()), (Some(side), policy.into())];
    let fights = table.fights(&playing).unwrap();
    Report::of(&run(batch(&*fights, count)))
}

/// How often the first side wins: the lower end, the rate and the upper end.
fn wins(ready: &Ready, policy: &str, count: u64) -> [f64; 3] {
    let rate = report(ready, policy, count).sides[0].rate;
    [rate.low, rate.value, rate.high]
}

/// The fight of a book with the most even odds, and these: where nearly everything wins nobody can play badly.
fn even(book: &dyn Book) -> (Ready, f64) {
    let few = |ready: &Ready| open(&ready.source()).actors().len() <= 6;
    let fought = book.scenes().into_iter().filter(few).filter_map(|ready| {
        let report = report(&ready, "bold", 200);
        // A journey may end without a fight.
        (report.drawn.value + report.undecided.value < 0.1).then(|| (ready, report.sides[0].rate.value))
    });
    fought.min_by(|one, other| (one.1 - 0.5).abs().total_cmp(&(other.1 - 0.5).abs())).unwrap()
}

#[test]
fn a_search_wins_no_less_often_than_its_policy_in_every_book() {
    for book in books() {
        let (ready, usual) = even(*book);
        assert!((0.05..0.95).contains(&usual), "{}: {usual}", ready.file);
        let [_, rate, high] = wins(&ready, "search:60", 40);
        assert!(high >= usual, "{}: {rate} by searching, {usual} without", ready.file);
    }
}

/// The bold rush into a street where waiting wins: a search has to find that.
#[test]
fn a_search_finds_what_the_policy_does_badly() {
    let ready = books().iter().flat_map(|book| book.scenes()).find(|ready| ready.name == "street-fight").unwrap();
    let [_, _, usual] = wins(&ready, "bold", 1_000);
    let [low, rate, _] = wins(&ready, "search:60", 24);
    assert!(low > usual, "{rate} by searching, at most {usual} without");
}

/// The best act of each moment is not the best fight: whoever only looks at the next act must not lose more fights by it.
#[test]
fn the_best_act_loses_no_more_fights_than_the_policy() {
    let ready = books().iter().flat_map(|book| book.scenes()).find(|ready| ready.name == "duel-with-reach").unwrap();
    let [_, usual, _] = wins(&ready, "bold", 1_000);
    let [_, rate, high] = wins(&ready, "best", 160);
    assert!(high >= usual, "{rate} by the best act, {usual} without");
}
