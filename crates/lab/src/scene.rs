//! Changing numbers and switches of a scene: `rules.ap=4`, `mudo.weapon.damage=1..6`.

use referee_engine::{door::Source, key_of};
use std::{fmt, str::FromStr};
use toml_edit::{DocumentMut, Item, Table, Value};

/// One value of a scene that is set: a path and what stands there then.
///
/// The steps of a path are keys, apart by dots. In a list a step is a number from 0, or the key or name of an entry;
/// a list may be left out where its entry is meant: `mudo.at` is `characters.mudo.at`. What is not there is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Where.
    pub path: String,
    /// What, as it is written in TOML; a bare word is a text.
    pub value: String,
}

/// What a change or a series of them is not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChangeError {
    /// Not `path=value`.
    #[error("{0:?} is not a change; write it like rules.reactions_before_first_turn=1 or mudo.at=[3, 4]")]
    NotAChange(String),
    /// Not a series.
    #[error("{0:?} is not a series; write it like rules.x=1..6, rules.x=0..1..0.25 or rules.x=a,b,c")]
    NotASeries(String),
    /// The scene cannot be read.
    #[error("{file}: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        why: String,
    },
    /// A step of the path leads nowhere.
    #[error("{path}: there is no {step:?} here{}", list(known))]
    NoSuchStep {
        /// The whole path.
        path: String,
        /// The step.
        step: String,
        /// What there is.
        known: Vec<String>,
    },
}

fn list(known: &[String]) -> String {
    if known.is_empty() { String::new() } else { format!("; there are: {}", known.join(", ")) }
}

impl FromStr for Change {
    type Err = ChangeError;
    fn from_str(text: &str) -> Result<Change, ChangeError> {
        let (path, value) = text.split_once('=').ok_or_else(|| ChangeError::NotAChange(text.to_owned()))?;
        let (path, value) = (path.trim().to_owned(), value.trim().to_owned());
        if path.is_empty() || value.is_empty() || path.split('.').any(str::is_empty) {
            return Err(ChangeError::NotAChange(text.to_owned()));
        }
        Ok(Change { path, value })
    }
}

/// A path and the values it takes one after the other: `rules.ap=3..5`, `mudo.from=scout,guard`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vary {
    /// Where.
    pub path: String,
    /// The values.
    pub values: Vec<String>,
}

/// The most values of one series.
const MOST_VALUES: i64 = 200;

impl FromStr for Vary {
    type Err = ChangeError;
    fn from_str(text: &str) -> Result<Vary, ChangeError> {
        let Change { path, value } = text.parse()?;
        let bad = || ChangeError::NotASeries(text.to_owned());
        if !value.contains("..") {
            return Ok(Vary { path, values: listed(&value) });
        }
        let parts: Vec<Decimal> =
            value.split("..").map(|part| Decimal::read(part.trim())).collect::<Option<_>>().ok_or_else(bad)?;
        let places = parts.iter().map(|part| part.places).max().unwrap_or(0);
        let parts: Vec<i64> = parts.iter().map(|part| part.with(places)).collect::<Option<_>>().ok_or_else(bad)?;
        let (from, to, step) = match parts[..] {
            [from, to] => (from, to, 10_i64.pow(places)),
            [from, to, step] if step > 0 => (from, to, step),
            _ => return Err(bad()),
        };
        if to < from || (to - from) / step >= MOST_VALUES {
            return Err(bad());
        }
        let value = |at: i64| Decimal { digits: from + at * step, places }.to_string();
        Ok(Vary { path, values: (0..=(to - from) / step).map(value).collect() })
    }
}

/// The values of a list, apart by commas; those in brackets or quotes belong together.
fn listed(text: &str) -> Vec<String> {
    let (mut values, mut depth, mut quote) = (vec![String::new()], 0_u32, None);
    for letter in text.chars() {
        match (letter, quote) {
            (',', None) if depth == 0 => {
                values.push(String::new());
                continue;
            }
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => depth = depth.saturating_sub(1),
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if open == letter => quote = None,
            _ => {}
        }
        values.last_mut().expect("there is one from the start").push(letter);
    }
    values.iter().map(|value| value.trim().to_owned()).collect()
}

/// A decimal number, exactly: 0.25 is 25 with two places.
struct Decimal {
    digits: i64,
    places: u32,
}

impl Decimal {
    fn read(text: &str) -> Option<Decimal> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let is_plain = part.len() <= 6 && part.bytes().all(|byte| byte.is_ascii_digit()) && !text.ends_with('.');
        let digits = format!("{whole}{part}").parse().ok()?;
        (is_plain && whole.len() <= 12).then_some(Decimal { digits, places: part.len() as u32 })
    }

    /// The digits with more places.
    fn with(&self, places: u32) -> Option<i64> {
        self.digits.checked_mul(10_i64.checked_pow(places - self.places)?)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places == 0 {
            return self.digits.fmt(f);
        }
        let one = 10_u64.pow(self.places);
        let (sign, size) = (if self.digits < 0 { "-" } else { "" }, self.digits.unsigned_abs());
        write!(f, "{sign}{}.{:0places$}", size / one, size % one, places = self.places as usize)
    }
}

/// The scene with changes made to it; everything else stays as it is written.
pub fn change(scene: &Source, changes: &[Change]) -> Result<Source, ChangeError> {
    let unreadable = |error: toml_edit::TomlError| ChangeError::Unreadable {
        file: scene.file.clone(),
        why: error.message().to_owned(),
    };
    let mut document: DocumentMut = scene.text.parse().map_err(unreadable)?;
    for change in changes {
        set(&mut document, change)?;
    }
    Ok(Source::new(scene.file.clone(), document.to_string()))
}

fn set(document: &mut DocumentMut, change: &Change) -> Result<(), ChangeError> {
    let mut steps: Vec<String> = change.path.split('.').map(str::to_owned).collect();
    let root = document.as_table_mut();
    if !root.contains_key(&steps[0])
        && let Some(home) =
            root.iter().find(|(_, item)| entry(item, &steps[0]).is_some()).map(|(key, _)| key.to_owned())
    {
        steps.insert(0, home);
    }
    let value = value_of(&change.value);
    let mut item: &mut Item = document.as_item_mut();
    for (at, step) in steps.iter().enumerate() {
        let is_last = at + 1 == steps.len();
        let missing =
            |known: Vec<String>| ChangeError::NoSuchStep { path: change.path.clone(), step: step.clone(), known };
        if item.is_none() {
            *item = Item::Table(implicit());
        }
        if let Some(index) = entry(item, step) {
            item = item.get_mut(index).ok_or_else(|| missing(Vec::new()))?;
        } else if item.is_table_like() {
            item = &mut item[step.as_str()];
        } else {
            return Err(missing(names(item)));
        }
        if is_last {
            put(item, value);
            return Ok(());
        }
    }
    Ok(())
}

/// Puts a value where another stands; the comments around it stay.
fn put(item: &mut Item, mut value: Value) {
    if let Some(old) = item.as_value() {
        *value.decor_mut() = old.decor().clone();
    }
    *item = Item::Value(value);
}

fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

/// The place of an entry of a list that a step means.
fn entry(item: &Item, step: &str) -> Option<usize> {
    let names = names(item);
    let by_number = step.parse().ok().filter(|at| *at < names.len());
    by_number.or_else(|| names.iter().position(|name| *name == key_of(step)))
}

/// What the entries of a list are called: by their key, their name, or what they are made from.
fn names(item: &Item) -> Vec<String> {
    let called = |get: &dyn Fn(&str) -> Option<String>| {
        let name = ["key", "name", "id", "from"].into_iter().find_map(get);
        name.map_or_else(String::new, |name| key_of(&name))
    };
    if let Some(tables) = item.as_array_of_tables() {
        let get = |table: &Table, key: &str| table.get(key)?.as_str().map(str::to_owned);
        return tables.iter().map(|table| called(&|key| get(table, key))).collect();
    }
    let Some(array) = item.as_array() else { return Vec::new() };
    let get = |value: &Value, key: &str| value.as_inline_table()?.get(key)?.as_str().map(str::to_owned);
    array.iter().map(|value| called(&|key| get(value, key))).collect()
}

/// As TOML if it is, and else as a text.
fn value_of(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| Value::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = "book = \"toy\" # which\nrules = { ap = 3 }\n\n[[people]]\nname = \"Anna Blum\"\nat = [1, 2]\n\n\
                         [[people]]\nfrom = \"guard\"\n";

    fn changed(changes: &[&str]) -> Result<String, ChangeError> {
        let changes: Vec<Change> = changes.iter().map(|text| text.parse().unwrap()).collect();
        change(&Source::new("toy.toml", SCENE), &changes).map(|source| source.text)
    }

    #[test]
    fn a_value_is_changed_where_it_stands() {
        let cases = [
            ("rules.ap=4", "rules = { ap = 4 }"),
            ("rules.kind=wild", "rules = { ap = 3 , kind = \"wild\" }"),
            ("people.0.at=[3, 4]", "at = [3, 4]"),
            ("anna-blum.at=[3, 4]", "at = [3, 4]"),
            ("guard.sheet.health=7", "sheet.health = 7"),
            ("book=other", "book = \"other\" # which"),
            ("fresh.start=true", "[fresh]\nstart = true"),
        ];
        for (change, line) in cases {
            let text = changed(&[change]).unwrap();
            let table: Result<DocumentMut, _> = text.parse();
            assert!(table.is_ok(), "{change}: {text}");
            let value = line.rsplit(['=', '.']).next().unwrap().trim();
            assert!(text.contains(value), "{change}: {text}");
        }
        let same = changed(&[]).unwrap();
        assert_eq!(same, SCENE);
    }

    #[test]
    fn what_leads_nowhere_is_told_with_what_there_is() {
        let error = changed(&["people.bert.at=1"]).unwrap_err().to_string();
        assert_eq!(error, "people.bert.at: there is no \"bert\" here; there are: anna-blum, guard");
        assert!("rules.ap".parse::<Change>().is_err());
        assert!("rules..ap=1".parse::<Change>().is_err());
    }

    #[test]
    fn a_series_is_a_range_or_a_list() {
        let values = |text: &str| text.parse::<Vary>().map(|vary| vary.values.join(" "));
        assert_eq!(values("a=1..3").unwrap(), "1 2 3");
        assert_eq!(values("a=10..50..20").unwrap(), "10 30 50");
        assert_eq!(values("a=-1..1").unwrap(), "-1 0 1");
        assert_eq!(values("a=0..1..0.25").unwrap(), "0.00 0.25 0.50 0.75 1.00");
        assert_eq!(values("a=-0.5..0.5..0.5").unwrap(), "-0.5 0.0 0.5");
        assert_eq!(values("a=x, y").unwrap(), "x y");
        let lists = |text: &str| text.parse::<Vary>().unwrap().values;
        assert_eq!(lists("warrior.at=[1,2], [2,2]"), ["[1,2]", "[2,2]"]);
        assert_eq!(lists("a=\"one, two\",three"), ["\"one, two\"", "three"]);
        for bad in ["a=3..1", "a=1..x", "a=0..9999", "a=1..2..0", "a=1..2.", "a=0..1..0.0000001", "a"] {
            assert!(values(bad).is_err(), "{bad}");
        }
    }
}
