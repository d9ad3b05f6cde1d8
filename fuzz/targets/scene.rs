//! Whatever is imported as a scene: a table, or every mistake in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use referee_engine::{Seat, door::Source};
use referee_shelf::open_scene;

fuzz_target!(|text: &str| {
    if let Ok(table) = open_scene(&Source::new("fuzz", text), [7; 32]) {
        let _ = (table.view(Seat::Spectator), table.offers(Seat::Gm), table.journal());
    }
});
