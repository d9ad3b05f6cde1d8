//! A table for every rulebook, ready to sit down at.

use crate::fault::Fault;
use referee_server::{
    Server,
    store::Role,
    wire::{NewSeat, NewTable, Origin},
};
use referee_shelf::{Book, OpenTable, Ready, books};

/// Sets a table for every book and prints the links to its seats.
pub async fn set_all(server: &Server, url: &str) -> Result<(), Fault> {
    for book in books() {
        let Some((ready, table)) = largest(*book) else { continue };
        let cards = table.actors();
        let first = cards.iter().map(|card| card.side).min();
        // A seat for each character of the first side: those whom people play.
        let players = cards.iter().filter(|card| Some(card.side) == first);
        let seats =
            players.map(|card| NewSeat { name: card.name.clone(), role: Role::Player, actors: vec![card.key.clone()] });
        let from = Origin::Ready { name: format!("{}:{}", ready.book, ready.name) };
        let new = NewTable { name: None, from, seats: seats.collect() };
        let made = server.hall().create(new).await.map_err(|problem| Fault::Internal(problem.message))?;
        anstream::println!("\n{}: {}", book.title(), made.table.name);
        for seat in &made.seats {
            anstream::println!("  {:<24} {url}{}", seat.seat.name, seat.link);
        }
    }
    anstream::println!("\nStart page: {url}");
    Ok(())
}

/// The scene with the most characters: there is something for everybody to do.
fn largest(book: &dyn Book) -> Option<(Ready, Box<dyn OpenTable>)> {
    let opened = book.scenes().into_iter().filter_map(|ready| {
        let table = book.open(&ready.source(), [0; 32]).ok()?;
        Some((ready, table))
    });
    opened.max_by_key(|(_, table)| table.actors().len())
}
