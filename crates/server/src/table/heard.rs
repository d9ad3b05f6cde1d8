//! The line numbers of each seat. A game master's are those of the journal. Everyone else's count only the lines they
//! heard, so that a secret line leaves no gap.

use super::{About, Play, Speaker, Table};
use crate::{error::Problem, keys};
use data_encoding::BASE64;
use referee_engine::{ActorSet, Seat};
use referee_shelf::OpenTable;
use serde::{Deserialize, Serialize};

/// For each kind of seat, which lines it heard anything of. One bit per line.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    by: Vec<(Seat, Lines)>,
}

/// A set of lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Lines(Vec<u8>);

impl Lines {
    fn add(&mut self, line: u64) {
        let at = line as usize;
        if self.0.len() <= at / 8 {
            self.0.resize(at / 8 + 1, 0);
        }
        self.0[at / 8] |= 1 << (at % 8);
    }

    fn has(&self, line: u64) -> bool {
        self.0.get(line as usize / 8).is_some_and(|byte| byte >> (line % 8) & 1 == 1)
    }

    /// The number of lines in the set up to this one.
    fn up_to(&self, line: u64) -> u64 {
        let (whole, rest) = (line as usize / 8, line % 8);
        let before: u32 = self.0.iter().take(whole).map(|byte| byte.count_ones()).sum();
        let last = self.0.get(whole).map_or(0, |byte| (byte & (u8::MAX >> (7 - rest))).count_ones());
        u64::from(before + last)
    }

    /// The line at an index, counted from 1.
    fn find(&self, number: u64) -> Option<u64> {
        let mut left = number.checked_sub(1)?;
        for (at, byte) in (0u64..).zip(&self.0) {
            let here = u64::from(byte.count_ones());
            if left < here {
                return (at * 8..at * 8 + 8).filter(|&line| self.has(line)).nth(left as usize);
            }
            left -= here;
        }
        None
    }
}

/// The form stored with a snapshot.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The last line counted.
    line: u64,
    /// The actors of a player's seat (`None` for spectators), and the lines.
    by: Vec<(Option<ActorSet>, String)>,
}

impl Heard {
    /// A seat's number for a line, or for the last line before it that the seat heard.
    pub fn number(&self, seat: Seat, line: u64) -> u64 {
        if seat.is_gm() { line } else { self.of(seat).map_or(0, |lines| lines.up_to(line)) }
    }

    /// The line for a seat's number; 0 is the start.
    pub fn line(&self, seat: Seat, number: u64) -> Option<u64> {
        if seat.is_gm() || number == 0 { Some(number) } else { self.of(seat)?.find(number) }
    }

    /// The last line up to which a seat heard nothing beyond this number; `last` is the last line of the journal.
    pub fn since(&self, seat: Seat, number: u64, last: u64) -> Option<u64> {
        if self.number(seat, last) == number {
            Some(last)
        } else {
            self.line(seat, number).filter(|&line| line <= last)
        }
    }

    /// Whether the seat heard anything of this line.
    pub fn has(&self, seat: Seat, line: u64) -> bool {
        seat.is_gm() || self.of(seat).is_some_and(|lines| lines.has(line))
    }

    /// The last line in effect that the seat heard, in the seat's numbering.
    pub fn head(&self, seat: Seat, session: &dyn OpenTable) -> u64 {
        let mut line = session.head();
        while !self.has(seat, line) {
            let Some(before) = session.before(line) else { return 0 };
            line = before;
        }
        self.number(seat, line)
    }

    /// Counts the last line of a session.
    pub fn count_last(&mut self, session: &dyn OpenTable) {
        for (seat, lines) in &mut self.by {
            if session.tells_last(*seat) {
                lines.add(session.line());
            }
        }
    }

    /// Counts the lines after `after`.
    fn count_after(&mut self, session: &dyn OpenTable, after: u64) {
        for (seat, lines) in &mut self.by {
            session.heard_lines(*seat, after).into_iter().for_each(|line| lines.add(line));
        }
    }

    /// The text stored with a snapshot after a line, for these seats.
    pub fn text(&self, line: u64, seats: &[Seat]) -> String {
        let wanted = self.by.iter().filter(|(seat, _)| seats.contains(seat));
        let by = wanted.map(|(seat, lines)| (actors_of(*seat), BASE64.encode(&lines.0))).collect();
        let kept = serde_json::to_string(&Kept { line, by }).expect("plain data");
        format!("{} {kept}", keys::sum_of(&kept))
    }

    /// Reads what was stored with a snapshot after this line; empty if it is damaged or belongs to another line.
    pub fn read(text: &str, line: u64) -> Heard {
        let read = || {
            let (sum, text) = text.split_once(' ')?;
            let kept: Kept = serde_json::from_str(text).ok()?;
            let is_whole = sum == keys::sum_of(text) && kept.line == line;
            let lines = kept.by.into_iter().map(|(actors, lines)| {
                let seat = actors.map_or(Seat::Spectator, Seat::Player);
                Some((seat, Lines(BASE64.decode(lines.as_bytes()).ok()?)))
            });
            is_whole.then(|| lines.collect::<Option<Vec<_>>>()).flatten()
        };
        Heard { by: read().unwrap_or_default() }
    }

    fn of(&self, seat: Seat) -> Option<&Lines> {
        self.by.iter().find(|(known, _)| *known == seat).map(|(_, lines)| lines)
    }
}

fn actors_of(seat: Seat) -> Option<ActorSet> {
    match seat {
        Seat::Player(actors) => Some(actors),
        Seat::Gm | Seat::Spectator => None,
    }
}

impl About {
    /// The distinct rights of the table's seats, without those of game masters.
    pub(super) fn rights(&self) -> Vec<Seat> {
        let mut all: Vec<Seat> = Vec::new();
        for rights in self.seats.iter().map(|seat| Speaker::of(seat).rights).filter(|rights| !rights.is_gm()) {
            if !all.contains(&rights) {
                all.push(rights);
            }
        }
        all
    }
}

impl Table {
    /// Counts lines for every seat of the table. `after` is the last line already counted; later ones are in memory.
    /// For a new seat the whole journal is read.
    pub(super) async fn count(&self, play: &mut Play, after: Option<u64>) -> Result<(), Problem> {
        let Play { session: Some(session), heard, .. } = play else { return Ok(()) };
        if let Some(after) = after {
            heard.count_after(&**session, after);
        }
        let new: Vec<Seat> = self.about().rights().into_iter().filter(|&seat| heard.of(seat).is_none()).collect();
        if new.is_empty() {
            return Ok(());
        }
        self.remember(&**session, 0).await?;
        let mut fresh = Heard { by: new.into_iter().map(|seat| (seat, Lines::default())).collect() };
        fresh.count_after(&**session, 0);
        heard.by.append(&mut fresh.by);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_by_what_was_heard() {
        let mut lines = Lines::default();
        for line in [1, 3, 4, 8, 16, 17, 40] {
            lines.add(line);
        }
        let numbers: Vec<u64> = (0..=41).map(|line| lines.up_to(line)).collect();
        let expected: Vec<u64> = (0..=41)
            .map(|line| [1, 3, 4, 8, 16, 17, 40].iter().filter(|&&heard| heard <= line).count() as u64)
            .collect();
        assert_eq!(numbers, expected);
        assert_eq!(
            (1..=8).map(|number| lines.find(number)).collect::<Vec<_>>(),
            [Some(1), Some(3), Some(4), Some(8), Some(16), Some(17), Some(40), None]
        );
        let heard = Heard { by: vec![(Seat::Spectator, lines)] };
        assert_eq!((heard.number(Seat::Gm, 9), heard.number(Seat::Spectator, 9)), (9, 4));
        let text = heard.text(41, &[Seat::Spectator]);
        assert_eq!(Heard::read(&text, 41).number(Seat::Spectator, 40), 7);
        for damaged in [text.replace("[[null", "[[ null"), text[1..].to_owned(), String::new()] {
            assert!(Heard::read(&damaged, 41).by.is_empty(), "{damaged}");
        }
        assert!(Heard::read(&text, 40).by.is_empty(), "of another snapshot");
    }
}
