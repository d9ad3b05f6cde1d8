//! Whatever is imported as a journal: it is played again, or refused with its line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use referee_shelf::open_journal;

fuzz_target!(|text: &str| {
    if let Ok(table) = open_journal(text, false) {
        // What can be read can be written and read again.
        let again = open_journal(&table.journal(), false).expect("a journal of ours can be read");
        assert_eq!(again.digest(), table.digest());
    }
});
