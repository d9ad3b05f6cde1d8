//! Rules played through commands with given dice.
mod attack;
mod contest;
mod task;
