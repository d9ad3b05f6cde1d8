//! Short names for data whose type nobody else knows: what kind of intent it is, and a number for a table.

use crate::walk::{Visit, walk};
use serde::Serialize;

/// The kind of an intent, by the names its type has for it: `attack`, `turn end`.
///
/// Variants directly inside a variant make the name longer; the parameters of an intent do not.
pub fn kind_of<T: Serialize + ?Sized>(intent: &T) -> Kind {
    let mut kind = Kind::default();
    walk(intent, &mut kind);
    kind
}

/// The kind of an intent. Cheap to copy and to compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Kind([&'static str; 2]);

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0[0])?;
        if self.0[1].is_empty() { Ok(()) } else { write!(f, " {}", self.0[1]) }
    }
}

impl Visit for Kind {
    fn variant(&mut self, name: &'static str) -> bool {
        let free = usize::from(!self.0[0].is_empty());
        self.0[free] = name;
        free == 0
    }

    fn other(&mut self) -> bool {
        false
    }
}

/// A number for a table: equal tables have equal numbers, and different ones nearly always different numbers.
///
/// A field named `setup` is passed over, as it is large and seldom changes; whoever merges tables by this number has to
/// compare them as well.
pub fn fingerprint_of<T: Serialize + ?Sized>(table: &T) -> u64 {
    let mut print = Print(0x9e37_79b9_7f4a_7c15);
    walk(table, &mut print);
    print.0
}

struct Print(u64);

impl Visit for Print {
    #[inline]
    fn word(&mut self, bits: u64) {
        let mixed = (self.0 ^ bits).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for part in text.as_bytes().chunks(8) {
            self.word(part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    fn field(&mut self, name: &'static str) -> bool {
        name != "setup"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    #[derive(Serialize)]
    enum Turn {
        End(Side),
        Pass,
    }

    #[derive(Serialize)]
    enum Intent {
        Attack { part: Turn },
        Turn(Turn),
        Wait,
    }

    #[test]
    fn an_intent_is_named_by_its_variants_and_not_by_its_parameters() {
        let cases = [
            (Intent::Attack { part: Turn::Pass }, "Attack"),
            (Intent::Turn(Turn::End(Side(1))), "Turn End"),
            (Intent::Turn(Turn::Pass), "Turn Pass"),
            (Intent::Wait, "Wait"),
        ];
        for (intent, name) in cases {
            assert_eq!(kind_of(&intent).to_string(), name);
        }
        assert_eq!(kind_of(&5u8).to_string(), "");
    }

    #[test]
    fn what_differs_has_another_number_and_the_setup_does_not_count() {
        #[derive(Serialize)]
        struct Table {
            setup: u8,
            wounds: Vec<i32>,
            name: &'static str,
            turn: Option<u8>,
        }
        let print =
            |setup, wounds: &[i32], name, turn| fingerprint_of(&Table { setup, wounds: wounds.to_vec(), name, turn });
        let first = print(1, &[0, 3], "duel", None);
        assert_eq!(first, print(2, &[0, 3], "duel", None));
        let others = [
            print(1, &[3, 0], "duel", None),
            print(1, &[0], "duel", None),
            print(1, &[0, 3], "dual", None),
            print(1, &[0, 3], "duel", Some(0)),
        ];
        assert!(others.iter().all(|other| *other != first), "{first} {others:?}");
    }
}
