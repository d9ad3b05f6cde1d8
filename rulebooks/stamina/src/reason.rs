//! A refusal in words, or a bare no.

use referee_engine::Refusal;

/// What a check gives to whoever may not: the [`Refusal`] that a person reads, or a [`No`].
///
/// Checks are written once and compiled for both. A policy asks dozens of them before each act and only wants to know
/// whether, so that for it no sentence is ever put together.
pub trait Reason: Sized {
    /// The reason, if anybody wants to know.
    fn because(why: impl FnOnce() -> Refusal) -> Self;
}

impl Reason for Refusal {
    fn because(why: impl FnOnce() -> Refusal) -> Self {
        why()
    }
}

/// It may not; nobody asked why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct No;

impl Reason for No {
    fn because(_why: impl FnOnce() -> Refusal) -> Self {
        No
    }
}
