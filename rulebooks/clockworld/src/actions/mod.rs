//! CW-024: exactly five kinds of Action: Attack, Contest, Move, Task, Defend.

pub mod area;
pub mod attack;
pub mod contest;
pub mod movement;
pub mod task;
