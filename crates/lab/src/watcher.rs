//! Counts the fights of one thread: names stay as short as the book has them, until the tally is asked for.

use crate::{Counts, Tally, UseTally, tally::Words};
use referee_engine::{
    Fold, Kind, Mark, Marks, Side,
    fight::{Ended, Fought, Note},
};
use referee_shelf::Lineup;
use std::collections::{BTreeMap, BTreeSet};

type Value = (&'static str, i32, &'static str);

#[derive(Clone, Default)]
struct Use {
    uses: u64,
    fights: u64,
    won: u64,
    came: BTreeMap<Value, u64>,
    /// The last fight it was seen in, so that a fight is counted once.
    last: u64,
}

impl Use {
    fn see(&mut self, fight: u64, won: bool, marks: &[Mark]) {
        self.uses += 1;
        if self.last != fight {
            self.last = fight;
            self.fights += 1;
            self.won += u64::from(won);
        }
        for mark in marks {
            *self.came.entry((mark.measure, mark.value, mark.word)).or_default() += 1;
        }
    }

    fn told(&self) -> UseTally {
        let mut came: BTreeMap<String, Words> = BTreeMap::new();
        for ((measure, value, word), count) in &self.came {
            *came.entry((*measure).to_owned()).or_default().0.entry((*value, (*word).to_owned())).or_default() += count;
        }
        UseTally { uses: self.uses, fights: self.fights, won: self.won, came }
    }
}

/// Counts fights.
#[derive(Clone)]
pub(crate) struct Watcher {
    tally: Tally,
    sides: Vec<u8>,
    deeds: BTreeMap<(Option<u8>, Kind), Use>,
    answers: BTreeMap<(Option<u8>, String, String), Use>,
    taken: BTreeMap<(u16, Value), u64>,
    given: BTreeMap<(u8, &'static str), Counts>,
    offered: BTreeSet<(Option<u8>, Kind, String)>,
    /// What befell each actor in the fight at hand, and what each side did.
    fight: Marks,
    dealt: BTreeMap<(u8, &'static str), i64>,
    marks: Vec<Mark>,
    asked: Vec<(Option<u8>, String, String)>,
}

impl Watcher {
    pub fn new(lineup: &Lineup) -> Watcher {
        Watcher {
            tally: Tally::new(lineup.sides.len(), lineup.actors.len(), lineup.gauges.len()),
            sides: lineup.actors.iter().map(|actor| actor.side).collect(),
            deeds: BTreeMap::new(),
            answers: BTreeMap::new(),
            taken: BTreeMap::new(),
            given: BTreeMap::new(),
            offered: BTreeSet::new(),
            fight: Marks::default(),
            dealt: BTreeMap::new(),
            marks: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Counts one fight.
    pub fn add(&mut self, fought: &mut Fought, is_watched: bool) {
        self.tally.add_end(fought);
        if is_watched {
            self.tally.watched += 1;
            self.watch(fought);
        }
    }

    fn watch(&mut self, fought: &mut Fought) {
        let won = match fought.ended {
            Ended::Won(Side(side)) => Some(side),
            Ended::Drawn | Ended::Undecided => None,
        };
        let mut act = None;
        for note in fought.notes.drain(..) {
            match note {
                Note::Mark(mark) => self.marks.push(mark),
                Note::Fell { actor, round } => {
                    // An actor that joined in the middle of a fight is in no line-up.
                    if let Some(counts) = self.tally.fell_in.get_mut(actor.index()) {
                        counts.add(i64::from(round));
                    }
                }
                Note::Offered { side, act, verb } => {
                    self.offered.insert((side.map(|side| side.0), act, verb));
                }
                Note::Answer { side, kind, key } => {
                    self.finish(act.take(), won);
                    self.asked.push((side.map(|side| side.0), kind, key));
                }
                Note::Act { side, act: kind } => {
                    self.finish(act.take(), won);
                    act = Some((side.map(|side| side.0), kind));
                }
            }
        }
        self.finish(act, won);
        for mark in self.fight.0.drain(..) {
            if let Some(who) = mark.who {
                *self.taken.entry((who.0, (mark.measure, mark.value, mark.word))).or_default() += 1;
            }
        }
        for (key, sum) in std::mem::take(&mut self.dealt) {
            self.given.entry(key).or_default().add(sum);
        }
    }

    /// An act with all its answers and marks has been read.
    fn finish(&mut self, act: Option<(Option<u8>, Kind)>, won: Option<u8>) {
        let Some((side, kind)) = act else { return };
        let fight = self.tally.fights;
        let has_won = |side: Option<u8>| side.is_some() && side == won;
        self.deeds.entry((side, kind)).or_default().see(fight, has_won(side), &self.marks);
        for asked in self.asked.drain(..) {
            let won = has_won(asked.0);
            self.answers.entry(asked).or_default().see(fight, won, &self.marks);
        }
        for mark in self.marks.drain(..) {
            self.fight.add(mark);
            let victim = mark.who.and_then(|who| self.sides.get(who.index()).copied());
            if let (Some(side), Some(victim), Fold::Sum) = (side, victim, mark.fold)
                && side != victim
            {
                *self.dealt.entry((side, mark.measure)).or_default() += i64::from(mark.value);
            }
        }
    }

    /// Everything that was counted, by names that last.
    pub fn tally(mut self) -> Tally {
        self.tally.deeds = self.deeds.iter().map(|((side, kind), seen)| ((*side, name(kind)), seen.told())).collect();
        self.tally.answers = self.answers.iter().map(|(key, seen)| (key.clone(), seen.told())).collect();
        for ((who, (measure, value, word)), count) in self.taken {
            let words = self.tally.taken.entry((who, measure.to_owned())).or_default();
            *words.0.entry((value, word.to_owned())).or_default() += count;
        }
        self.tally.given =
            self.given.into_iter().map(|((side, measure), counts)| ((side, measure.to_owned()), counts)).collect();
        self.tally.offered = self.offered.into_iter().map(|(side, kind, verb)| (side, name(&kind), verb)).collect();
        self.tally
    }
}

/// The name of a kind of act, in small letters with spaces.
fn name(kind: &Kind) -> String {
    kind.to_string().replace('_', " ").to_lowercase()
}
