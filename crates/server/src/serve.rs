//! Listening, and graceful shutdown.

use crate::{hall::Hall, http, settings::Settings, store};
use axum::{
    body::Body,
    extract::{ConnectInfo, Request},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{
    io,
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
};
use tower_service::Service;

/// How long a client may take to send the request head.
const HEAD: Duration = Duration::from_secs(15);
/// How long a graceful shutdown may take.
const LAST_ORDERS: Duration = Duration::from_secs(10);

/// A connection slot, held for the life of the connection, including after a WebSocket upgrade.
#[derive(Clone, Debug)]
pub struct Place(#[allow(dead_code, reason = "held for its Drop")] Arc<OwnedSemaphorePermit>);

/// A listening server.
#[derive(Debug)]
pub struct Server {
    hall: Arc<Hall>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the store and starts to listen.
    pub async fn open(settings: Settings) -> Result<Server, Box<dyn std::error::Error + Send + Sync>> {
        let store = store::open(&settings.store).await?;
        let listener = TcpListener::bind(settings.listen).await.map_err(|error| {
            let message =
                format!("cannot listen on {}: {error}. Choose another address with --listen", settings.listen);
            io::Error::new(error.kind(), message)
        })?;
        let address = listener.local_addr()?;
        Ok(Server { hall: Hall::new(settings, store), listener, address })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn hall(&self) -> &Arc<Hall> {
        &self.hall
    }

    /// Serves until `stop` completes, then finishes requests in progress.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { hall, listener, address } = self;
        tracing::info!(%address, store = shown(&hall.settings.store), "listening");
        let tidy = tokio::spawn(Arc::clone(&hall).keep_tidy());
        let keep_up = tokio::spawn(Arc::clone(&hall).keep_up());
        let router = http::router(Arc::clone(&hall));
        let places = Arc::new(Semaphore::new(hall.settings.connections));
        let (closing, closed) = watch::channel(());
        tokio::pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = accept(&listener, &places) => accepted,
            };
            let (stream, peer, place) = accepted;
            tokio::spawn(connection(stream, peer, place, router.clone(), closed.clone()));
        }
        drop(listener);
        tracing::info!("stopping");
        hall.stop();
        let _ = closing.send(());
        drop(closed);
        let began = Instant::now();
        let is_busy = || !closing.is_closed() || hall.metrics.connections.load(Ordering::Relaxed) > 0;
        while is_busy() && began.elapsed() < LAST_ORDERS {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tidy.abort();
        keep_up.abort();
        tracing::info!("stopped");
    }
}

async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> (TcpStream, SocketAddr, Place) {
    loop {
        let Ok(place) = Arc::clone(places).acquire_owned().await else { std::future::pending().await };
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, Place(Arc::new(place))),
            Err(error) => {
                // Most likely out of file handles; some will be released soon.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    place: Place,
    router: axum::Router,
    mut closed: watch::Receiver<()>,
) {
    // Disables Nagle's algorithm: an acknowledgement must not wait for more data.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(place.clone());
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(64 * 1024);
    let served = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(served);
    let result = tokio::select! {
        result = &mut served => result,
        _ = closed.changed() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%peer, %error, "a connection ended badly");
    }
}

/// The store's address without its password.
fn shown(store: &str) -> String {
    match store.split_once('@') {
        Some((_, rest)) if store::is_postgres(store) => format!("postgres://…@{rest}"),
        _ => store.to_owned(),
    }
}
