//! One table in play, whatever the book.

use crate::{
    Agreed, Batch, BatchError, Chain, Fights, Heard, LogEntry, Looking, Playing, Ranking, Report, Search, agree, chain,
    fights::Ring, log, odds, rank, redo::Undone, retell, simulate,
};
use referee_engine::{
    ActorCard, ActorSet, Again, Deciding, Domain, Drawn, Effort, Filled, JournalError, Odds, OddsError, Offer,
    OptionOdds, Refusal, Seat, Secrecy, Session, SessionError, Slot, Standing, StandingAnswers, Status, System, View,
    Waiting, What, Who,
    duel::{Duel, DuelError, Limits, duel},
    fight::Player,
    is_one_line, known_table, odds_of_options,
    space::Cell,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What somebody puts in: one line of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Put {
    /// Takes an offer, its slots filled; left-out slots take their defaults.
    Take {
        /// The offer.
        filled: Filled,
        /// Who sees the dice and hears what follows.
        #[serde(default, skip_serializing_if = "Secrecy::is_public")]
        secrecy: Secrecy,
    },
    /// Answers question `ask` of the action under way.
    Answer {
        /// The number of the question.
        ask: usize,
        /// The option's index.
        option: usize,
    },
    /// Types in the dice of roll `ask` of the action under way.
    Dice {
        /// The number of the roll.
        ask: usize,
        /// The faces, in order.
        faces: Vec<i32>,
    },
    /// Gives up the action under way; nothing of it has happened.
    Abandon,
    /// Takes back the last line.
    Undo {
        /// Which dice fall afterwards.
        #[serde(default)]
        dice: Again,
    },
    /// Takes back the last undo.
    Redo,
    /// Goes to how things stood after a line.
    Goto {
        /// That line; 0 is the start.
        line: u64,
        /// Which dice fall afterwards.
        #[serde(default)]
        dice: Again,
    },
    /// Says how a kind of question is answered from now on.
    Standing {
        /// Who is asked.
        who: Who,
        /// The kind of question.
        question: String,
        /// The answer.
        answer: Standing,
    },
    /// Rolls real dice from now on, or no longer.
    Typed {
        /// Who.
        who: Who,
        /// Real dice?
        typed: bool,
    },
}

impl Put {
    /// Takes an offer, for all to see.
    pub fn take(filled: Filled) -> Put {
        Put::Take { filled, secrecy: Secrecy::Public }
    }
}

/// What came of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stepped {
    /// Its number.
    pub line: u64,
    /// The line of the journal: write it down before anybody is told.
    pub text: String,
    /// Does the action wait for somebody?
    pub waits: bool,
}

/// A table in play. Everything about it is plain data; see [`Session`] for what it promises.
pub trait OpenTable: std::fmt::Debug + Send + Sync {
    /// The name of its book.
    fn book(&self) -> &'static str;
    /// The house rules that differ from the defaults.
    fn house_rules(&self) -> serde_json::Value;
    /// The actors in roster order.
    fn actors(&self) -> Vec<ActorCard>;
    /// Who is to act, or how it ended.
    fn status(&self) -> Status;
    /// What a seat may do now, and what it may not with the reason.
    fn offers(&self, seat: Seat) -> Vec<Offer>;
    /// The slots of an offer given what is filled already; fill the first open one and ask again.
    fn slots(&self, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal>;
    /// What to draw on the map while this offer is being filled; nothing for those who do not play its actor.
    fn drawn(&self, seat: Seat, filled: &Filled) -> Vec<Drawn>;
    /// Takes the next line as another server wrote it. On an error nothing has changed.
    fn follow(&mut self, line: &str) -> Result<u64, JournalError>;
    /// From here on the dice fall from another seed.
    fn reseed(&mut self, seed: [u8; 32]);
    /// What the last line told, as far as this seat may know.
    fn told(&self, seat: Seat) -> Vec<Heard>;
    /// Is some of that kept from others? Then [`LogEntry::hidden`] says so.
    fn tells_in_secret(&self, seat: Seat) -> bool;
    /// Puts one thing in. On an error nothing has changed.
    fn put(&mut self, seat: Seat, put: Put) -> Result<Stepped, SessionError>;
    /// Lets a policy act for those who are to act, as the game master.
    fn act_by_policy(&mut self, policy: &str, seed: u64) -> Result<Stepped, SessionError>;
    /// Lets a policy act for those of `by` who are to act, or as the game master; `None` if it is for others to act.
    fn act_for(&mut self, by: ActorSet, policy: &str, seed: u64) -> Result<Option<Stepped>, SessionError>;
    /// What a policy would answer to question `ask` of the action under way; `None` if that is not open.
    fn advise(&self, ask: usize, policy: &str, seed: u64) -> Result<Option<usize>, Refusal>;
    /// What the action under way waits for, as far as this seat may answer.
    fn waiting(&self, seat: Seat) -> Vec<Waiting>;
    /// Everybody who is waited for.
    fn waited_for(&self) -> Vec<Who>;
    /// What a seat sees.
    fn view(&self, seat: Seat) -> View;
    /// A cell as commands name it: `column,row`, or the key of a zone.
    fn cell_key(&self, cell: Cell) -> String;
    /// The log after a line, as far as this seat may know; undone lines are marked.
    fn log(&self, seat: Seat, after: u64) -> Vec<LogEntry>;
    /// The lines that an undo has taken back.
    fn undone(&self) -> Vec<u64>;
    /// The line before a line on the way from the start.
    fn before(&self, line: u64) -> Option<u64>;
    /// The lines after a line that told this seat anything.
    fn heard_lines(&self, seat: Seat, after: u64) -> Vec<u64>;
    /// Did the last line tell this seat anything?
    fn tells_last(&self, seat: Seat) -> bool;
    /// Is an action under way of which this seat does not learn?
    fn acts_in_secret(&self, seat: Seat) -> bool;
    /// The line that asked what is asked now.
    fn asked_by(&self) -> Option<u64>;
    /// The questions and real rolls of the action under way that this seat may count.
    fn asks_of(&self, seat: Seat) -> Vec<usize>;
    /// Is the log after this line in memory?
    fn remembers(&self, after: u64) -> bool;
    /// Plays lines that are not in memory again, the first of the journal; see [`Session::recall`].
    fn recall(&self, lines: &[String]) -> Result<(), JournalError>;
    /// The last of the first lines that are not in memory.
    fn forgotten(&self) -> u64;
    /// Forgets what was recalled.
    fn forget_recalled(&mut self);
    /// Forgets all but the last lines; see [`Session::forget`].
    fn forget(&mut self, keep: usize);
    /// How things stand, to open the table with later; `None` while an action is under way.
    fn snapshot(&self) -> Option<String>;
    /// The whole table as plain data.
    fn facts(&self) -> serde_json::Value;
    /// The standing answers of everybody.
    fn standing(&self) -> StandingAnswers;
    /// Those who roll real dice.
    fn typed(&self) -> Vec<Who>;
    /// The number of the last line.
    fn line(&self) -> u64;
    /// The line on which things stand: the last one, or the one that an undo went back to.
    fn head(&self) -> u64;
    /// The running digest of the table.
    fn digest(&self) -> String;
    /// The journal as text.
    fn journal(&self) -> String;
    /// Another table that begins as this one stood after a line.
    fn fork(&self, line: u64) -> Option<Box<dyn OpenTable>>;
    /// The exact chances of everything that can come of taking an offer.
    fn odds(&self, seat: Seat, filled: &Filled, deciding: Deciding) -> Result<Odds, OddsError> {
        self.odds_within(odds::MOST_WAYS.into(), seat, filled, deciding)
    }
    /// The same, if it can be found with so much work and somebody waits for it.
    fn odds_within(
        &self,
        effort: Effort<'_>,
        seat: Seat,
        filled: &Filled,
        deciding: Deciding,
    ) -> Result<Odds, OddsError>;
    /// The same of the action under way, for each option of question `ask`.
    fn option_odds(&self, effort: Effort<'_>, seat: Seat, ask: usize) -> Result<Vec<OptionOdds>, OddsError>;
    /// The exact chances of several deeds in a row, now or on somebody's next turn.
    fn chain(&self, chain: &Chain) -> Result<Odds, OddsError> {
        self.chain_within(odds::MOST_WAYS.into(), chain)
    }
    /// The same, if they can be found with so much work and somebody waits for them.
    fn chain_within(&self, effort: Effort<'_>, chain: &Chain) -> Result<Odds, OddsError>;
    /// The likeliest table at the end of a chain: what can be done there is asked of it.
    fn likely(&self, chain: &Chain) -> Result<Box<dyn OpenTable>, OddsError>;
    /// The whole fight from here, exactly, between these players. `is_wanted` sees how far it is; false ends it early.
    fn duel(&self, playing: &Playing, limits: Limits, is_wanted: &dyn Fn(&Duel) -> bool) -> Result<Duel, DuelError>;
    /// Every legal act of those who are to act, with how often it leads to a win; best first. `keep_going` hears how
    /// many playouts are done; false ends it early.
    fn rank(&self, search: &Search, keep_going: &mut dyn FnMut(u64) -> bool) -> Result<Ranking, Refusal>;
    /// Do exact odds, enumeration and counting agree, here and along a fight from here?
    fn agreed(&self, looking: Looking) -> Agreed;
    /// Plays the fight of this seed, as a run between these players does, act by act to its end. Gives how many acts it took.
    fn retell(&mut self, playing: &Playing, seed: u64) -> Result<u32, SessionError>;
    /// Fights from here between these players.
    fn fights(&self, playing: &Playing) -> Result<Box<dyn Fights>, Refusal>;
    /// Plays on from here many times. `progress` hears how many are done; false stops it.
    fn simulate(&self, batch: &Batch, progress: &mut dyn FnMut(u64) -> bool) -> Result<Report, BatchError>;
}

/// A session of any book is a table.
impl<S: System> OpenTable for Session<S> {
    fn book(&self) -> &'static str {
        S::NAME
    }

    fn house_rules(&self) -> serde_json::Value {
        Session::book(self).house_rules()
    }

    fn actors(&self) -> Vec<ActorCard> {
        Session::book(self).actors(self.table())
    }

    fn status(&self) -> Status {
        Session::book(self).status(self.table())
    }

    fn offers(&self, seat: Seat) -> Vec<Offer> {
        Session::book(self).offers(self.table(), seat)
    }

    fn slots(&self, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
        Session::book(self).slots(self.table(), seat, filled)
    }

    fn drawn(&self, seat: Seat, filled: &Filled) -> Vec<Drawn> {
        let Some(who) = filled.actor.filter(|&who| seat.plays(who)) else { return Vec::new() };
        let Ok(slots) = OpenTable::slots(self, seat, filled) else { return Vec::new() };
        // Only what is legal: a guess at somebody whom the seat does not know draws nothing.
        let value = |slot: &Slot| {
            let value = filled.get(&slot.name).filter(|value| slot.domain.accepts(value));
            Some((slot.name.clone(), value.or(slot.default.as_deref())?.to_owned()))
        };
        let legal =
            Filled { verb: filled.verb.clone(), actor: Some(who), slots: slots.iter().filter_map(value).collect() };
        let book = Session::book(self);
        book.drawn(&known_table(book, self.table(), seat), &legal)
    }

    fn put(&mut self, seat: Seat, put: Put) -> Result<Stepped, SessionError> {
        let what = match put {
            Put::Take { filled, secrecy } => {
                is_well_typed(self, seat, &filled)?;
                let act = Session::book(self).intent(self.table(), seat, &filled)?;
                if secrecy.is_public() { What::Act(act) } else { What::Secretly { act, to: secrecy } }
            }
            Put::Answer { ask, option } => What::Answer { ask, option, key: None },
            Put::Dice { ask, faces } => What::Dice { ask, faces },
            Put::Abandon => What::Abandon,
            Put::Goto { line, dice } => What::Goto { line, dice },
            Put::Undo { dice } => {
                let line = self.before(Session::head(self));
                let line = line.ok_or_else(|| Refusal::plain("nothing-to-undo", "nothing has been done yet"))?;
                What::Goto { line, dice }
            }
            Put::Redo => {
                let jumps: BTreeMap<usize, usize> = self.jumps().collect();
                let steps =
                    (1..=Session::line(self)).map(|line| (line, jumps.get(&(line as usize)).map(|to| *to as u64)));
                let line = Undone::of(steps, |line| self.before(line)).last();
                let line = line.ok_or_else(|| Refusal::plain("nothing-to-redo", "nothing was undone last"))?;
                What::Goto { line, dice: Again::Same }
            }
            Put::Standing { who, question, answer } => What::Standing { who, kind: question, answer },
            Put::Typed { who, typed } => What::Typed { who, typed },
        };
        let entry = Session::put(self, seat, what)?;
        let entry = (entry.line, Session::<S>::line_of(entry));
        Ok(stepped(self, entry))
    }

    fn follow(&mut self, line: &str) -> Result<u64, JournalError> {
        Ok(Session::follow(self, line)?.line)
    }

    fn reseed(&mut self, seed: [u8; 32]) {
        Session::reseed(self, seed);
    }

    fn told(&self, seat: Seat) -> Vec<Heard> {
        Session::told(self, seat).map(|told| log::heard(Session::book(self), self.shown(), told)).collect()
    }

    fn tells_in_secret(&self, seat: Seat) -> bool {
        Session::told(self, seat).any(log::is_secret)
    }

    fn act_by_policy(&mut self, policy: &str, seed: u64) -> Result<Stepped, SessionError> {
        let player = Player::<S>::named(policy).map_err(SessionError::Refused)?;
        if let Status::Over(_) = OpenTable::status(self) {
            return Err(Refusal::plain("over", "it is over").into());
        }
        let mut rng = referee_dice::FastRng::derived(seed, Session::line(self));
        let (book, table) = (Session::book(self), self.table());
        let intent = player.act(book, table, &mut rng);
        let entry = self.act(Seat::Gm, intent)?;
        let entry = (entry.line, Session::<S>::line_of(entry));
        Ok(stepped(self, entry))
    }

    fn act_for(&mut self, by: ActorSet, policy: &str, seed: u64) -> Result<Option<Stepped>, SessionError> {
        let policy = Player::<S>::named(policy).map_err(SessionError::Refused)?.fallback();
        let mut rng = referee_dice::FastRng::derived(seed, Session::line(self));
        let chosen = Session::book(self).choose_for(self.table(), policy, by, &mut rng);
        let Some(intent) = chosen else { return Ok(None) };
        let entry = self.act(Seat::Gm, intent)?;
        let entry = (entry.line, Session::<S>::line_of(entry));
        Ok(Some(stepped(self, entry)))
    }

    fn advise(&self, ask: usize, policy: &str, seed: u64) -> Result<Option<usize>, Refusal> {
        let player = Player::<S>::named(policy)?;
        let mut rng = referee_dice::FastRng::derived(seed, Session::line(self));
        Ok(Session::advise(self, ask, player, &mut rng))
    }

    fn waiting(&self, seat: Seat) -> Vec<Waiting> {
        let actors = OpenTable::actors(self);
        let may = |who| match who {
            _ if seat.is_gm() => true,
            Who::Gm => false,
            Who::Actor(actor) => seat.plays(actor),
            Who::Side(side) => actors.iter().any(|card| card.side == side && seat.plays(card.id)),
        };
        Session::waiting(self).iter().filter(|waiting| may(waiting.who())).cloned().collect()
    }

    fn waited_for(&self) -> Vec<Who> {
        let mut all: Vec<Who> = Session::waiting(self).iter().map(Waiting::who).collect();
        all.sort();
        all.dedup();
        all
    }

    fn view(&self, seat: Seat) -> View {
        Session::book(self).view(self.shown(), seat)
    }

    fn cell_key(&self, cell: Cell) -> String {
        Session::book(self).space(self.table()).cell_key(cell)
    }

    fn log(&self, seat: Seat, after: u64) -> Vec<LogEntry> {
        log::log(self, seat, after)
    }

    fn undone(&self) -> Vec<u64> {
        Session::undone(self)
    }

    fn remembers(&self, after: u64) -> bool {
        Session::remembers(self, after)
    }

    fn recall(&self, lines: &[String]) -> Result<(), JournalError> {
        Session::recall(self, lines)
    }

    fn forgotten(&self) -> u64 {
        Session::forgotten(self)
    }

    fn forget_recalled(&mut self) {
        Session::forget_recalled(self);
    }

    fn forget(&mut self, keep: usize) {
        Session::forget(self, keep);
    }

    fn before(&self, line: u64) -> Option<u64> {
        Session::before(self, line)
    }

    fn heard_lines(&self, seat: Seat, after: u64) -> Vec<u64> {
        Session::heard_lines(self, seat, after).collect()
    }

    fn tells_last(&self, seat: Seat) -> bool {
        Session::tells_last(self, seat)
    }

    fn acts_in_secret(&self, seat: Seat) -> bool {
        Session::acts_in_secret(self, seat)
    }

    fn asked_by(&self) -> Option<u64> {
        Session::asked_by(self)
    }

    fn asks_of(&self, seat: Seat) -> Vec<usize> {
        Session::asks_of(self, seat)
    }

    fn snapshot(&self) -> Option<String> {
        Session::snapshot(self)
    }

    fn facts(&self) -> serde_json::Value {
        Session::book(self).facts(self.table())
    }

    fn standing(&self) -> StandingAnswers {
        Session::standing(self).clone()
    }

    fn typed(&self) -> Vec<Who> {
        Session::typed(self).to_vec()
    }

    fn line(&self) -> u64 {
        Session::line(self)
    }

    fn head(&self) -> u64 {
        Session::head(self)
    }

    fn digest(&self) -> String {
        Session::digest(self)
    }

    fn journal(&self) -> String {
        Session::journal(self)
    }

    fn fork(&self, line: u64) -> Option<Box<dyn OpenTable>> {
        Some(Box::new(Session::fork(self, line)?))
    }

    fn odds_within(
        &self,
        effort: Effort<'_>,
        seat: Seat,
        filled: &Filled,
        deciding: Deciding,
    ) -> Result<Odds, OddsError> {
        odds::odds(self, seat, filled, deciding, effort)
    }

    fn option_odds(&self, effort: Effort<'_>, seat: Seat, ask: usize) -> Result<Vec<OptionOdds>, OddsError> {
        odds_of_options(self, seat, ask, &Deciding::default(), effort)
    }

    fn chain_within(&self, effort: Effort<'_>, chain: &Chain) -> Result<Odds, OddsError> {
        chain::odds(self, chain, effort)
    }

    fn likely(&self, chain: &Chain) -> Result<Box<dyn OpenTable>, OddsError> {
        chain::likely(self, chain)
    }

    fn duel(&self, playing: &Playing, limits: Limits, is_wanted: &dyn Fn(&Duel) -> bool) -> Result<Duel, DuelError> {
        let ring = Ring::new(Session::book(self), self.table(), playing)?;
        duel(Session::book(self), self.table(), ring.players(), limits, is_wanted)
    }

    fn rank(&self, search: &Search, keep_going: &mut dyn FnMut(u64) -> bool) -> Result<Ranking, Refusal> {
        rank::rank(self, search, keep_going)
    }

    fn agreed(&self, looking: Looking) -> Agreed {
        agree::agreed(self, looking)
    }

    fn retell(&mut self, playing: &Playing, seed: u64) -> Result<u32, SessionError> {
        retell::retell(self, playing, seed)
    }

    fn fights(&self, playing: &Playing) -> Result<Box<dyn Fights>, Refusal> {
        Ok(Box::new(Ring::new(Session::book(self), self.table(), playing)?))
    }

    fn simulate(&self, batch: &Batch, progress: &mut dyn FnMut(u64) -> bool) -> Result<Report, BatchError> {
        simulate::simulate(Session::book(self), self.table(), batch, progress)
    }
}

/// A value that no list has is typed by a person. Books read it in many places, so what holds everywhere is looked at here:
/// it stands on one line, and is no longer than its slot says.
fn is_well_typed<S: System>(session: &Session<S>, seat: Seat, filled: &Filled) -> Result<(), Refusal> {
    if let Some((name, _)) = filled.slots.iter().find(|(_, value)| !is_one_line(value)) {
        return Err(Refusal::plain(
            "bad-text",
            format!("`{name}` has to stand on one line, without control characters"),
        ));
    }
    if filled.slots.values().all(|value| value.len() <= SHORT) {
        return Ok(());
    }
    for slot in Session::book(session).slots(session.table(), seat, filled)? {
        if let Domain::Text { longest } = slot.domain
            && filled.get(&slot.name).is_some_and(|value| value.chars().count() > longest)
        {
            let name = slot.name;
            return Err(Refusal::plain("bad-text", format!("`{name}` has up to {longest} characters")));
        }
    }
    Ok(())
}

/// No slot for free words is shorter than this, in bytes.
const SHORT: usize = 40;

fn stepped<S: System>(session: &Session<S>, (line, text): (u64, String)) -> Stepped {
    Stepped { line, text, waits: !Session::waiting(session).is_empty() }
}
