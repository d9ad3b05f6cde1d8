//! What is refused as absurd, and the error that names the limit.

/// Dice thrown by one [`Roll`](crate::Roll) at most, explosions not counted.
pub const MAX_DICE: u32 = 1_000;
/// Faces of one die at most.
pub const MAX_SIDES: u16 = 10_000;
/// Further dice one exploding or rerolled die can bring at most when it is shown.
///
/// Notation refuses dice that explode more often than 95 times in 100, so that a die reaches this bound with a
/// chance below 1e-22: the bound protects against a broken source of faces, and no distribution contains it.
pub const MAX_CHAIN: u16 = 1_000;
/// A total lies between minus this and this.
pub const MAX_TOTAL: i64 = 1_000_000_000;
/// Characters of a written expression at most.
pub const MAX_LENGTH: usize = 1_000;
/// Parentheses, floors and signs inside one another at most.
pub const MAX_DEPTH: usize = 64;
/// Steps spent on one exact distribution at most, some tenths of a second: adding one 64-bit word to another is one step.
pub const MAX_WORK: u64 = 400_000_000;
/// Different outcomes of one exact distribution at most.
pub const MAX_OUTCOMES: u64 = 1 << 20;

/// An exact distribution that would take more than the documented limit; refused before the work is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// More steps than [`MAX_WORK`].
    #[error("its exact odds need about {needed} steps, the limit is {MAX_WORK}")]
    Work {
        /// Steps it would need, about.
        needed: u64,
    },
    /// More outcomes than [`MAX_OUTCOMES`].
    #[error("it has about {needed} outcomes, the limit is {MAX_OUTCOMES}")]
    Outcomes {
        /// Outcomes it would have, about.
        needed: u64,
    },
    /// Dice that explode or are rerolled on (nearly) every face.
    #[error("its dice are rerolled too often: at most 95 of 100 rolls may explode, and a reroll must leave a face")]
    Endless,
    /// Dice that can be thrown, but whose exact odds no algorithm here lists.
    #[error("exact odds of {0} are not supported; they can only be rolled")]
    Unlisted(&'static str),
    /// Totals past [`MAX_TOTAL`].
    #[error("its totals exceed {MAX_TOTAL}")]
    Total,
}

/// Refuses work past [`MAX_WORK`].
pub(crate) fn allow_work(needed: f64) -> Result<(), TooLarge> {
    if needed <= MAX_WORK as f64 { Ok(()) } else { Err(TooLarge::Work { needed: needed as u64 }) }
}

/// Refuses weights that would fill more than some 64 megabytes: a word kept counts as fifty steps.
pub(crate) fn allow_memory(weights: f64, bits: f64) -> Result<(), TooLarge> {
    allow_work(weights * (bits / 64.0).max(1.0) * 50.0)
}

/// Refuses outcomes past [`MAX_OUTCOMES`].
pub(crate) fn allow_outcomes(needed: u64) -> Result<(), TooLarge> {
    if needed <= MAX_OUTCOMES { Ok(()) } else { Err(TooLarge::Outcomes { needed }) }
}
