//! The running digest of a table: what a line of a journal says its rules lead to.

use crate::walk::{Visit, walk};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::{fmt::Debug, sync::Arc};

/// Adds a table to the digest of everything before it.
///
/// A table is hashed in a compact form, without the names of its fields, which costs a fraction of hashing its JSON. What is
/// known of its setup is not looked at again; the digest is the same.
pub(crate) fn digest_of<T: Serialize>(before: [u8; 16], table: &T, known: Option<&Known>) -> [u8; 16] {
    let mut hashed = Hashed::new();
    hashed.put(&before);
    walk(table, &mut Compact { to: &mut hashed, setup: known.map(|known| known.bytes.as_slice()) });
    hashed.finish()[..16].try_into().expect("32 bytes have 16")
}

/// Plain data that can be hashed as it is: every setup of a table.
pub trait Setup: Send + Sync + Debug {
    /// Adds the form in which it is hashed.
    #[doc(hidden)]
    fn compact(&self, to: &mut Vec<u8>);
}

impl<T: Serialize + Send + Sync + Debug> Setup for T {
    fn compact(&self, to: &mut Vec<u8>) {
        walk(self, &mut Compact { to, setup: None });
    }
}

/// A setup and the form in which it is hashed. It is most of a table and hardly ever changes, so it is kept from one line of
/// a journal to the next.
#[derive(Debug)]
pub(crate) struct Known {
    setup: Arc<dyn Setup>,
    bytes: Vec<u8>,
}

impl Known {
    pub fn of(setup: Arc<dyn Setup>) -> Known {
        let mut bytes = Vec::new();
        setup.compact(&mut bytes);
        Known { setup, bytes }
    }

    /// Is it known of this very setup?
    pub fn is_of(&self, setup: &Arc<dyn Setup>) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.setup), Arc::as_ptr(setup))
    }
}

/// Where bytes go.
trait Sink {
    fn put(&mut self, bytes: &[u8]);
    fn put_one(&mut self, byte: u8);
}

/// Hashes what it is given, some hundred bytes at a time: a table comes in pieces of one or two.
struct Hashed {
    hash: Sha256,
    waiting: [u8; 512],
    used: usize,
}

impl Hashed {
    fn new() -> Hashed {
        Hashed { hash: Sha256::new(), waiting: [0; 512], used: 0 }
    }

    #[cold]
    fn flush(&mut self) {
        self.hash.update(&self.waiting[..self.used]);
        self.used = 0;
    }

    fn finish(mut self) -> [u8; 32] {
        self.flush();
        self.hash.finalize().into()
    }
}

impl Sink for Hashed {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        if self.used + bytes.len() > self.waiting.len() {
            self.flush();
            if bytes.len() > self.waiting.len() {
                return self.hash.update(bytes);
            }
        }
        self.waiting[self.used..self.used + bytes.len()].copy_from_slice(bytes);
        self.used += bytes.len();
    }

    #[inline]
    fn put_one(&mut self, byte: u8) {
        if self.used == self.waiting.len() {
            self.flush();
        }
        self.waiting[self.used] = byte;
        self.used += 1;
    }
}

impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn put_one(&mut self, byte: u8) {
        self.push(byte);
    }
}

impl std::io::Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.put(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Writes what is seen so that values of one type never look the same if they differ: numbers say how long they are,
/// lists and texts how many there are, and a field that is left out leaves a mark. It is the same on every platform.
struct Compact<'s, K> {
    to: &'s mut K,
    /// What is known of the first field, which is the setup.
    setup: Option<&'s [u8]>,
}

/// From here on a first byte says how many bytes follow; below it is the number itself.
const LONG: u8 = 0xf0;
/// A field that is not written.
const LEFT_OUT: u8 = 0xfe;
/// The end of a list or map.
const END: u8 = 0xff;

impl<K: Sink> Visit for Compact<'_, K> {
    #[inline]
    fn field(&mut self, _: &'static str) -> bool {
        let known = self.setup.take();
        known.inspect(|bytes| self.to.put(bytes)).is_none()
    }

    #[inline]
    fn word(&mut self, bits: u64) {
        if bits < u64::from(LONG) {
            self.to.put_one(bits as u8);
        } else {
            let bytes = 8 - bits.leading_zeros() as usize / 8;
            self.to.put_one(LONG + bytes as u8);
            self.to.put(&bits.to_le_bytes()[..bytes]);
        }
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        self.to.put(text.as_bytes());
    }

    #[inline]
    fn left_out(&mut self) {
        self.to.put_one(LEFT_OUT);
    }

    #[inline]
    fn end(&mut self) {
        self.to.put_one(END);
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// And back, if there are exactly so many.
pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != 2 * N || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[derive(Serialize, Default)]
    struct Table {
        wounds: Vec<i32>,
        names: Vec<&'static str>,
        turn: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        first: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<u64>,
        by: BTreeMap<u8, Vec<u8>>,
    }

    fn bytes_of(table: &Table) -> Vec<u8> {
        let mut bytes = Vec::new();
        walk(table, &mut Compact { to: &mut bytes, setup: None });
        bytes
    }

    #[test]
    fn tables_that_differ_look_different() {
        let table = Table::default;
        let all = [
            table(),
            Table { wounds: vec![0], ..table() },
            Table { wounds: vec![0, 0], ..table() },
            Table { wounds: vec![-1], ..table() },
            Table { wounds: vec![240], ..table() },
            Table { wounds: vec![65_535], ..table() },
            Table { names: vec!["ab", "c"], ..table() },
            Table { names: vec!["a", "bc"], ..table() },
            Table { names: vec!["abc"], ..table() },
            Table { turn: Some(0), ..table() },
            Table { first: Some(254), ..table() },
            Table { second: Some(254), ..table() },
            Table { first: Some(1), second: Some(1), ..table() },
            Table { by: BTreeMap::from([(1, vec![2])]), ..table() },
            Table { by: BTreeMap::from([(1, vec![]), (2, vec![])]), ..table() },
        ];
        let different: BTreeSet<Vec<u8>> = all.iter().map(bytes_of).collect();
        assert_eq!(different.len(), all.len());
    }

    #[test]
    fn the_form_is_the_same_everywhere() {
        // Written out by hand: a change of these bytes is a new format of journals.
        let by = BTreeMap::from([(7, vec![1, 255])]);
        let table = Table { wounds: vec![3, 300], names: vec!["Ann"], turn: Some(2), first: None, second: Some(9), by };
        let wounds = [2, 3, 0xf2, 0x2c, 0x01, END];
        let names = [1, 3, b'A', b'n', b'n', END];
        let by = [1, 7, 2, 1, 0xf1, 255, END, END];
        assert_eq!(bytes_of(&table), [&wounds[..], &names, &[1, 2], &[LEFT_OUT], &[1, 9], &by].concat());
    }

    #[test]
    fn what_is_hashed_in_pieces_is_what_is_hashed_at_once() {
        for length in [0, 1, 495, 496, 511, 512, 513, 1_025, 5_000] {
            let name: &'static str = "n".repeat(length).leak();
            let wounds = (0..length as i32).collect();
            let table = Table { wounds, names: vec![name, "Ann"], ..Table::default() };
            let whole = [&[3; 16][..], &bytes_of(&table)].concat();
            assert_eq!(digest_of([3; 16], &table, None), Sha256::digest(&whole)[..16], "{length}");
        }
    }

    #[test]
    fn a_setup_that_is_known_gives_the_same_digest() {
        #[derive(Serialize, Debug)]
        struct Sheets {
            names: Vec<String>,
            legs: Option<u8>,
        }
        #[derive(Serialize)]
        struct Whole {
            setup: Arc<Sheets>,
            table: Table,
        }
        let setup = Arc::new(Sheets { names: vec!["Ann".into(), "n".repeat(600)], legs: Some(2) });
        let whole = Whole { setup: Arc::clone(&setup), table: Table { wounds: vec![1], ..Table::default() } };
        let known = Known::of(setup);
        assert_eq!(digest_of([3; 16], &whole, Some(&known)), digest_of([3; 16], &whole, None));
        assert!(known.is_of(&(Arc::clone(&whole.setup) as Arc<dyn Setup>)));
        let other: Arc<dyn Setup> = Arc::new(Sheets { names: Vec::new(), legs: None });
        assert!(!known.is_of(&other));
    }

    #[test]
    fn a_digest_depends_on_everything_before() {
        let (one, other) = (digest_of([0; 16], &1u8, None), digest_of([1; 16], &1u8, None));
        assert_ne!(one, other);
        assert_eq!(unhex(&hex(&one)), Some(one));
        for wrong in ["", "0", "zz", "+1", "0102", "é"] {
            assert_eq!(unhex::<1>(wrong), None, "{wrong}");
        }
    }
}
