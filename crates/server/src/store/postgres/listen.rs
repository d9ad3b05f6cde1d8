//! Notifications of what other servers write.

use super::Address;
use crate::store::{Change, TableId};
use std::{future::poll_fn, sync::Arc, time::Duration};
use tokio::sync::{broadcast, mpsc};
use tokio_postgres::AsyncMessage;

/// Listens forever. After a lost connection it reconnects and reports that anything may have changed.
pub async fn run(address: Arc<Address>, tell: broadcast::Sender<Change>) {
    loop {
        if let Err(error) = listen(&address, &tell).await {
            tracing::warn!(%error, "the listening connection failed; retrying");
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

async fn listen(address: &Address, tell: &broadcast::Sender<Change>) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = address.config.connect(address.tls.clone()).await?;
    let (heard, mut hear) = mpsc::unbounded_channel();
    let reading = tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message {
                let _ = heard.send(notification.payload().to_owned());
            }
        }
    });
    client.batch_execute("LISTEN referee").await?;
    let _ = tell.send(Change::Everything);
    while let Some(payload) = hear.recv().await {
        for change in changes_in(&payload, &address.server) {
            // No receiver exists before the server runs.
            let _ = tell.send(change);
        }
    }
    reading.abort();
    Ok(())
}

/// Parses a notification: `SERVER lines 3:17,5:2` or `SERVER table 3`. A server's own notifications are ignored.
fn changes_in(payload: &str, own: &str) -> Vec<Change> {
    let mut words = payload.split(' ');
    match (words.next(), words.next(), words.next()) {
        (Some(by), _, _) if by == own => Vec::new(),
        (Some(_), Some("table"), Some(id)) => id.parse().map(|id| Change::Table(TableId(id))).into_iter().collect(),
        (Some(_), Some("lines"), Some(lines)) => {
            let one = |line: &str| {
                let (table, place) = line.split_once(':')?;
                Some(Change::Lines(TableId(table.parse().ok()?), place.parse().ok()?))
            };
            lines.split(',').filter_map(one).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_is_read_and_ones_own_passed_over() {
        let lines = vec![Change::Lines(TableId(3), 17), Change::Lines(TableId(5), 2)];
        assert_eq!(changes_in("a lines 3:17,5:2", "b"), lines);
        assert_eq!(changes_in("a lines 3:17", "a"), []);
        assert_eq!(changes_in("a table 9", "b"), [Change::Table(TableId(9))]);
        for nonsense in ["", "a", "a lines", "a lines x", "a table x", "a lines 1:2:3"] {
            assert_eq!(changes_in(nonsense, "b"), [], "{nonsense}");
        }
    }
}
