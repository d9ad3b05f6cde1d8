//! The self-check: exact = enumeration = simulation, for every book over its ready scenes.

use crate::{Batch, Interval, Plan, Tally};
use rayon::prelude::*;
use referee_engine::duel::Limits;
use referee_shelf::{Agreed, Book, Looking, OpenTable, Playing, Ready};
use serde::Serialize;

/// A difference between exact and enumerated chances that is only rounding.
const ROUNDING: f64 = 1e-9;
/// How many standard deviations a count may be off. Seeds are fixed, so a check that passes passes for ever; so many
/// things are counted that some are three or four off.
const DEVIATIONS: f64 = 5.5;

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Size {
    /// As a multiple of the usual.
    pub factor: f64,
    /// The seed.
    pub seed: u64,
}

/// What was found in one scene.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verified {
    /// The book.
    pub book: String,
    /// The scene.
    pub scene: String,
    /// Acts that were compared.
    pub acts: usize,
    /// Acts that were too large to be enumerated.
    pub left_out: usize,
    /// Different things that came of them.
    pub outcomes: usize,
    /// Leaves of the enumeration.
    pub leaves: usize,
    /// Simulated acts.
    pub samples: u64,
    /// The largest difference between exact and enumerated chances.
    pub enumerated: f64,
    /// The largest difference between exact and counted, in standard deviations.
    pub deviations: f64,
    /// The whole fight, if it could be worked out: each side's exact chance, at least, and counted rate.
    pub fight: Vec<(String, f64, Interval)>,
    /// By how much those chances can be higher: what was left out of the fight because it is rare.
    pub open: f64,
    /// What must not be.
    pub faults: Vec<String>,
}

impl Verified {
    /// Does everything agree?
    pub fn is_ok(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Checks every ready scene of these books, on all cores. The result is in their order.
pub fn verify_all(books: &[&dyn Book], size: Size) -> Vec<Verified> {
    let scenes: Vec<(&dyn Book, Ready)> =
        books.iter().flat_map(|book| book.scenes().into_iter().map(|ready| (*book, ready))).collect();
    scenes.par_iter().map(|(book, ready)| verify(*book, ready, size)).collect()
}

/// Checks one ready scene of a book.
pub fn verify(book: &dyn Book, ready: &Ready, size: Size) -> Verified {
    let name = format!("{}:{}", ready.book, ready.name);
    let mut verified = Verified {
        book: book.name().to_owned(),
        scene: name,
        acts: 0,
        left_out: 0,
        outcomes: 0,
        leaves: 0,
        samples: 0,
        enumerated: 0.0,
        deviations: 0.0,
        fight: Vec::new(),
        open: 0.0,
        faults: Vec::new(),
    };
    let table = match book.open(&ready.source(), [0; 32]) {
        Ok(table) => table,
        Err(mistakes) => {
            verified.faults.push(format!("it cannot be opened: {mistakes}"));
            return verified;
        }
    };
    let scaled = |usual: f64, least: f64| (usual * size.factor).max(least);
    let looking = Looking {
        moments: scaled(24.0, 3.0) as usize,
        acts: scaled(6.0, 3.0) as usize,
        samples: scaled(4_000.0, 500.0) as u32,
        limit: scaled(20_000.0, 2_000.0) as usize,
        seed: size.seed,
    };
    // Side by side: the largest scenes take most of the time, and both parts of such a scene have a core.
    let (agreed, fought) = rayon::join(|| table.agreed(looking), || fight(&*table, ready, size));
    take(&mut verified, &agreed);
    (verified.fight, verified.open) = (fought.sides, fought.open);
    verified.faults.extend(fought.faults);
    verified
}

fn take(verified: &mut Verified, agreed: &Agreed) {
    verified.acts = agreed.acts.len();
    verified.left_out = agreed.left_out;
    verified.faults.extend(agreed.faults.iter().cloned());
    for act in &agreed.acts {
        verified.outcomes += act.outcomes;
        verified.leaves += act.leaves;
        verified.samples += u64::from(act.samples);
        verified.enumerated = verified.enumerated.max(act.enumerated);
        verified.deviations = verified.deviations.max(act.deviations);
    }
    if verified.enumerated > ROUNDING {
        verified.faults.push(format!("exact and enumerated chances differ by {:.2e}", verified.enumerated));
    }
    if verified.deviations > DEVIATIONS {
        verified.faults.push(format!("a simulated rate is off by {:.1} standard deviations", verified.deviations));
    }
}

/// A whole fight, exact and simulated: see [`Verified`].
#[derive(Default)]
struct Fought {
    sides: Vec<(String, f64, Interval)>,
    open: f64,
    faults: Vec<String>,
}

/// The whole fight, if it is small enough.
fn fight(table: &dyn OpenTable, ready: &Ready, size: Size) -> Fought {
    let mut fought = Fought::default();
    // Twice the size is twice the work, and a quick look takes next to none of it.
    let tables = (20_000.0 * size.factor.min(size.factor.powi(2))).max(200.0) as usize;
    let limits = Limits { ways: 5_000, acts: 400, within: 1e-3, ..Limits::of(tables) };
    let bold: Playing = vec![(None, "bold".to_owned())];
    // A book without such a policy, or a policy that draws lots, has no exact fights.
    let Ok(duel) = table.duel(&bold, limits, &|_| true) else { return fought };
    if !duel.is_whole {
        return fought;
    }
    let Ok(fights) = table.fights(&bold) else { return fought };
    fought.open = duel.open.to_f64() + duel.error.to_f64();
    let runs = (20_000.0 * size.factor).max(1_000.0) as u64;
    let plan = Plan { watch_every: 0, ..Plan::new(&*fights, ready.text, size.seed, runs) };
    let tally: Tally = match Batch::new(&*fights, plan).run(&|_| {}) {
        Ok(outcome) => outcome.tally,
        Err(error) => return Fought { faults: vec![error.to_string()], ..fought },
    };
    for (at, side) in fights.lineup().sides.iter().enumerate() {
        let exact = duel.won.get(&referee_engine::Side(at as u8)).map_or(0.0, |mass| mass.to_f64());
        let counted = Interval::part(tally.won[at], tally.fights);
        let deviation = (exact * (1.0 - exact) / tally.fights as f64).sqrt();
        if (counted.value - exact).abs() > DEVIATIONS * deviation + duel.open.to_f64() + 1e-9 {
            let why = format!("{} wins {:.4} of the fights, but {:.4} is exact", side.name, counted.value, exact);
            fought.faults.push(why);
        }
        fought.sides.push((side.name.clone(), exact, counted));
    }
    fought
}
