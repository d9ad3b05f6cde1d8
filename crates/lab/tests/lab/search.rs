//! Tree search plays every book, and at least as well as the policy that it searches with.

use super::{batch, bold, open, run, scenes};
use referee_lab::Report;
use referee_shelf::{Playing, Ready, books};

/// How often the first side wins by `policy`, everybody else by the policy that a search begins with: the lower end, the
/// rate and the upper end.
fn wins(ready: &Ready, policy: &str, count: u64) -> [f64; 3] {
    let table = open(&ready.source());
    let side = table.fights(&bold()).unwrap().lineup().sides[0].name.clone();
    let playing: Playing = vec![(None, "bold".into()), (Some(side), policy.into())];
    let fights = table.fights(&playing).unwrap();
    let rate = Report::of(&run(batch(&*fights, count))).sides[0].rate;
    [rate.low, rate.value, rate.high]
}

#[test]
fn a_search_wins_no_less_often_than_its_policy_in_every_book() {
    for ready in scenes() {
        let [_, usual, _] = wins(&ready, "bold", 1_000);
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
