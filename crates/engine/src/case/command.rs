//! Commands of a case: who does what, and which file is meant.

use crate::{ActorId, ActorSet, Filled, Refusal, Seat, System, key_of};

/// A command of a case: the seat, and the filled offer.
pub(super) fn command<S: System>(
    book: &S,
    table: &S::Table,
    by: Option<&str>,
    deed: &str,
) -> Result<(Seat, Filled), Refusal> {
    let (seat, actor) = seat_of(book, table, by)?;
    let mut filled = Filled::parse(deed)?;
    filled.actor = actor.filter(|_| {
        // Actions of a side or of the game master have no actor, whoever is named.
        let offers = book.offers(table, seat);
        let mut same = offers.iter().filter(|offer| offer.verb == filled.verb).peekable();
        same.peek().is_none() || same.any(|offer| offer.actor.is_some())
    });
    Ok((seat, filled))
}

/// The seat for a name, and the actor if the name is one.
pub(super) fn seat_of<S: System>(
    book: &S,
    table: &S::Table,
    by: Option<&str>,
) -> Result<(Seat, Option<ActorId>), Refusal> {
    let cards = book.actors(table);
    let find = |key: &str| cards.iter().find(|card| card.key == key).map(|card| card.id);
    let Some(by) = by.filter(|by| *by != "gm") else { return Ok((Seat::Gm, None)) };
    if let Some(actor) = by.strip_prefix("gm for ").and_then(find) {
        return Ok((Seat::Gm, Some(actor)));
    }
    if let Some(actor) = find(by) {
        return Ok((Seat::Player(ActorSet::EMPTY.with(actor)), Some(actor)));
    }
    let sides = book.view(table, Seat::Gm).sides;
    if let Some(side) = sides.iter().find(|side| key_of(&side.name) == by) {
        let members = cards.iter().filter(|card| card.side == side.side).map(|card| card.id);
        return Ok((Seat::Player(members.collect()), None));
    }
    let allowed = cards.iter().map(|card| card.key.clone()).chain(sides.iter().map(|side| key_of(&side.name)));
    Err(Refusal::plain("nobody", format!("there is no {by:?} at the table")).allowing(allowed.chain(["gm".to_owned()])))
}

/// A path relative to the folder of `file`.
pub(super) fn beside(file: &str, path: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => {
                parts.pop();
            }
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn a_path_is_taken_from_the_folder_of_the_case() {
        let cases = [
            ("cases/clockworld/x01.toml", "../scenes/duel.toml", "cases/scenes/duel.toml"),
            ("x01.toml", "duel.toml", "duel.toml"),
            ("/a/b.toml", "./c.toml", "/a/c.toml"),
            ("a.toml", "../c.toml", "../c.toml"),
        ];
        for (file, path, expected) in cases {
            assert_eq!(beside(file, path), expected, "{file} {path}");
        }
    }
}
