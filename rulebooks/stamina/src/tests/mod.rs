//! Unit tests of what needs no whole scene, and of both positions of switches that no case shows.

mod awareness;
mod check;
mod cover;
mod rounds;
mod turn;
