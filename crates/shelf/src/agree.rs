//! Do exact odds, enumeration and counting agree along a fight?

use referee_dice::{FastDice, FastRng};
use referee_engine::{
    Next, Seat, Session, Simulate, System,
    fight::Player,
    search::acts_of,
    verify::{Agreement, agreement},
};

/// How much is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looking {
    /// Acts of the fight at which to look.
    pub moments: usize,
    /// Acts that are tried at each.
    pub acts: usize,
    /// How often each is counted.
    pub samples: u32,
    /// Ways of an act at most.
    pub limit: usize,
    /// The seed.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Agreed {
    /// One for each act that was compared.
    pub acts: Vec<Agreement>,
    /// Acts that were too large to be enumerated.
    pub left_out: usize,
    /// What must not be.
    pub faults: Vec<String>,
}

pub(crate) fn agreed<S: System>(session: &Session<S>, looking: Looking) -> Agreed {
    let book = session.book();
    let mut table = session.table().clone();
    let mut agreed = Agreed::default();
    let Ok(base) = Player::<S>::base() else { return agreed };
    let policies = [base];
    let mut oracle = Simulate::new(book, &policies, looking.seed);
    let mut dice = FastDice::new(looking.seed);
    let mut rng = FastRng::seed_from_u64(looking.seed);
    for _ in 0..looking.moments {
        let who = match book.next(&table) {
            Next::Over(_) => break,
            Next::Acts(who) => who,
        };
        let intent = oracle.choose(&table, who);
        let mut intents = vec![intent.clone()];
        let others = acts_of(book, &table, 4 * looking.acts, &mut rng).into_iter().map(|act| act.intent);
        let mut others: Vec<S::Intent> = others.filter(|other| *other != intent).collect();
        while intents.len() < looking.acts && !others.is_empty() {
            intents.push(others.swap_remove(rng.below(others.len() as u32) as usize));
        }
        for intent in &intents {
            match agreement(book, &table, Seat::Gm, intent, looking.limit, looking.samples, &mut dice) {
                None => agreed.left_out += 1,
                Some(Ok(found)) => agreed.acts.push(found),
                Some(Err(fault)) => agreed.faults.push(fault),
            }
        }
        if book.resolve(&mut table, Seat::Gm, &intent, &mut oracle).is_err() {
            agreed.faults.push(format!("a policy chose {intent:?}, which is refused"));
            break;
        }
    }
    agreed
}
