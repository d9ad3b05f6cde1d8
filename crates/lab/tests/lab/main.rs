//! The laboratory with every book on the shelf: whatever holds here holds for a book that is added later.

mod ahead;
mod large;
mod search;

use referee_engine::door::Source;
use referee_lab::{
    Batch, Change, Csv, Goal, Grid, MergeError, Outcome, Pair, Part, Plan, Progress, Report, Size, Sweep, Swept, Vary,
    change, compare, merge, merge_sweeps, page, show, verify,
};
use referee_shelf::{Fighting, Fights, Lineup, OpenTable, Playing, Ready, books, open_journal, open_scene};
use std::{
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// The scene of each book that is the quickest to fight: the one with the fewest actors.
fn scenes() -> Vec<Ready> {
    let size = |ready: &Ready| open(&ready.source()).actors().len();
    books().iter().filter_map(|book| book.scenes().into_iter().min_by_key(size)).collect()
}

fn open(scene: &Source) -> Box<dyn OpenTable> {
    open_scene(scene, [7; 32]).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn bold() -> Playing {
    vec![(None, "bold".to_owned())]
}

fn fights(ready: &Ready) -> Box<dyn Fights> {
    open(&ready.source()).fights(&bold()).unwrap()
}

fn batch<'f>(fights: &'f dyn Fights, runs: u64) -> Batch<'f> {
    Batch::new(fights, Plan::new(fights, "scene", 5, runs))
}

fn run(batch: Batch<'_>) -> Outcome {
    batch.run(&|_| {}).unwrap()
}

/// One thread has so many of them that it remembers where the dice have led, two have not.
#[test]
fn a_long_run_is_the_same_from_memory() {
    let ready = books().iter().flat_map(|book| book.scenes()).find(|ready| ready.name == "duel-with-reach").unwrap();
    let fights = fights(&ready);
    let plan = || Plan { watch_every: 0, ..Plan::new(&*fights, ready.text, 1, 1 << 16) };
    assert_eq!(run(Batch::new(&*fights, plan()).threads(1)), run(Batch::new(&*fights, plan()).threads(2)));
}

#[test]
fn a_result_depends_on_the_seed_and_never_on_the_threads() {
    for ready in scenes() {
        let fights = fights(&ready);
        let one = run(batch(&*fights, 66).threads(1));
        assert_eq!(one, run(batch(&*fights, 66).threads(3)), "{}", ready.file);
        assert_eq!(one.tally.fights, 66);
        let other = Batch::new(&*fights, Plan::new(&*fights, "scene", 6, 66));
        assert_ne!(one.tally, run(other).tally);
    }
}

#[test]
fn all_parts_merged_are_the_whole_bit_for_bit() {
    for ready in scenes() {
        let fights = fights(&ready);
        let whole = run(batch(&*fights, 30));
        let part = |number| run(batch(&*fights, 30).part(Part { number, of: 3 }));
        let parts = [part(3), part(1), part(2)];
        let written: Vec<Outcome> =
            parts.iter().map(|part| serde_json::from_str(&serde_json::to_string(part).unwrap()).unwrap()).collect();
        let merged = merge(&written).unwrap();
        assert_eq!(merged, whole);
        assert_eq!(serde_json::to_string(&merged).unwrap(), serde_json::to_string(&whole).unwrap());
        assert_eq!(Report::of(&merged), Report::of(&whole));
        assert!(merged.is_whole() && !merge(&written[..2]).unwrap().is_whole());
        assert!(merge(&[parts[0].clone(), parts[0].clone()]).unwrap_err().to_string().contains("of another result"));
        let other = run(Batch::new(&*fights, Plan::new(&*fights, "other", 5, 30)).part(Part { number: 1, of: 3 }));
        assert!(merge(&[parts[0].clone(), other]).unwrap_err().to_string().contains("the scene differs"));
    }
}

#[test]
fn a_report_tells_everything_and_counts_add_up() {
    for ready in scenes() {
        let fights = fights(&ready);
        let outcome = run(batch(&*fights, 20));
        let tally = &outcome.tally;
        assert_eq!(tally.won.iter().sum::<u64>() + tally.drawn + tally.undecided, 20);
        assert_eq!((tally.rounds.all(), tally.acts.all(), tally.watched), (20, 20, 20));
        let uses: u64 = tally.deeds.values().map(|used| used.uses).sum();
        let acts: i64 = tally.acts.iter().map(|(acts, count)| acts * count as i64).sum();
        assert_eq!(uses as i64, acts, "every act is somebody's deed");
        let report = Report::of(&outcome);
        for side in &report.sides {
            assert!(side.rate.low <= side.rate.value && side.rate.value <= side.rate.high);
        }
        assert!(!report.deeds.is_empty() && !report.never_used.is_empty());
        let text = page("a <scene>", &report);
        assert!(text.starts_with("<!doctype html>") && text.contains("a &lt;scene&gt;") && text.contains("<svg"));
        assert!(text.contains("prefers-color-scheme:dark") && text.contains("@media print"));
        assert!(!text.contains("<script") && !text.contains("src="), "nothing is loaded");
    }
}

#[test]
fn a_run_goes_on_until_it_is_sure_enough_and_stops_when_told() {
    let ready = scenes().remove(0);
    let fights = fights(&ready);
    let plan = Plan { watch_every: 0, ..Plan::new(&*fights, "scene", 5, 100_000) };
    let sure = run(Batch::new(&*fights, plan.clone()).until(Goal::Error(0.05)));
    assert!(sure.tally.fights < 100_000 && !sure.is_partial && sure.plan.runs == sure.tally.fights);
    assert!(Report::of(&sure).sides.iter().all(|side| side.rate.error() <= 0.05));
    let stop = AtomicBool::new(true);
    let stopped = run(Batch::new(&*fights, plan).stopped_by(&stop));
    assert!(stopped.is_partial && Report::of(&stopped).is_partial);
}

/// Counts who is called to fight.
struct Called<'f>(&'f dyn Fights, AtomicUsize);

impl Fights for Called<'_> {
    fn lineup(&self) -> &Lineup {
        self.0.lineup()
    }

    fn fighter(&self, fights: u64) -> Box<dyn Fighting + '_> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.fighter(fights)
    }

    fn fighter_until<'s>(&'s self, fights: u64, stop: &'s AtomicBool) -> Box<dyn Fighting + 's> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.fighter_until(fights, stop)
    }
}

/// Between two looks at how sure it is nothing is forgotten, and the fights are those of a run of that length.
#[test]
fn whoever_fights_goes_on_until_it_is_sure_enough() {
    let ready = scenes().remove(0);
    let fights = fights(&ready);
    let called = Called(&*fights, AtomicUsize::new(0));
    let looks = Mutex::new(BTreeSet::new());
    let look = |progress: Progress| {
        looks.lock().unwrap().insert(progress.of);
    };
    let plan = Plan::new(&called, "scene", 5, 100_000);
    let sure = Batch::new(&called, plan.clone()).threads(2).until(Goal::Error(0.02)).run(&look).unwrap();
    assert!(looks.lock().unwrap().len() > 1, "it looked more than once");
    assert_eq!(called.1.into_inner(), 2, "one for each thread");
    assert_eq!(sure.tally, run(Batch::new(&*fights, Plan { runs: sure.tally.fights, ..plan })).tally);
}

#[test]
fn a_variant_is_fought_with_the_same_seeds() {
    for ready in scenes() {
        let fights = fights(&ready);
        let plan = Plan::new(&*fights, "scene", 5, 12);
        let pair = Pair { one: (&*fights, plan.clone()), other: (&*fights, plan.clone()) };
        let (report, [one, other]) = compare(&pair, 2, &AtomicBool::new(false), &|_| {}).unwrap();
        assert_eq!(one, other);
        assert_eq!(one, run(Batch::new(&*fights, plan)));
        for side in &report.sides {
            assert!(side.difference.value == 0.0 && side.only == (0, 0), "a scene does not differ from itself");
        }
    }
}

#[test]
fn a_sweep_fights_every_combination() {
    let ready = scenes().remove(0);
    // Every scene has a title, whatever the book.
    let vary: Vec<Vary> = vec!["title=One,Two".parse().unwrap(), "about=a,b,c".parse().unwrap()];
    let stop = AtomicBool::new(false);
    let (scene, playing) = (ready.source(), bold());
    let sweep = |varied| Sweep {
        scene: &scene,
        fixed: &[],
        varied,
        playing: &playing,
        seed: 5,
        runs: 6,
        goal: Goal::Runs,
        part: Part::WHOLE,
        threads: 2,
        stop: &stop,
    };
    let swept = sweep(&vary).run(&|_| {}).unwrap();
    let grid = Grid::of(&swept);
    assert!(!grid.is_partial);
    assert_eq!(grid.spots.len(), 6);
    assert_eq!(grid.spots[1].values, ["One", "b"]);
    assert!(
        grid.spots.iter().all(|spot| spot.fights == 6 && spot.won == grid.spots[0].won),
        "nothing that matters differs"
    );
    let wrong: Vec<Vary> = vec!["no_such_key=1,2".parse().unwrap()];
    let error = sweep(&wrong).run(&|_| {}).unwrap_err().to_string();
    assert!(error.contains("no_such_key=1") && error.contains("unknown key"), "{error}");

    // 36 fights in four parts: the second ends in the middle of the grid, and none at the edge of a spot but that one.
    let parts: Vec<Swept> =
        (1..=4).map(|number| Sweep { part: Part { number, of: 4 }, ..sweep(&vary) }.run(&|_| {}).unwrap()).collect();
    assert_eq!(parts.iter().map(|part| part.spots.len()).collect::<Vec<_>>(), [2, 2, 2, 2]);
    let first = Grid::of(&parts[0]);
    assert!(first.is_partial);
    assert_eq!(first.spots.iter().map(|spot| spot.fights).collect::<Vec<_>>(), [6, 3]);
    let fought: Vec<bool> = first.places().map(|(_, spot)| spot.is_some()).collect();
    assert_eq!(fought, [true, true, false, false, false, false]);
    let shuffled = [3, 0, 2, 1].map(|at| parts[at].clone());
    assert_eq!(merge_sweeps(&shuffled).unwrap(), swept, "all parts are the whole, bit for bit");
    let twice = [parts[0].clone(), parts[1].clone(), parts[1].clone()];
    assert_eq!(merge_sweeps(&twice).unwrap_err(), MergeError::Overlap(3, 3, 6));
    let other = Sweep { seed: 6, ..sweep(&vary) }.run(&|_| {}).unwrap();
    assert_eq!(merge_sweeps(&[parts[0].clone(), other]).unwrap_err(), MergeError::Different(2, "the seed"));
    let stopped = Swept { is_partial: true, ..parts[1].clone() };
    assert_eq!(merge_sweeps(&[parts[0].clone(), stopped]).unwrap_err(), MergeError::Partial(2));
}

/// Results are files, and files are edited: what no fights come to is refused, and never taken apart.
#[test]
fn what_no_fights_come_to_is_not_merged() {
    let ready = scenes().remove(0);
    let fights = fights(&ready);
    let sound = run(batch(&*fights, 12));
    assert!(merge(std::slice::from_ref(&sound)).is_ok());
    type Spoil = fn(&mut Outcome);
    let spoilt: [(Spoil, &str); 11] = [
        (|all| all.fought = vec![(0, 13)], "fights that are not in the run"),
        (|all| all.fought = vec![(0, 8), (6, 10)], "fights that are in it twice"),
        (|all| all.fought = vec![(0, 11)], "another number of fights"),
        (|all| all.tally.won.clear(), "other sides"),
        (|all| all.tally.fallen.clear(), "other characters"),
        (|all| all.tally.gauges.clear(), "other gauges"),
        (|all| all.tally.won[0] = u64::MAX, "more ends than fights"),
        (|all| all.tally.watched = 13, "more fights watched than fought"),
        (|all| all.tally.fallen[0] = 13, "more falls than fights"),
        (|all| all.tally.first_won[0] = 13, "more won than begun"),
        (|all| all.tally.acts.add(i64::MAX), "an impossible number"),
    ];
    for (spoil, why) in spoilt {
        let mut all = sound.clone();
        spoil(&mut all);
        assert_eq!(merge(&[all]).unwrap_err(), MergeError::Unsound(1, why));
    }
}

#[test]
fn a_changed_scene_is_read_like_any_other() {
    for ready in scenes() {
        let changed = change(&ready.source(), &["title=Changed".parse::<Change>().unwrap()]).unwrap();
        assert_eq!(open(&changed).actors(), open(&ready.source()).actors());
    }
}

#[test]
fn one_fight_is_told_as_a_journal_that_replays() {
    for ready in scenes() {
        let shown = show(open(&ready.source()), &bold(), 9).unwrap();
        assert!(shown.is_over, "{}", ready.file);
        let again = open_journal(&shown.table.journal(), true).unwrap();
        assert_eq!(again.digest(), shown.table.digest());
        let same = show(open(&ready.source()), &bold(), 9).unwrap();
        assert_eq!(same.table.digest(), shown.table.digest());
    }
}

#[test]
fn rows_come_in_order_whatever_the_threads() {
    let ready = scenes().remove(0);
    let fights = fights(&ready);
    let mut text = Vec::new();
    let mut csv = Csv::new(&mut text, fights.lineup()).unwrap();
    let (outcome, trouble) = batch(&*fights, 150).threads(3).run_into(Some(&mut csv), &|_| {}).unwrap();
    drop(csv);
    assert!(trouble.is_none());
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 151);
    assert!(lines[0].starts_with("fight,seed,ended,winner,first,rounds,acts,"));
    assert!((0..150).all(|fight| lines[fight + 1].starts_with(&format!("{fight},"))));
    let won = lines.iter().filter(|line| line.contains(",won,")).count() as u64;
    assert_eq!(won, outcome.tally.won.iter().sum::<u64>());
}

#[test]
fn three_ways_to_the_chances_agree_for_every_book() {
    for book in books() {
        let ready = book.scenes().into_iter().next().expect("every book has a scene");
        let verified = verify(*book, &ready, Size { factor: 0.05, seed: 1 });
        assert!(verified.is_ok(), "{}: {:?}", verified.scene, verified.faults);
        assert!(verified.acts > 0, "{}", verified.scene);
    }
}
