//! Tests of the server from outside: real sockets, real stores, and clients that share no code with it.

mod client;
mod crash;
mod drawn;
mod encrypted;
mod gaps;
mod golden;
mod hostile;
mod jobs;
mod join;
mod long;
mod names;
mod odds;
mod play;
mod seats;
mod secrets;
mod several;
mod snapshots;
mod stores;
mod tables;
mod trials;
mod wire;
