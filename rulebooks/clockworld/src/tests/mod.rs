//! Rules played through commands with given dice.
mod attack;
mod task;
