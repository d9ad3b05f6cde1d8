//! Running case files.

use super::{
    CaseFile, OddsOf, Step,
    command::{beside, command, seat_of},
    matching::{self, says},
    sound::Idle,
};
use crate::{
    Line, RuleId, Script, Stop, System, Told,
    door::{Document, Located, Mistakes, Node, Place, Source, overlay},
};
use serde::Serialize;
use std::{collections::BTreeSet, fmt};

/// Loads another file by its path, relative to the same folder as the case files' own paths.
pub type Load<'a> = dyn Fn(&str) -> Result<Source, String> + 'a;

/// The result of running a case file.
#[derive(Clone, Debug, Serialize)]
pub struct CaseReport {
    pub file: String,
    /// What it demonstrates.
    pub title: String,
    /// The rules it demonstrates.
    pub rules: Vec<RuleId>,
    /// The number of steps run, including those of variants.
    pub steps: usize,
    /// The number of chances compared.
    pub chances: usize,
    pub failures: Vec<Failure>,
}

impl CaseReport {
    /// Whether there were no failures.
    pub fn is_ok(&self) -> bool {
        self.failures.is_empty()
    }
}

/// A failed expectation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    pub file: String,
    /// The line of the expectation, from 1.
    pub line: u32,
    /// Where in the case: `(a), step 2`.
    pub place: String,
    /// What was checked: `state cid.hp`.
    pub what: String,
    pub expected: String,
    pub found: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.place.is_empty() {
            write!(f, "{}, ", self.place)?;
        }
        write!(f, "{}: expected {}, found {}", self.what, self.expected, self.found)
    }
}

/// The book of a case file, if it names one.
pub fn book_of(source: &Source) -> Option<String> {
    let document = Document::parse(source).ok()?;
    let book = document.root().get("book").or_else(|| document.root().at("scene.book"))?;
    book.text().map(str::to_owned)
}

/// Runs many case files. For a given book this is a plain function, so a shelf can store it in a table.
pub fn run_cases<S: System>(sources: &[Source], load: &Load<'_>) -> Vec<CaseReport> {
    sources.iter().map(|source| run_case::<S>(source, load)).collect()
}

/// Runs one case file and reports every failure.
pub fn run_case<S: System>(source: &Source, load: &Load<'_>) -> CaseReport {
    let file = source.file.clone();
    let report =
        CaseReport { file, title: String::new(), rules: Vec::new(), steps: 0, chances: 0, failures: Vec::new() };
    let read = Document::parse(source).and_then(|document| {
        let cited = document.root().get("rules").map(|rules| rules.place().clone());
        let read = document.without("rules").read::<CaseFile>()?;
        Ok((read, cited))
    });
    match read {
        Ok((case, cited)) => {
            let (said, measures, nowhere) = (Vec::new(), BTreeSet::new(), Vec::new());
            let mut run = Run { case: &case, load, report, said, measures, nowhere };
            if let Some(place) = cited {
                run.refuse_cited_by_all(&place);
            }
            run.whole::<S>();
            run.report
        }
        Err(mistakes) => {
            let mut report = report;
            add_mistakes(&mut report, &mistakes, "");
            report
        }
    }
}

fn add_mistakes(report: &mut CaseReport, mistakes: &Mistakes, place: &str) {
    for mistake in mistakes.iter() {
        report.failures.push(Failure {
            file: mistake.file.clone(),
            line: mistake.line,
            place: place.to_owned(),
            what: if mistake.path.is_empty() { "the file".to_owned() } else { mistake.path.clone() },
            expected: if mistake.allowed.is_empty() { "none of that".into() } else { mistake.allowed.join(", ") },
            found: mistake.message.clone(),
        });
    }
}

/// The state of a run.
pub(super) struct Run<'a> {
    pub(super) case: &'a Located<CaseFile>,
    load: &'a Load<'a>,
    pub(super) report: CaseReport,
    /// All lines told so far in any step.
    said: Vec<Line>,
    /// All measures counted so far in any odds.
    pub(super) measures: BTreeSet<&'static str>,
    /// Words that were not told and measures that were not counted: path, place and the word. Another step must tell
    /// it, or other odds count it; otherwise it may be misspelt.
    pub(super) nowhere: Vec<(String, String, String)>,
}

/// A table in a case, with the name of the run.
pub(super) struct At<S: System> {
    pub(super) book: S,
    pub(super) table: S::Table,
    pub(super) name: String,
}

impl Run<'_> {
    pub(super) fn fail(&mut self, path: &str, place: &str, what: &str, expected: impl ToString, found: impl ToString) {
        let at = self.case.mistake(path, "", [""; 0]);
        self.report.failures.push(Failure {
            file: at.file,
            line: at.line,
            place: place.to_owned(),
            what: what.to_owned(),
            expected: expected.to_string(),
            found: found.to_string(),
        });
    }

    /// Reports expectations that could never fail.
    pub(super) fn refuse_idle(&mut self, idle: Vec<Idle>, path: &str, place: &str) {
        for (field, expected) in idle {
            self.fail(&format!("{path}.{field}"), place, field, expected, "something that could never fail");
        }
    }

    /// Reports absent words if nothing in the case shows that they exist.
    fn refuse_unheard_of(&mut self) {
        for (path, place, word) in std::mem::take(&mut self.nowhere) {
            let is_known = self.measures.contains(word.as_str()) || self.said.iter().any(|line| says(line, &word));
            if !is_known {
                let expected = format!("{word:?} somewhere else in the case, to show that it is spelt correctly");
                let what = path.rsplit('.').next().unwrap_or_default().to_owned();
                self.fail(&path, &place, &what, expected, "nowhere");
            }
        }
    }

    /// Reports rules cited in the head of a case, which no particular step tests.
    fn refuse_cited_by_all(&mut self, place: &Place) {
        self.report.failures.push(Failure {
            file: place.file().to_owned(),
            line: place.line_and_column().0,
            place: String::new(),
            what: "rules".to_owned(),
            expected: "`rules` in the steps, odds and chances that would fail if the rule were wrong".to_owned(),
            found: "ids in the head, which nothing tests".to_owned(),
        });
    }

    /// Records the rules that something tests.
    pub(super) fn cite(&mut self, rules: &[String], path: &str, place: &str) {
        for (index, rule) in rules.iter().enumerate() {
            match rule.parse() {
                Ok(rule) if self.report.rules.contains(&rule) => {}
                Ok(rule) => self.report.rules.push(rule),
                Err(_) => {
                    self.fail(&format!("{path}.rules[{index}]"), place, "rules", "the id of a rule: CW-042", rule);
                }
            }
        }
    }

    fn whole<S: System>(&mut self) {
        let case = &self.case.value;
        self.report.title = case.title.clone();
        if let Some(book) = case.book.as_ref().filter(|book| *book != S::NAME) {
            return self.fail("book", "", "book", S::NAME, book);
        }
        let checks = |steps: &[Step], odds: &[OddsOf]| !steps.is_empty() || !odds.is_empty();
        let is_checked = checks(&case.step, &case.odds);
        if !is_checked && case.variant.is_empty() {
            self.fail("title", "", "the case", "a step or odds", "none: it could not fail");
        }
        for (index, variant) in case.variant.iter().enumerate() {
            if case.step.is_empty() && !checks(&variant.step, &variant.odds) {
                let path = format!("variant[{index}].name");
                self.fail(&path, &variant.name, "the variant", "a step or odds", "none: it could not fail");
            }
        }
        if (case.variant.is_empty() || !case.odds.is_empty())
            && let Some(mut at) = self.open::<S>(None)
            && self.steps(&mut at, &case.step, "step")
        {
            self.odds(&at, &case.odds, "odds");
        }
        for (index, variant) in case.variant.iter().enumerate() {
            let prefix = format!("variant[{index}]");
            if let Some(mut at) = self.open::<S>(Some(index))
                && self.steps(&mut at, &case.step, "step")
                && self.steps(&mut at, &variant.step, &format!("{prefix}.step"))
            {
                self.odds(&at, &variant.odds, &format!("{prefix}.odds"));
            }
        }
        self.refuse_unheard_of();
    }

    fn odds<S: System>(&mut self, at: &At<S>, odds: &[OddsOf], path: &str) {
        for (index, each) in odds.iter().enumerate() {
            self.odds_of(at, each, &format!("{path}[{index}]"), index + 1);
        }
    }

    /// A fresh table: the scene of the case, changed by a variant, with the house rules of both.
    fn open<S: System>(&mut self, variant: Option<usize>) -> Option<At<S>> {
        let prefix = variant.map_or(String::new(), |index| format!("variant[{index}]."));
        let name = variant.map_or(String::new(), |index| self.case.value.variant[index].name.clone());
        let root = self.case.root();
        let own = variant.and_then(|_| root.at(&format!("{prefix}scene")));
        let mut scene: Option<Node> = None;
        for (path, node) in [("scene".to_owned(), root.get("scene")), (format!("{prefix}scene"), own)] {
            let Some(node) = node else { continue };
            let read = self.scene_node(&path, &name, node)?;
            // A file replaces the scene; a table changes the existing one.
            scene = Some(match scene.filter(|_| node.text().is_none() && node.get("from").is_none()) {
                Some(base) => overlay(&base, &read),
                None => read,
            });
        }
        let Some(mut scene) = scene else {
            self.fail("title", &name, "scene", "a scene, [scene] or scene = \"file\"", "none");
            return None;
        };
        if scene.get("book").is_none() {
            scene = scene.clone().with("book", Node::of_text(scene.place(), S::NAME));
        }
        let own = variant.and_then(|_| root.at(&format!("{prefix}house")));
        for house in [root.get("house"), own].into_iter().flatten() {
            let rules = scene.get("rules").cloned().unwrap_or_else(|| Node::empty(house.place()));
            scene = scene.with("rules", overlay(&rules, house));
        }
        match S::open(&Source::part(scene)) {
            Ok((book, table)) => Some(At { book, table, name }),
            Err(mistakes) => {
                add_mistakes(&mut self.report, &mistakes, &name);
                None
            }
        }
    }

    /// The scene at a path of the case: inline, from a file, or from a file with changes.
    fn scene_node(&mut self, path: &str, place: &str, node: &Node) -> Option<Node> {
        let Some(named) = node.text().or_else(|| node.get("from")?.text()) else { return Some(node.clone()) };
        let file = beside(&self.report.file, named);
        let read = (self.load)(&file).map_err(|why| (file, why));
        let document = match read {
            Ok(source) => Document::parse(&source),
            Err((file, why)) => {
                self.fail(path, place, "scene", "a scene file", format!("{file}: {why}"));
                return None;
            }
        };
        match document {
            Ok(document) if node.text().is_some() => Some(document.root().clone()),
            Ok(document) => Some(overlay(document.root(), &node.clone().without("from"))),
            Err(mistakes) => {
                add_mistakes(&mut self.report, &mistakes, place);
                None
            }
        }
    }

    /// Runs steps in order. False if one could not be executed, so that the following ones are meaningless.
    fn steps<S: System>(&mut self, at: &mut At<S>, steps: &[Step], path: &str) -> bool {
        steps.iter().enumerate().all(|(index, step)| {
            let place =
                format!("{}step {}", if at.name.is_empty() { "".into() } else { format!("{}, ", at.name) }, index + 1);
            self.step(at, step, &format!("{path}[{index}]"), &place)
        })
    }

    fn step<S: System>(&mut self, at: &mut At<S>, step: &Step, path: &str, place: &str) -> bool {
        self.report.steps += 1;
        self.cite(&step.rules, path, place);
        self.refuse_idle(step.idle(), path, place);
        if !step.rules.is_empty() && !step.expects() {
            self.fail(&format!("{path}.rules"), place, "rules", "something that these rules lead to", "no expectation");
        }
        let mut goes_on = true;
        if let Some(deed) = &step.deed {
            let mut script =
                Script::new(&at.book).dice(step.dice.iter().copied()).answers(step.answers.iter().cloned());
            let mut copy = at.table.clone();
            let result =
                command(&at.book, &at.table, step.by.as_deref(), deed).map_err(Stop::from).and_then(|(by, filled)| {
                    let intent = at.book.intent(&copy, by, &filled)?;
                    at.book.resolve_with(&mut copy, by, &intent, &mut script)
                });
            let after = if result.is_ok() && step.refused.is_none() { &copy } else { &at.table };
            let told = script.told();
            let lines: Vec<(&Told<S>, Line)> =
                told.iter().filter_map(|told| Some((told, at.book.narrate(after, told.event()?)))).collect();
            goes_on = self.outcome(step, result, path, place);
            if goes_on {
                if let Err(left) = script.spent() {
                    let found = format!("left over: dice {:?}, answers {:?}", left.dice, left.answers);
                    self.fail(path, place, "script", "every die and answer used", found);
                }
                if step.refused.is_none() {
                    self.told(at, step, &lines, path, place);
                }
                if let Some(options) = &step.options {
                    let keys = |asked: &crate::Asked| asked.prompt.options.iter().map(|o| o.key.clone()).collect();
                    let asked: Vec<Vec<String>> = script.asked().iter().map(keys).collect();
                    if asked != *options {
                        let path = format!("{path}.options");
                        self.fail(&path, place, "options", format!("{options:?}"), format!("{asked:?}"));
                    }
                }
            }
            drop(script);
            if goes_on && step.refused.is_none() {
                at.table = copy;
            }
        }
        if goes_on {
            let facts = at.book.facts(&at.table);
            for (fact, expected, found) in matching::differences(&step.state, &facts) {
                self.fail(&format!("{path}.state"), place, &format!("state {fact}"), expected, found);
            }
        }
        goes_on
    }

    /// Checks that the step was accepted, or refused as expected.
    fn outcome(&mut self, step: &Step, result: Result<(), Stop>, path: &str, place: &str) -> bool {
        let what = step.deed.as_deref().unwrap_or_default();
        match (result, &step.refused) {
            (Ok(()), None) => true,
            (Ok(()), Some(by)) => {
                self.fail(&format!("{path}.refused"), place, what, format!("refused by {by}"), "accepted");
                true
            }
            (Err(Stop::Refused(refusal)), Some(by)) => {
                let cited = refusal.rule.map(|rule| rule.to_string());
                if cited.as_deref() != Some(by) && refusal.code != *by {
                    let found = format!("{refusal} [{}]", refusal.code);
                    self.fail(&format!("{path}.refused"), place, what, format!("refused by {by}"), found);
                }
                if let Some(why) = step.why.as_ref().filter(|why| !refusal.to_string().contains(*why)) {
                    self.fail(&format!("{path}.why"), place, what, format!("refused: {why}"), refusal);
                }
                true
            }
            (Err(Stop::Refused(refusal)), None) => {
                self.fail(&format!("{path}.do"), place, what, "accepted", format!("refused: {refusal}"));
                false
            }
            (Err(Stop::Broken(why)), _) => {
                self.fail(path, place, what, "dice and answers that fit", why);
                false
            }
            (Err(Stop::Pause), _) => {
                self.fail(path, place, what, "no pause", "a pause");
                false
            }
        }
    }

    fn told<S: System>(&mut self, at: &At<S>, step: &Step, lines: &[(&Told<S>, Line)], path: &str, place: &str) {
        let all: Vec<Line> = lines.iter().map(|(_, line)| line.clone()).collect();
        self.said.extend(all.iter().cloned());
        if let Some(missing) = matching::first_untold(&step.tells, &all) {
            self.fail(&format!("{path}.tells"), place, "tells", format!("{missing:?}"), matching::in_words(&all));
        }
        for part in &step.untold {
            self.nowhere.push((format!("{path}.untold"), place.to_owned(), part.clone()));
            if let Some(line) = all.iter().find(|line| says(line, part)) {
                self.fail(&format!("{path}.untold"), place, "untold", format!("no {part:?}"), &line.text);
            }
        }
        for (who, parts) in &step.not_told_to {
            let path = format!("{path}.not_told_to");
            let seat = match seat_of(&at.book, &at.table, Some(who)) {
                Ok((seat, _)) => seat,
                Err(refusal) => {
                    self.fail(&path, place, "not_told_to", "someone at the table", refusal);
                    continue;
                }
            };
            for part in parts.iter().filter(|part| !all.iter().any(|line| says(line, part))) {
                let expected = format!("{part:?}, told to someone else");
                self.fail(&path, place, &format!("not told to {who}"), expected, matching::in_words(&all));
            }
            for (told, line) in lines {
                let heard = parts.iter().find(|part| says(line, part));
                if let Some(part) = heard.filter(|_| crate::hears(&at.book, &at.table, seat, told)) {
                    self.fail(&path, place, &format!("not told to {who}"), format!("no {part:?}"), &line.text);
                }
            }
        }
    }
}
