//! Where commands come from: a person, a file, or a guided tour.

use crate::screen::{BOLD, DIM, INK, Page, paint, wrap};
use std::collections::VecDeque;
use std::io::BufRead;

/// The source of commands.
pub struct Input {
    tour: VecDeque<Step>,
    interactive: bool,
    pauses: bool,
    /// Nothing is read after the tour.
    tour_only: bool,
}

/// One step of a guided tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An explanation.
    Say(String),
    /// Wait for Enter.
    Pause,
    /// A command.
    Do(String),
}

/// The script of a guided tour: which scene, which dice, and the steps.
///
/// `scene NAME` and `seed N` stand at the top. A line that begins with `#` is an explanation (a paragraph is several of
/// them in a row) and waits for Enter if an empty line follows; everything else is a command of `referee play`. `? KEY`
/// answers a question only if there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    /// The scene.
    pub scene: String,
    /// The seed of its dice.
    pub seed: u64,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Tour {
    /// Reads a script.
    pub fn read(text: &str) -> Tour {
        let mut tour = Tour::default();
        let mut said: Vec<&str> = Vec::new();
        for line in text.lines().chain([""]).map(str::trim) {
            if let Some(words) = line.strip_prefix('#') {
                said.push(words.trim());
                continue;
            }
            if !said.is_empty() {
                tour.steps.push(Step::Say(std::mem::take(&mut said).join(" ")));
            }
            match line.split_once(' ') {
                _ if line.is_empty() => {
                    if let Some(Step::Say(_)) = tour.steps.last() {
                        tour.steps.push(Step::Pause);
                    }
                }
                Some(("scene", name)) if tour.scene.is_empty() => tour.scene = name.trim().to_owned(),
                Some(("seed", number)) => tour.seed = number.trim().parse().unwrap_or(0),
                _ => tour.steps.push(Step::Do(line.to_owned())),
            }
        }
        tour
    }
}

impl Input {
    /// Commands from standard input.
    pub fn stdin(interactive: bool) -> Input {
        Input { tour: VecDeque::new(), interactive, pauses: false, tour_only: false }
    }

    /// The steps of a tour, then standard input.
    pub fn tour(steps: Vec<Step>, interactive: bool, pauses: bool) -> Input {
        Input { tour: steps.into(), interactive, pauses, tour_only: !interactive }
    }

    /// Does a person type, or will they after the tour?
    pub fn is_interactive(&self) -> bool {
        self.interactive
    }

    /// Is a tour under way?
    pub fn is_touring(&self) -> bool {
        !self.tour.is_empty()
    }

    /// The next command, without its ends; `None` at the end. Is a question `open`, or will `? KEY` be passed over?
    pub fn next(&mut self, prompt: &str, open: bool, page: &mut Page) -> Option<String> {
        while let Some(step) = self.tour.pop_front() {
            match step {
                Step::Say(text) => {
                    page.line("");
                    let lines = wrap(&text, page.width.min(90), "  ", "  ");
                    page.lines(lines.iter().map(|line| paint(INK, line)));
                    page.line("");
                }
                Step::Pause if self.pauses => {
                    page.prompt(&paint(DIM, "  … Enter "));
                    if matches!(self.read()?.as_str(), "quit" | "q" | "exit") {
                        return None;
                    }
                }
                Step::Pause => {}
                Step::Do(command) if command.starts_with("? ") && !open => {}
                Step::Do(command) => {
                    let command = command.trim_start_matches("? ").to_owned();
                    page.line(format!("{prompt}{}", paint(BOLD, &command)));
                    page.flush();
                    return Some(command);
                }
            }
        }
        if self.tour_only {
            return None;
        }
        page.prompt(prompt);
        let Some(line) = self.read() else {
            page.line("");
            return None;
        };
        if !self.interactive {
            // A transcript reads well only with what was typed in it.
            page.line(&line);
        }
        Some(line)
    }

    fn read(&self) -> Option<String> {
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(1..) => Some(line.trim().to_owned()),
            Ok(0) | Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tour_is_read_step_by_step() {
        let tour = Tour::read("scene duel\nseed 7\n\n# Two\n# strangers.\n\nattack bandit\n\n\n# End.\n");
        let expected = [
            Step::Say("Two strangers.".into()),
            Step::Pause,
            Step::Do("attack bandit".into()),
            Step::Say("End.".into()),
            Step::Pause,
        ];
        assert_eq!((tour.scene.as_str(), tour.seed), ("duel", 7));
        assert_eq!(tour.steps, expected);
    }
}
