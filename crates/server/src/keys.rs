//! Secrets: seat keys and table seeds, and what is derived from them.

use crate::error::Problem;
use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};

/// Cryptographically random bytes.
pub fn random<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(Problem::internal)?;
    Ok(bytes)
}

/// A new 256-bit key for a link, and the hash that is stored.
pub fn new_key() -> Result<(String, [u8; 32]), Problem> {
    let key = BASE64URL_NOPAD.encode(&random::<32>()?);
    let hash = hash_of(&key);
    Ok((key, hash))
}

/// The hash stored for a key.
pub fn hash_of(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

/// The checksum of a text.
pub fn sum_of(text: &str) -> String {
    HEXLOWER.encode(&hash_of(text))
}

/// The code of a new table in URLs: sixteen letters and digits.
pub fn new_code() -> Result<String, Problem> {
    Ok(BASE32_NOPAD.encode(&random::<10>()?).to_lowercase())
}

/// The alphabet of join codes: no easily confused characters, and no vowels, so that no words appear.
const READABLE: &[u8; 32] = b"23456789BCDFGHJKLMNPQRSTVWXYZ#@+";

/// A join code to read out: eight letters and digits, 38 bits.
pub fn new_invite() -> Result<String, Problem> {
    let mut code = String::new();
    while code.len() < 8 {
        let letters = random::<16>()?.map(|byte| READABLE[usize::from(byte % 32)] as char);
        code.extend(letters.into_iter().filter(char::is_ascii_alphanumeric).take(8 - code.len()));
    }
    Ok(code)
}

/// Parses a join code in either case, with or without hyphens and spaces. `None` if it cannot be one.
pub fn read_invite(text: &str) -> Option<String> {
    let code: String = text.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| c.to_ascii_uppercase()).collect();
    let is_one = code.len() == 8 && code.bytes().all(|byte| byte.is_ascii_alphanumeric() && READABLE.contains(&byte));
    is_one.then_some(code)
}

/// An unguessable job id.
pub fn new_job() -> Result<String, Problem> {
    Ok(BASE32_NOPAD.encode(&random::<20>()?).to_lowercase())
}

/// The commitment published before the first roll: the hash of the seed.
pub fn commitment(seed: &[u8; 32]) -> String {
    HEXLOWER.encode(&Sha256::digest(seed))
}

/// The seed in the first line of a journal.
pub fn seed_of(header: &str) -> Option<[u8; 32]> {
    #[derive(serde::Deserialize)]
    struct Header {
        dice: Dice,
    }
    #[derive(serde::Deserialize)]
    struct Dice {
        seed: String,
    }
    let header: Header = serde_json::from_str(header).ok()?;
    HEXLOWER.decode(header.dice.seed.as_bytes()).ok()?.try_into().ok()
}

/// The commitment for a journal, from the seed in its first line.
pub fn commitment_of(journal: &str) -> Option<String> {
    Some(commitment(&seed_of(journal.lines().next()?)?))
}

/// Compares two keys in constant time.
pub fn is_same(a: &str, b: &str) -> bool {
    hash_of(a).iter().zip(hash_of(b)).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_differ_and_are_kept_as_hashes() {
        let (one, hash) = new_key().unwrap();
        let (other, _) = new_key().unwrap();
        assert_eq!(one.len(), 43);
        assert_ne!(one, other);
        assert_eq!(hash_of(&one), hash);
        assert!(is_same(&one, &one) && !is_same(&one, &other));
    }

    #[test]
    fn a_code_is_read_as_it_is_said() {
        let code = new_invite().unwrap();
        assert_eq!(read_invite(&code).as_deref(), Some(code.as_str()));
        assert_eq!(read_invite("bcdf-23 45").as_deref(), Some("BCDF2345"));
        for bad in ["", "BCDF234", "BCDF23456", "BCDF234A", "BCDF234#", "BCDF2340", "ÄCDF2345"] {
            assert_eq!(read_invite(bad), None, "{bad}");
        }
        let many: std::collections::BTreeSet<String> = (0..200).map(|_| new_invite().unwrap()).collect();
        assert_eq!(many.len(), 200);
    }

    #[test]
    fn a_seed_is_found_in_a_header_and_committed_to_by_its_hash() {
        let header =
            format!(r#"{{"journal":"referee","dice":{{"algorithm":"chacha20","seed":"{}"}}}}"#, "07".repeat(32));
        let seed = seed_of(&header).unwrap();
        assert_eq!(seed, [7; 32]);
        assert_eq!(commitment(&seed), HEXLOWER.encode(&Sha256::digest([7; 32])));
        assert_eq!(seed_of("{}"), None);
    }
}
