//! Whatever a client sends: it is read or refused, and what is read is put to a table of every book without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use referee_engine::{ActorId, Seat};
use referee_server::wire::ClientMessage;
use referee_shelf::{OpenTable, open_scene, ready_scenes};
use std::sync::OnceLock;

fn tables() -> &'static [Box<dyn OpenTable>] {
    static TABLES: OnceLock<Vec<Box<dyn OpenTable>>> = OnceLock::new();
    TABLES.get_or_init(|| ready_scenes().iter().filter_map(|ready| open_scene(&ready.source(), [7; 32]).ok()).collect())
}

fuzz_target!(|data: &[u8]| {
    // Several lines are several messages to the same table.
    for table in tables() {
        let Some(mut table) = table.fork(0) else { continue };
        for line in data.split(|&byte| byte == b'\n').take(16) {
            let Ok(message) = serde_json::from_slice::<ClientMessage>(line) else { continue };
            for seat in [Seat::Gm, Seat::Player([ActorId(0)].into_iter().collect()), Seat::Spectator] {
                match &message {
                    ClientMessage::Put { put, .. } => {
                        let before = table.digest();
                        if table.put(seat, put.clone()).is_err() {
                            assert_eq!(table.digest(), before, "a refusal changed the table");
                        }
                    }
                    ClientMessage::Slots { filled, .. } => drop(table.slots(seat, filled)),
                    _ => {}
                }
            }
        }
    }
});
