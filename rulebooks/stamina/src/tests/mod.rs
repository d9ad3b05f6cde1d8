//! Unit tests by room: what needs no whole scene, and both positions of switches that no case shows.

mod awareness;
mod check;
mod cover;
mod grounds;
mod rounds;
mod turn;
