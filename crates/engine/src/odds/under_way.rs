//! The odds of an action under way: what each answer to a question would lead to.

use super::{Odds, OddsError, closed::in_closed_form, lines::Lines, name_of};
use crate::{
    Choice, Deciding, Effort, ExploreError, Exploring, Input, Refusal, Seat, Session, System, Waiting, explore_from,
    unknown_to,
};
use std::borrow::Cow;

/// An option of a question, and what comes of the action if it is taken.
#[derive(Clone, Debug, serde::Serialize)]
pub struct OptionOdds {
    /// The option's key.
    pub key: String,
    /// The odds.
    pub odds: Odds,
}

/// The exact odds of the action under way for each option of question `ask`, as far as `seat` may know. What has
/// happened of it stays as it is; later questions are decided as `deciding` says. Each option may take so much `effort`.
/// An answer that is settled for a later question may come up after some options only; it is an error if it never does.
pub fn odds_of_options<S: System>(
    session: &Session<S>,
    seat: Seat,
    ask: usize,
    deciding: &Deciding,
    effort: Effort<'_>,
) -> Result<Vec<OptionOdds>, OddsError> {
    let question = session.waiting().iter().find_map(|waiting| match waiting {
        Waiting::Answer { ask: open, who, prompt } if *open == ask => Some((*who, prompt)),
        _ => None,
    });
    let not_open = || Refusal::plain("not-asked", "that question is not open");
    let ((who, prompt), (by, intent, inputs)) = question.zip(session.recorded()).ok_or_else(not_open)?;
    if !session.has_seen_its_dice(seat) {
        let why = "dice have fallen that this seat has not seen, and the odds would give them away";
        return Err(Refusal::plain("hidden-dice", why).into());
    }
    let (book, table) = (session.book(), session.table());
    // Whoever came out of hiding in the middle of this act is known by now.
    let unknown = unknown_to(book, session.shown(), seat);
    let known = if seat.is_gm() { Cow::Borrowed(table) } else { book.known_to(table, seat, unknown) };
    let (table, is_all) = (&*known, matches!(known, Cow::Borrowed(_)));
    let mut unasked = deciding.answers.clone();
    let of = |(option, choice): (usize, &Choice)| {
        let mut recorded = inputs.clone();
        let (kind, key) = (prompt.kind.clone(), choice.key.clone());
        recorded.insert(ask, Input::Answer { who, kind, option, key: key.clone(), standing: false });
        let run = |table: &mut S::Table, oracle: &mut crate::Exact<'_, S>| book.resolve_with(table, by, intent, oracle);
        let mut lines = Lines::default();
        let odds = in_closed_form(effort.closed, |cut, detail| {
            let how = Exploring { recorded: recorded.clone(), cut, ..Exploring::by(deciding.clone()) };
            let explored = explore_from(book, table, how, effort, run, |_, marks| lines.line(marks));
            let explored = explored.map_err(|error| if is_all { error } else { depends_on_secrets(error) })?;
            unasked.retain(|key| explored.unasked.contains(key));
            Odds::of(explored, &lines, detail, |who| name_of(book, table, who))
        })?;
        Ok(OptionOdds { key, odds })
    };
    let all = prompt.options.iter().enumerate().map(of).collect::<Result<Vec<_>, OddsError>>()?;
    match unasked.into_iter().next() {
        Some(key) => Err(ExploreError::NeverAsked(key).into()),
        None => Ok(all),
    }
}

/// An act that cannot be done, or comes to another question, on the table as the seat knows it.
fn depends_on_secrets(error: ExploreError) -> ExploreError {
    match error {
        ExploreError::Refused(_) | ExploreError::Broken(_) => {
            Refusal::plain("hidden", "the odds depend on something that this seat does not know").into()
        }
        other => other,
    }
}
