//! The one who plays fights: one for each thread.

use super::{Done, Ended, Fought, MOST_ACTS, Note, Player, Watch, openings::Openings, recall::Recall};
use crate::{ActorCard, ActorSet, Gauge, Next, Record, Seat, Side, Simulate, Stop, System, Who, conformance, kind_of};
use referee_dice::FastRng;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays one fight after the other from the same table. The seed of a fight decides everything in it.
pub struct Fighter<'a, S: System> {
    pub(super) book: &'a S,
    /// Where every fight begins.
    pub(super) table: S::Table,
    gauges: &'a [Gauge],
    pub(super) cards: Vec<ActorCard>,
    pub(super) copy: S::Table,
    /// For fights that are not watched, where policies choose.
    pub(super) simulate: Simulate<'a, S>,
    record: Record<'a, S>,
    thinks: bool,
    /// Where the dice have led before, in a long run.
    pub(super) recall: Option<Box<Recall>>,
    /// How fights begin, where there are too many to remember whole.
    pub(super) openings: Option<Box<Openings<S::Table>>>,
    /// How many fights there will be.
    pub(super) run: u64,
    /// Does the book keep the setup of a table apart?
    pub(super) has_setup: bool,
    /// Nobody waits any more once this is set: whoever thinks about every act looks at it.
    stop: Option<&'a AtomicBool>,
    /// The acts of a fight that is to be told.
    told: Option<Vec<Done<S>>>,
}

impl<'a, S: System> Fighter<'a, S> {
    /// For these players, one for each side, and what stands in for each ([`Player::fallback`]).
    pub fn new(
        book: &'a S,
        table: &'a S::Table,
        gauges: &'a [Gauge],
        players: &'a [Player<S>],
        policies: &'a [S::Policy],
    ) -> Self {
        let table = book.apart(table);
        Fighter {
            book,
            gauges,
            cards: book.actors(&table),
            copy: table.clone(),
            simulate: Simulate::new(book, policies, 0),
            record: Record::new(book, players, policies),
            thinks: players.iter().any(|player| player.policy().is_none()),
            recall: None,
            openings: None,
            run: 0,
            has_setup: book.setup(&table).is_some(),
            stop: None,
            told: None,
            table,
        }
    }

    /// For a run of so many fights: in a long one it remembers where the dice have led, or only how fights open, as far as
    /// that pays. The fights are the same.
    #[must_use]
    pub fn for_a_run_of(mut self, fights: u64) -> Self {
        self.run = fights;
        self.recall = Recall::of(fights);
        if self.recall.is_none() {
            self.openings = Openings::of(fights, self.cards.len());
        }
        self
    }

    /// Gives a fight up as soon as this is set, if somebody thinks in it: an act may take seconds.
    #[must_use]
    pub fn stopped_by(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// The fight of this seed, act by act.
    pub fn tell(&mut self, seed: u64) -> Result<Vec<Done<S>>, String> {
        self.told = Some(Vec::new());
        let fought = self.fight(seed, Watch::Acts, &mut Fought::default());
        let told = self.told.take().unwrap_or_default();
        fought.map(|()| told)
    }

    /// How many tables it remembers.
    pub fn remembers(&self) -> usize {
        let openings = self.openings.as_ref().map_or(0, |openings| openings.tables());
        self.recall.as_ref().map_or(openings, |recall| recall.tables())
    }

    /// Plays the fight of this seed.
    pub fn fight(&mut self, seed: u64, watch: Watch, fought: &mut Fought) -> Result<(), String> {
        fought.notes.clear();
        fought.is_stopped = false;
        fought.first = None;
        fought.acts = 0;
        if watch == Watch::End && !self.thinks {
            if let Some(recall) = self.recall.take() {
                let Some(ended) = self.recalled(recall, seed, fought)? else { return Ok(()) };
                fought.ended = ended;
            } else if let Some(openings) = self.openings.take() {
                let Some(ended) = self.opened(openings, seed, fought)? else { return Ok(()) };
                fought.ended = ended;
            } else {
                self.simulate.reseed(seed);
                self.copy.clone_from(&self.table);
                fought.ended = self.play_on(fought)?;
            }
        } else {
            self.copy.clone_from(&self.table);
            self.record.reseed(seed);
            self.record.is_noting = watch != Watch::End;
            fought.ended = self.watched(seed, watch, fought)?;
        }
        self.read_end(fought);
        Ok(())
    }

    /// Reads off the table what is left at the end.
    pub(super) fn read_end(&self, fought: &mut Fought) {
        fought.rounds = self.book.round(&self.copy);
        self.book.read_gauges(&self.copy, self.gauges, &mut fought.gauges);
        fought.standing.clear();
        fought.standing.extend(self.cards.iter().map(|card| self.book.takes_part(&self.copy, card.id)));
    }

    /// By the rules, from how the table stands to the end.
    pub(super) fn play_on(&mut self, fought: &mut Fought) -> Result<Ended, String> {
        loop {
            match next(self.book, &self.copy, fought) {
                Ok(who) => self.act(who, fought)?,
                Err(ended) => return Ok(ended),
            }
        }
    }

    /// One act by the rules.
    pub(super) fn act(&mut self, who: Who, fought: &mut Fought) -> Result<(), String> {
        fought.acts += 1;
        self.simulate.act(&mut self.copy, who)
    }

    fn watched(&mut self, seed: u64, watch: Watch, fought: &mut Fought) -> Result<Ended, String> {
        let mut fallen = ActorSet::EMPTY;
        for card in self.cards.iter().filter(|card| !self.book.takes_part(&self.copy, card.id)) {
            fallen = fallen.with(card.id);
        }
        // Apart from the fight's own dice and choices, so that looking changes nothing.
        let mut rng = FastRng::derived(seed, 1);
        loop {
            let who = match next(self.book, &self.copy, fought) {
                Ok(who) => who,
                Err(ended) => return Ok(ended),
            };
            if self.thinks && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                fought.is_stopped = true;
                return Ok(Ended::Undecided);
            }
            let side = self.book.side_of(&self.copy, who);
            if watch == Watch::Offers {
                self.look_around(side, &mut rng, &mut fought.notes);
            }
            let intent = match self.record.player(&self.copy, who) {
                Player::Policy(_) => self.record.simulate.choose(&self.copy, who),
                player => player.act(self.book, &self.copy, &mut rng),
            };
            self.record.begin(&self.copy, &intent);
            let done = self.book.resolve_with(&mut self.copy, Seat::Gm, &intent, &mut self.record);
            done.map_err(|stop| broken::<S>(&intent, stop))?;
            if let Some(told) = &mut self.told {
                told.push(Done { intent: intent.clone(), given: self.record.given().to_vec() });
            }
            fought.acts += 1;
            if watch != Watch::End {
                self.note(side, &intent, &mut fallen, &mut fought.notes);
            }
        }
    }

    fn note(&mut self, side: Option<Side>, intent: &S::Intent, fallen: &mut ActorSet, notes: &mut Vec<Note>) {
        let (marks, answers) = self.record.finish();
        notes.append(answers);
        notes.push(Note::Act { side, act: kind_of(intent) });
        notes.extend(marks.0.iter().map(|mark| Note::Mark(*mark)));
        let mut round = None;
        let mut last = None;
        for actor in marks.0.iter().filter_map(|mark| mark.who) {
            if last == Some(actor) || fallen.contains(actor) || self.book.takes_part(&self.copy, actor) {
                continue;
            }
            last = Some(actor);
            *fallen = fallen.with(actor);
            let round = *round.get_or_insert_with(|| self.book.round(&self.copy));
            notes.push(Note::Fell { actor, round });
        }
    }

    /// Notes what could be done now.
    fn look_around(&self, side: Option<Side>, rng: &mut FastRng, notes: &mut Vec<Note>) {
        let mine = self.cards.iter().filter(|card| Some(card.side) == side).map(|card| card.id);
        let seat = Seat::Player(mine.collect::<ActorSet>());
        for offer in self.book.offers(&self.copy, seat).into_iter().filter(|offer| offer.refused.is_none()) {
            // Once a fight is enough, and filling an offer takes its time.
            let is_known = |note: &Note| matches!(note, Note::Offered { side: whose, verb, .. } if *whose == side && *verb == offer.verb);
            if notes.iter().any(is_known) {
                continue;
            }
            let filled = conformance::fill(self.book, &self.copy, seat, &offer, rng);
            let intent = filled.ok().and_then(|filled| self.book.intent(&self.copy, seat, &filled).ok());
            let Some(intent) = intent else { continue };
            notes.push(Note::Offered { side, act: kind_of(&intent), verb: offer.verb });
        }
    }
}

/// Who acts next, or how it ended.
pub(super) fn next<S: System>(book: &S, table: &S::Table, fought: &mut Fought) -> Result<Who, Ended> {
    match book.next(table) {
        Next::Over(winner) => Err(Ended::over(winner)),
        Next::Acts(_) if fought.acts == MOST_ACTS => Err(Ended::Undecided),
        Next::Acts(who) => {
            if fought.first.is_none() && who != Who::Gm {
                fought.first = book.side_of(table, who);
            }
            Ok(who)
        }
    }
}

/// What went wrong in an act that a policy chose: a mistake of ours.
pub(crate) fn broken<S: System>(intent: &S::Intent, stop: Stop) -> String {
    match stop {
        Stop::Refused(refusal) => format!("a policy chose {intent:?}, which is refused: {refusal}"),
        stop => broken_play(stop),
    }
}

/// The same, where the act was done at once.
pub(crate) fn broken_play(stop: Stop) -> String {
    match stop {
        Stop::Refused(refusal) => format!("a policy chose an act that is refused: {refusal}"),
        Stop::Broken(why) => *why,
        Stop::Pause => "a rule paused although a policy answers".into(),
    }
}
