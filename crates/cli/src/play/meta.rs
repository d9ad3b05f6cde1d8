//! What can be typed besides acts and answers.

use super::{
    Game, Then,
    command::{self, Whose},
    map, situation,
};
use crate::{
    fault::Fault,
    scene,
    screen::{BOLD, DIM, paint},
    telling::Teller,
};
use referee_engine::{Again, Standing, Who};
use referee_shelf::Put;

const HELP: &[(&str, &str)] = &[
    ("3, 3 bandit", "take offer 3 of the list; values fill its first slots"),
    ("VERB SLOT=VALUE …", "act: attack target=bandit; values in the order of the slots need no name: attack bandit"),
    ("NAME VERB …", "act for another character: scout attack bandit"),
    ("? KEY", "answer if a question is open, for scripts"),
    ("odds [ACT]", "the exact chances of an act, before it is done"),
    ("offers, gm", "list the acts of the chosen character, or of the game master"),
    ("as NAME", "choose whose acts are listed"),
    ("look, map", "show the state of the table"),
    ("sheet NAME", "somebody's sheet"),
    ("log [all]", "the log, newest last"),
    ("undo [new], redo", "take back the last line, including prompts (new: with new dice)"),
    ("goto LINE", "go back or forward to the state after a line"),
    ("abandon", "cancel the current act; nothing of it has happened, and its dice will be the same again"),
    ("dice NAME real", "type in real dice for this character; `dice NAME rolled` ends it"),
    ("always NAME KIND KEY", "a standing answer; `never NAME KIND`, `ask NAME KIND`"),
    ("bot [POLICY]", "let a policy act for the acting character or the game master, and answer questions"),
    ("save FILE", "write the journal; `referee play FILE` continues it"),
    ("quit", "leave"),
];

impl Game<'_> {
    /// Does what a line says if it is one of the words above; `None` if it is not.
    pub(super) fn obey_meta(&mut self, word: &str, rest: &str) -> Result<Option<Then>, Fault> {
        match word {
            "help" | "?" => self.help(),
            "quit" | "exit" | "q" => return Ok(Some(self.quit())),
            "look" | "l" => situation::show(&*self.table, self.seat, self.page),
            "map" => map::show(&*self.table, self.seat, self.page),
            "offers" | "o" => self.list(),
            "gm" if rest.is_empty() => {
                self.actor = None;
                self.list();
            }
            "as" => {
                self.actor = Some(scene::actor(&self.table.actors(), rest)?);
                self.list();
            }
            "sheet" => {
                let who = scene::actor(&self.table.actors(), rest)?;
                situation::sheet(&*self.table, self.seat, who, self.page);
            }
            "log" => self.log(rest == "all"),
            "odds" => {
                let filled = command::read(&*self.table, self.seat, Whose::Of(self.actor), rest)?;
                if let Some(filled) = self.complete(filled)? {
                    self.odds_of(&filled)?;
                }
            }
            "undo" => {
                let dice = if rest == "new" { Again::New } else { Again::Same };
                self.put(Put::Undo { dice })?;
                self.went();
            }
            "redo" => {
                self.put(Put::Redo)?;
                self.went();
            }
            "goto" => {
                let line =
                    rest.parse().map_err(|_| Fault::Usage("goto needs the number of a line, as in `log`".into()))?;
                self.put(Put::Goto { line, dice: Again::Same })?;
                self.went();
            }
            "abandon" => self.put(Put::Abandon)?,
            "dice" => self.dice(rest)?,
            "always" | "never" | "ask" => self.standing(word, rest)?,
            "bot" => self.bot(rest)?,
            "save" => self.save(rest)?,
            _ => return Ok(None),
        }
        Ok(Some(Then::GoOn))
    }

    fn help(&mut self) {
        use crate::screen::{Align, Cell, Columns};
        let mut columns = Columns::new(&[Align::Left, Align::Left]);
        for (typed, means) in HELP {
            columns.row([Cell::new(BOLD, *typed), (*means).into()]);
        }
        self.page.lines(columns.lines("  "));
    }

    fn quit(&mut self) -> Then {
        let unsaved = self.table.line() > self.saved;
        if unsaved && self.input.is_interactive() && !self.leaving && !self.input.is_touring() {
            self.leaving = true;
            self.page.line("This table is not saved. Type `save FILE`, or `quit` again to leave.");
            return Then::GoOn;
        }
        Then::Quit
    }

    fn log(&mut self, all: bool) {
        let log = self.table.log(self.seat, 0);
        if self.page.json {
            self.page.json_line(&log);
        }
        let teller = Teller::of(&*self.table);
        let first = if all { 0 } else { log.len().saturating_sub(20) };
        for entry in &log[first..] {
            let mut number = entry.line.to_string();
            for line in teller.entry(entry, self.page) {
                if line.is_empty() {
                    self.page.line("");
                } else {
                    let number = std::mem::take(&mut number);
                    self.page.line(format!("{} {line}", paint(DIM, format!("{number:>4}"))));
                }
            }
        }
        if first > 0 {
            self.page.line(paint(DIM, format!("{first} older entries: log all")));
        }
    }

    fn went(&mut self) {
        self.stale = true;
        self.page.line(paint(DIM, format!("now at line {}", self.table.head())));
    }

    fn dice(&mut self, rest: &str) -> Result<(), Fault> {
        let usage = || Fault::Usage("write `dice NAME real` or `dice NAME rolled`; the game master is gm".into());
        let (name, how) = rest.rsplit_once(' ').ok_or_else(usage)?;
        let typed = match how {
            "real" | "typed" => true,
            "rolled" => false,
            _ => return Err(usage()),
        };
        let who = self.who(name)?;
        self.put(Put::Typed { who, typed })?;
        let how = if typed { "types real dice" } else { "has their dice rolled" };
        let name = Teller::of(&*self.table).who(who).to_owned();
        self.page.line(format!("From now on {name} {how}."));
        self.stale = false;
        Ok(())
    }

    fn standing(&mut self, word: &str, rest: &str) -> Result<(), Fault> {
        let words = command::split(rest)?;
        let usage = || Fault::Usage("write `always NAME KIND KEY`, `never NAME KIND` or `ask NAME KIND`".into());
        let (name, kind, answer) = match (word, &words[..]) {
            ("always", [name, kind, key]) => (name, kind, Standing::Always(key.clone())),
            ("never", [name, kind]) => (name, kind, Standing::Never),
            ("ask", [name, kind]) => (name, kind, Standing::Ask),
            _ => return Err(usage()),
        };
        let who = self.who(name)?;
        self.put(Put::Standing { who, question: kind.clone(), answer })?;
        self.page.line(paint(DIM, "noted"));
        self.stale = false;
        Ok(())
    }

    fn who(&self, name: &str) -> Result<Who, Fault> {
        match name {
            "gm" => Ok(Who::Gm),
            name => Ok(Who::Actor(scene::actor(&self.table.actors(), name)?)),
        }
    }

    fn save(&mut self, file: &str) -> Result<(), Fault> {
        if file.is_empty() {
            return Err(Fault::Usage("save needs a file name, such as: save evening.journal".into()));
        }
        std::fs::write(file, self.table.journal()).map_err(|error| Fault::File(format!("{file}: {error}")))?;
        self.saved = self.table.line();
        self.page.line(format!("Saved {} lines; continue with `referee play {file}`.", self.saved));
        Ok(())
    }
}
