//! Rules played through commands with given dice.

mod attack;
mod contest;
mod fall;
mod movement;
mod task;
