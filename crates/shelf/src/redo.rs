//! What an undo took back and a redo would bring again, read from the journal alone.

/// One line of a journal, as far as undo and redo care: its number, and where it goes back or forward to if it does.
pub(crate) type Step = (u64, Option<u64>);

/// The lines that were undone last and can be brought back.
pub(crate) struct Undone(Vec<u64>);

impl Undone {
    /// Follows the journal. `before` gives the line before a line, on the way from the start.
    pub fn of(steps: impl IntoIterator<Item = Step>, before: impl Fn(u64) -> Option<u64>) -> Undone {
        let mut stack: Vec<u64> = Vec::new();
        // Where things stood after each line; an undo stands where the line it goes to stood.
        let mut heads = vec![0];
        for (line, goes_to) in steps {
            let now = heads.last().copied().unwrap_or(0);
            let Some(to) = goes_to else {
                stack.clear();
                heads.push(line);
                continue;
            };
            let to = usize::try_from(to).ok().and_then(|to| heads.get(to)).copied().unwrap_or(0);
            let is_back = std::iter::successors(before(now), |&line| before(line)).any(|line| line == to);
            match stack.last() {
                _ if is_back => stack.push(now),
                Some(&last) if last == to => drop(stack.pop()),
                _ => stack.clear(),
            }
            heads.push(to);
        }
        Undone(stack)
    }

    /// The line that a redo goes to.
    pub fn last(&self) -> Option<u64> {
        self.0.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redo_brings_back_what_was_undone_last_until_something_new_is_done() {
        // Lines 1 to 3 are acts, so the line before each is the one numbered one less.
        let before = |line: u64| line.checked_sub(1);
        let acts = [(1, None), (2, None), (3, None)];
        let cases: [(&[Option<u64>], Option<u64>); 6] = [
            (&[], None),
            (&[Some(2)], Some(3)),
            (&[Some(2), Some(1)], Some(2)),
            (&[Some(2), Some(1), Some(2)], Some(3)),
            (&[Some(2), Some(3)], None),
            (&[Some(2), None], None),
        ];
        for (then, expected) in cases {
            let then = then.iter().zip(4..).map(|(&to, line)| (line, to));
            let steps: Vec<Step> = acts.into_iter().chain(then).collect();
            assert_eq!(Undone::of(steps.clone(), before).last(), expected, "{steps:?}");
        }
    }
}
