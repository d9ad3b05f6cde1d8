//! `referee play`: a table in the terminal.

mod asking;
mod bots;
pub mod command;
mod input;
mod map;
mod meta;
pub mod situation;

use crate::{
    args,
    fault::Fault,
    scene::{self, Opened},
    screen::{BAD, BOLD, DIM, GOOD, Page, paint},
    telling::Teller,
};
use command::Whose;
use input::{Input, Step, Tour};
use referee_engine::{ActorId, ActorSet, Filled, Offer, Seat, Status};
use referee_shelf::{Book, OpenTable, Put, Stepped, book, books};
use serde_json::json;

/// Plays a scene, or goes on with a journal.
pub fn run(args: &args::Play, page: &mut Page) -> Result<(), Fault> {
    let interactive = page.is_interactive();
    if args.guided {
        let opened = scene::open(&args.scene, args.seed)?;
        return guided(book(opened.table.book())?, interactive, interactive, page);
    }
    let opened = scene::open(&args.scene, args.seed)?;
    let actors = opened.table.actors();
    let mine = args.actors.iter().map(|name| scene::actor(&actors, name)).collect::<Result<ActorSet, Fault>>()?;
    let seat = if args.actors.is_empty() { Seat::Gm } else { Seat::Player(mine) };
    let mut game = Game::new(opened, seat, Input::stdin(interactive), page);
    game.keep_going = args.keep_going;
    if let Some(policy) = &args.bots {
        let known = book(game.table.book())?.policies();
        if !known.contains(&policy.as_str()) {
            return Err(Fault::Usage(format!("there is no policy {policy:?}; there are: {}", known.join(", "))));
        }
        game.bots = Some(policy.clone());
    }
    game.play()
}

/// Watches the guided tour of a book.
pub fn demo(args: &args::Demo, page: &mut Page) -> Result<(), Fault> {
    let chosen = match &args.book {
        Some(name) => book(name)?,
        None => {
            let first = books().iter().find(|book| book.tour().is_some()).or(books().first());
            *first.ok_or_else(|| Fault::Internal("there is no rulebook on the shelf".into()))?
        }
    };
    let interactive = page.is_interactive();
    guided(chosen, interactive && !args.no_pause, interactive, page)
}

/// Plays the tour of a book; where a person sits there, the table is theirs afterwards.
fn guided(book: &'static dyn Book, pauses: bool, interactive: bool, page: &mut Page) -> Result<(), Fault> {
    let tour = match book.tour() {
        Some(text) => Tour::read(text),
        None => by_policy(book)?,
    };
    let opened = scene::open(&format!("{}:{}", book.name(), tour.scene), Some(tour.seed))?;
    let mut steps = tour.steps;
    if interactive {
        let yours = "Now it is your turn. Type `help` for the commands, `quit` to leave.";
        steps.extend([Step::Say(yours.into()), Step::Do("offers".into())]);
    }
    Game::new(opened, Seat::Gm, Input::tour(steps, interactive, pauses), page).play()
}

/// A tour for a book that brings none: a policy plays its first scene.
fn by_policy(book: &'static dyn Book) -> Result<Tour, Fault> {
    let scenes = book.scenes();
    let scene =
        scenes.first().ok_or_else(|| Fault::Usage(format!("{} has no tour and no ready scene", book.name())))?;
    let policy = book.policies().first().copied().unwrap_or_default();
    let mut steps = vec![Step::Say(format!(
        "{} in a few acts, played by the policy `{policy}`: each act stands at the left, what follows from it below, \
         with the rule in brackets.",
        scene.title()
    ))];
    for _ in 0..6 {
        steps.extend([Step::Do(format!("bot {policy}")), Step::Pause]);
    }
    Ok(Tour { scene: scene.name.to_owned(), seed: 1, steps })
}

/// A table, a person, and a page between them.
pub(crate) struct Game<'p> {
    table: Box<dyn OpenTable>,
    name: String,
    seat: Seat,
    /// Whose acts are listed; `None` for the game master's own.
    actor: Option<ActorId>,
    /// The offers by number, as they were listed last.
    listed: Vec<Offer>,
    input: Input,
    page: &'p mut Page,
    keep_going: bool,
    /// The policy that plays everybody else.
    bots: Option<String>,
    /// Show the situation before the next command?
    stale: bool,
    /// The last line that is in a file.
    saved: u64,
    leaving: bool,
}

/// What comes after a command.
#[derive(PartialEq, Eq)]
pub(crate) enum Then {
    GoOn,
    Quit,
}

impl<'p> Game<'p> {
    fn new(opened: Opened, seat: Seat, input: Input, page: &'p mut Page) -> Self {
        let Opened { table, name, is_journal, .. } = opened;
        let saved = if is_journal { table.line() } else { 0 };
        let mut game = Game {
            table,
            name,
            seat,
            actor: None,
            listed: Vec::new(),
            input,
            page,
            keep_going: false,
            bots: None,
            stale: true,
            saved,
            leaving: false,
        };
        game.page.line(format!(
            "{}  {}",
            paint(BOLD, &game.name),
            paint(DIM, format!("a table of {}", game.table.book()))
        ));
        if is_journal {
            game.recall();
        }
        game
    }

    /// Shows the end of the log of a journal, so that one knows where things stand.
    fn recall(&mut self) {
        let log = self.table.log(self.seat, 0);
        let teller = Teller::of(&*self.table);
        let last: Vec<_> = log.iter().filter(|entry| !entry.undone).rev().take(3).collect();
        for entry in last.into_iter().rev() {
            let lines = teller.entry(entry, self.page);
            self.page.lines(lines);
        }
    }

    /// Reads and obeys until the end of input or `quit`.
    fn play(mut self) -> Result<(), Fault> {
        loop {
            self.let_bots_play()?;
            let prompt = self.show();
            let open = !self.table.waiting(self.seat).is_empty();
            let Some(line) = self.input.next(&prompt, open, self.page) else { break };
            let result = self.obey(&line);
            match result {
                Ok(Then::GoOn) => {}
                Ok(Then::Quit) => break,
                Err(fault) if self.goes_on() => self.complain(&fault),
                Err(fault) => return Err(fault),
            }
        }
        if self.page.json {
            let (seat, table) = (self.seat, &self.table);
            let end = json!({ "status": table.status(), "line": table.line(), "digest": table.digest(), "view": table.view(seat) });
            self.page.json_line(&end);
        }
        Ok(())
    }

    /// Does a mistake of the person leave the game running?
    fn goes_on(&self) -> bool {
        self.keep_going || (self.input.is_interactive() && !self.input.is_touring())
    }

    fn complain(&mut self, fault: &Fault) {
        if self.page.json {
            self.page.json_line(&fault.to_json());
        }
        self.page.line(paint(BAD, fault));
    }

    /// Shows what is new, and gives the prompt.
    fn show(&mut self) -> String {
        let waiting = self.table.waiting(self.seat);
        if let Some(first) = waiting.first() {
            let teller = Teller::of(&*self.table);
            asking::show(first, &teller, self.page);
            return format!("{} ", paint(GOOD, "answer>"));
        }
        if std::mem::take(&mut self.stale) {
            self.choose_actor();
            self.page.line("");
            situation::show(&*self.table, self.seat, self.page);
            if let Status::Acting(_) = self.table.status()
                && !self.input.is_touring()
            {
                self.list();
            }
        }
        format!("{} ", paint(GOOD, ">"))
    }

    /// Whose acts are listed: the same as before if they may still act, otherwise the first who may.
    fn choose_actor(&mut self) {
        let Status::Acting(acting) = self.table.status() else { return };
        let mine = |actor: &ActorId| self.seat.plays(*actor);
        if !self.actor.is_some_and(|actor| acting.contains(&actor)) {
            self.actor = acting.iter().copied().find(mine).or(self.actor);
        }
    }

    fn list(&mut self) {
        self.listed = situation::offers(&*self.table, self.seat, self.actor, self.page);
        let Status::Acting(acting) = self.table.status() else { return };
        let cards = self.table.actors();
        let others = acting.iter().filter(|id| Some(**id) != self.actor && self.seat.plays(**id));
        let others: Vec<&str> =
            others.filter_map(|id| cards.iter().find(|card| card.id == *id)).map(|card| card.key.as_str()).collect();
        if !others.is_empty() {
            self.page.line(paint(DIM, format!("  also to act: {} (as NAME)", others.join(", "))));
        }
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Result<Then, Fault> {
        if line.is_empty() {
            self.stale = self.input.is_interactive();
            return Ok(Then::GoOn);
        }
        if line.starts_with('#') {
            return Ok(Then::GoOn);
        }
        // `? KEY` answers if something is asked: a script need not know how the dice fall.
        let line = match line.strip_prefix("? ") {
            Some(_) if self.table.waiting(self.seat).is_empty() => return Ok(Then::GoOn),
            Some(answer) => answer.trim(),
            None => line,
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if let Some(then) = self.obey_meta(word, rest)? {
            return Ok(then);
        }
        if let Some(first) = self.table.waiting(self.seat).first() {
            let put = asking::answer(first, line)?;
            self.put(put)?;
            return Ok(Then::GoOn);
        }
        if let Ok(number) = word.parse::<usize>() {
            let offer = number.checked_sub(1).and_then(|index| self.listed.get(index)).cloned();
            let offer =
                offer.ok_or_else(|| Fault::Usage(format!("there is no {number} in the list; type `offers`")))?;
            let filled = Filled::of(&offer.verb, offer.actor);
            let filled = command::fill(&*self.table, self.seat, filled, &command::split(rest)?)?;
            let Some(filled) = self.complete(filled)? else { return Ok(Then::GoOn) };
            let Some(filled) = self.confirm(filled)? else { return Ok(Then::GoOn) };
            self.put(Put::take(filled))?;
            return Ok(Then::GoOn);
        }
        let typed = if word == "do" { rest } else { line };
        let filled = command::read(&*self.table, self.seat, Whose::Of(self.actor), typed)?;
        let Some(filled) = self.complete(filled)? else { return Ok(Then::GoOn) };
        self.put(Put::take(filled))?;
        Ok(Then::GoOn)
    }

    /// Puts one thing in and tells what came of it.
    fn put(&mut self, put: Put) -> Result<(), Fault> {
        let stepped = self.table.put(self.seat, put)?;
        self.tell(&stepped);
        Ok(())
    }

    fn tell(&mut self, stepped: &Stepped) {
        self.leaving = false;
        self.stale = !stepped.waits;
        // From the log of this seat: a bot's line was put in by the game master, who hears more.
        let log = self.table.log(self.seat, stepped.line - 1);
        let told = log.first().map_or(&[][..], |entry| &entry.told);
        if self.page.json {
            let waiting = self.table.waiting(self.seat);
            self.page.json_line(&json!({ "line": stepped.line, "told": told, "waiting": waiting }));
        }
        let lines = Teller::of(&*self.table).heard(told, self.page);
        self.page.lines(lines);
    }
}
