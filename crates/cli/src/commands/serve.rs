//! `referee serve`: tables for people on their own devices.

mod browser;
mod tables;

use crate::{args, fault::Fault, scene};
use referee_server::{Server, settings::Given};

/// Serves until somebody stops it.
pub fn run(args: args::Serve) -> Result<(), Fault> {
    let file = match &args.config {
        None => Given::default(),
        Some(path) => {
            let text = scene::read(path)?.text;
            Given::read(&text).map_err(|error| Fault::File(format!("{}: {error}", path.display())))?
        }
    };
    let flags = Given {
        listen: args.listen,
        store: args.store,
        create_key: args.create_key,
        allow_origins: args.allow_origins,
        hosts: args.hosts,
        trusted_proxies: args.trusted_proxies,
        idle_seconds: args.idle_seconds,
        rate: args.rate,
        largest: args.largest,
        connections: args.connections,
        jobs: args.jobs,
        threads: args.threads,
        log_json: args.log_json,
        log: args.log,
    };
    let settings = flags.or(file).complete().map_err(Fault::Usage)?;
    referee_server::log_to_stderr(&settings).map_err(Fault::Usage)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(settings.threads).enable_all().build();
    let runtime = runtime.map_err(|error| Fault::Internal(error.to_string()))?;
    runtime.block_on(async {
        let server = Server::open(settings).await.map_err(|error| Fault::File(error.to_string()))?;
        // The one line that a script waits for.
        let url = format!("http://{}", server.address());
        anstream::println!("listening on {url}");
        if args.tables {
            tables::set_all(&server, &url).await?;
        }
        if args.open {
            browser::open(&url);
        }
        server.run(stopped()).await;
        Ok(())
    })
}

/// Comes when somebody wants the server to stop.
async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}
