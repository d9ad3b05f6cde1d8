//! Game master overrides of line of sight.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sight::Sight;

/// An override for one watcher and one target. Omitted values come from the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Override {
    /// Whether the line is blocked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<bool>,
    /// The level of cover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<u8>,
    /// The level of concealment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concealment: Option<u8>,
}

/// A short list of [`Override`]s by watcher and target.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Vec<Entry>", into = "Vec<Entry>")]
pub struct Overrides(Vec<Entry>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
struct Entry {
    from: u16,
    to: u16,
    #[serde(flatten)]
    said: Override,
}

impl Override {
    /// Applies the override to a sight. An overridden level is not attributed to any piece.
    pub fn apply(self, mut sight: Sight) -> Sight {
        if let Some(blocked) = self.blocked {
            sight.blocked = blocked;
        }
        if let Some(cover) = self.cover {
            (sight.cover, sight.cover_by) = (cover, None);
        }
        if let Some(concealment) = self.concealment {
            (sight.concealment, sight.concealed_by) = (concealment, None);
        }
        sight
    }
}

impl Overrides {
    /// No overrides.
    pub const NONE: Overrides = Overrides(Vec::new());

    /// The override for how `from` sees `to`; the opposite direction has its own entry.
    pub fn get(&self, from: u16, to: u16) -> Option<Override> {
        if self.0.is_empty() {
            return None;
        }
        self.find(from, to).ok().map(|index| self.0[index].said)
    }

    /// Sets the override for how `from` sees `to`, replacing an earlier one. An empty override removes it.
    pub fn set(&mut self, from: u16, to: u16, said: Override) {
        match (self.find(from, to), said == Override::default()) {
            (Ok(index), false) => self.0[index].said = said,
            (Ok(index), true) => drop(self.0.remove(index)),
            (Err(index), false) => self.0.insert(index, Entry { from, to, said }),
            (Err(_), true) => {}
        }
    }

    /// Removes all overrides for a character, as watcher and as target.
    pub fn forget(&mut self, who: u16) {
        self.0.retain(|entry| entry.from != who && entry.to != who);
    }

    /// Applies the override for how `from` sees `to`.
    pub fn apply(&self, from: u16, to: u16, sight: Sight) -> Sight {
        self.get(from, to).map_or(sight, |said| said.apply(sight))
    }

    /// All overrides, by watcher and target.
    pub fn iter(&self) -> impl Iterator<Item = (u16, u16, Override)> + '_ {
        self.0.iter().map(|entry| (entry.from, entry.to, entry.said))
    }

    /// Whether there are no overrides.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, from: u16, to: u16) -> Result<usize, usize> {
        self.0.binary_search_by_key(&(from, to), |entry| (entry.from, entry.to))
    }
}

impl From<Vec<Entry>> for Overrides {
    fn from(entries: Vec<Entry>) -> Self {
        let mut overrides = Self::default();
        for entry in entries {
            overrides.set(entry.from, entry.to, entry.said);
        }
        overrides
    }
}

impl From<Overrides> for Vec<Entry> {
    fn from(overrides: Overrides) -> Self {
        overrides.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_counts_for_one_direction_until_it_is_taken_back() {
        let mut overrides = Overrides::default();
        let cover = Override { cover: Some(2), ..Override::default() };
        overrides.set(7, 3, cover);
        overrides.set(1, 2, Override { blocked: Some(true), ..Override::default() });
        let seen = Sight { cover: 1, cover_by: Some(4), concealment: 1, concealed_by: Some(5), ..Sight::CLEAR };
        assert_eq!(overrides.apply(7, 3, seen), Sight { cover: 2, cover_by: None, ..seen });
        assert_eq!(overrides.apply(3, 7, seen), seen);
        assert!(overrides.apply(1, 2, seen).blocked);
        overrides.set(7, 3, Override::default());
        assert_eq!(overrides.get(7, 3), None);
        overrides.forget(2);
        assert!(overrides.is_empty());
    }

    #[test]
    fn a_list_is_read_in_any_order_and_written_in_one() {
        let text = r#"[{"from":2,"to":1,"cover":1},{"from":1,"to":2,"blocked":false},{"from":2,"to":1,"cover":3}]"#;
        let overrides: Overrides = serde_json::from_str(text).unwrap();
        let expected = r#"[{"from":1,"to":2,"blocked":false},{"from":2,"to":1,"cover":3}]"#;
        assert_eq!(serde_json::to_string(&overrides).unwrap(), expected);
        assert_eq!(overrides.iter().count(), 2);
    }
}
