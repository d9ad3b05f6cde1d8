//! What the GM is asked about a Task: how hard it is, and how long it takes (CW-193, CW-221, CW-R123).

use super::{prelude::*, time, title};
use referee_engine::{
    RuleId,
    act::{Answers, Asks},
};

/// CW-D41, CW-193: the Rank of a Task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HowHard(pub Box<Task>);

impl Asks<Clockworld> for HowHard {
    type Answer = Rank;
    const KIND: &'static str = "task-rank";
    const RULE: RuleId = rule!("CW-193");

    fn answers(&self) -> Answers<Rank> {
        (0..Rank::NAMES.len() as u8).map(Rank).collect()
    }

    /// What a GM usually says: Novice.
    fn usual(&self) -> usize {
        1
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("{}: {}. How hard is it?", table.name(self.0.actor), title(table, &self.0))
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, rank: &Rank) -> Choice {
        Choice::plain(rank.to_string()).noting(format!("number {}", rank.number()))
    }
}

/// CW-D42, CW-221: Lengthy or not, and how long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HowLong(pub Box<Task>);

impl HowLong {
    /// CW-D42: how long a Task may take, with the words for it.
    pub const LENGTHS: [(Option<Length>, &'static str); 14] = [
        (None, "now"),
        (Some(Length::Actions(2)), "2-actions"),
        (Some(Length::Actions(3)), "3-actions"),
        (Some(Length::Actions(4)), "4-actions"),
        (Some(Length::Actions(5)), "5-actions"),
        (Some(Length::Actions(10)), "10-actions"),
        (Some(Length::Minutes(1)), "1-minute"),
        (Some(Length::Minutes(5)), "5-minutes"),
        (Some(Length::Minutes(10)), "10-minutes"),
        (Some(Length::Minutes(30)), "30-minutes"),
        (Some(Length::Hours(1)), "1-hour"),
        (Some(Length::Hours(2)), "2-hours"),
        (Some(Length::Hours(4)), "4-hours"),
        (Some(Length::Hours(8)), "8-hours"),
    ];
}

impl Asks<Clockworld> for HowLong {
    /// By its place in the list.
    type Answer = usize;
    const KIND: &'static str = "task-length";
    const RULE: RuleId = rule!("CW-221");

    fn answers(&self) -> Answers<usize> {
        (0..HowLong::LENGTHS.len()).collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("{}: {}. How long does it take?", table.name(self.0.actor), title(table, &self.0))
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, at: &usize) -> Choice {
        let (length, key) = HowLong::LENGTHS[*at];
        Choice::new(key, length_word(length))
    }
}

fn length_word(length: Option<Length>) -> String {
    match length {
        None => "At once".into(),
        Some(Length::Actions(count)) => time(count, 0),
        Some(Length::Minutes(count)) => time(0, u64::from(count) * 60),
        Some(Length::Hours(count)) => time(0, u64::from(count) * 3600),
    }
}

/// CW-D45, CW-R123: how old the tracks are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Age;

/// CW-D45, CW-R123: how hard the ground is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ground;

/// One of these words; each adds a Rank to the one before it.
fn raise(words: &[&str], steps: usize) -> Choice {
    let note = if steps == 0 { String::new() } else { format!("+{steps} Rank") };
    Choice::plain(words[steps].replace('-', " ")).noting(note)
}

impl Age {
    /// CW-R123: what old tracks add; the GM may choose more.
    const WORDS: [&'static str; 4] = ["fresh", "old", "very-old", "nearly-gone"];
}

impl Ground {
    /// CW-R123: what hard ground adds; the GM may choose more.
    const WORDS: [&'static str; 4] = ["soft", "hard", "very-hard", "washed-out"];
}

impl Asks<Clockworld> for Age {
    /// So many Ranks more.
    type Answer = usize;
    const KIND: &'static str = "track-age";
    const RULE: RuleId = rule!("CW-R123");

    fn answers(&self) -> Answers<usize> {
        (0..Age::WORDS.len()).collect()
    }

    fn text(&self, _: &Clockworld, _: &Table, _: Who) -> String {
        "How old are the tracks?".into()
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, steps: &usize) -> Choice {
        raise(&Age::WORDS, *steps)
    }
}

impl Asks<Clockworld> for Ground {
    /// So many Ranks more.
    type Answer = usize;
    const KIND: &'static str = "track-ground";
    const RULE: RuleId = rule!("CW-R123");

    fn answers(&self) -> Answers<usize> {
        (0..Ground::WORDS.len()).collect()
    }

    fn text(&self, _: &Clockworld, _: &Table, _: Who) -> String {
        "How is the ground?".into()
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, steps: &usize) -> Choice {
        raise(&Ground::WORDS, *steps)
    }
}
