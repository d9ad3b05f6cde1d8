//! HTTP: every route, in one list.

mod api;
mod app;
mod client;
mod explore;
mod extract;
mod guard;
mod join;
mod library;
mod page;
mod play;
mod tables;
mod thoughts;
mod ws;

use guard::Guard;
pub use guard::{Bucket, too_fast};

use crate::{
    error::Problem,
    hall::Hall,
    jobs::{JobInfo, NewJob, Work},
    wire::{
        Ack, BotRequest, ClientMessage, InviteRequest, Invited, JoinRequest, Joined, Log, MadeTable, NewSeat, NewTable,
        OddsRequest, PutRequest, SeatChange, SeatInfo, SeatKey, ServerMessage, Situation, TableInfo, TimerRequest,
    },
};
use api::{Api, Describe, For};
use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{Method, StatusCode},
    middleware::from_fn_with_state,
    routing::{get, patch, post},
};
use referee_engine::{Filled, Slot};
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// A scene or a journal may be larger than a message by this much.
const LARGE: usize = 16;

/// Everything that the server answers.
pub fn router(hall: Arc<Hall>) -> Router {
    let largest = hall.settings.largest;
    let (routes, _) = api(Some(largest)).finish();
    let routes = routes
        .route("/healthz", get(library::healthz))
        .route("/readyz", get(library::readyz))
        .route("/metrics", get(library::metrics))
        .route("/docs", get(page::page))
        .route("/docs/page.js", get(page::script))
        .route("/docs/page.css", get(page::style))
        .fallback(app::app)
        .method_not_allowed_fallback(async || {
            let message = "this address does not take that method; see /docs";
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message)
        });
    let guard = Guard::new(Arc::clone(&hall));
    routes.layer(DefaultBodyLimit::max(largest)).layer(from_fn_with_state(guard, guard::guard)).with_state(hall)
}

/// The OpenAPI document.
pub fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| api(None).finish().1)
}

const GET: Method = Method::GET;
const POST: Method = Method::POST;

fn api(largest: Option<usize>) -> Api {
    let large = DefaultBodyLimit::max(largest.unwrap_or(0).saturating_mul(LARGE));
    type D<'d, 'g> = &'d mut Describe<'g>;
    let api = Api::new()
        .section("library")
        .route(
            (GET, "/api/v1/openapi.json"),
            |d: D| {
                d.is("openapi", "This document", For::Everybody).gives::<Value>("the document");
            },
            get(library::openapi),
        )
        .route(
            (GET, "/api/v1/books"),
            |d: D| {
                d.is("books", "The rulebooks, their ready scenes and policies", For::Everybody);
                d.gives::<Vec<library::BookInfo>>("the books");
            },
            get(library::books),
        )
        .route(
            (GET, "/api/v1/books/{book}/schema"),
            |d: D| {
                d.is("schema", "The JSON Schema of a book's scenes, for editors", For::Everybody);
                d.gives::<Value>("the schema");
            },
            get(library::schema),
        )
        .route(
            (GET, "/api/v1/rules/{rule}"),
            |d: D| {
                d.is("rule", "What a rule says", For::Everybody).gives::<Value>("the rule");
            },
            get(library::rule),
        )
        .route(
            (GET, "/api/v1/rules/{rule}/cases"),
            |d: D| {
                d.is("cases", "The worked examples that show a rule", For::Everybody);
                d.gives::<Vec<explore::ShownCase>>("the cases");
            },
            get(explore::cases),
        )
        .route(
            (GET, "/api/v1/books/{book}/rules"),
            |d: D| {
                d.is("rules", "A book's ledger: every rule, ruling, decision and example", For::Everybody);
                d.gives::<Value>("the ledger");
            },
            get(library::rules),
        )
        .route(
            (GET, "/api/v1/scenes/{scene}"),
            |d: D| {
                d.is(
                    "scene",
                    "A ready scene: its text, who is in it, and how it looks to the game master",
                    For::Everybody,
                );
                d.gives::<library::ScenePreview>("the scene");
            },
            get(library::scene),
        )
        .route(
            (GET, "/api/v1/dice"),
            |d: D| {
                d.is("dice", "The exact odds of dice", For::Everybody).text("roll", "the dice in notation: 4d6h3");
                d.gives::<library::DiceOdds>("every total with its chance");
            },
            get(library::dice),
        )
        .section("tables")
        .route(
            (GET, "/api/v1/tables"),
            |d: D| {
                d.is("listTables", "The tables, the newest first", For::Creators);
                d.number("most", "how many, up to 500").gives::<Vec<TableInfo>>("the tables");
            },
            get(tables::list).post(tables::create).layer(large),
        )
        .document((POST, "/api/v1/tables"), |d: D| {
            d.is("createTable", "Make a table from a scene, a ready scene or a journal", For::Creators);
            d.takes::<NewTable>().gives::<MadeTable>("the table and the keys of its seats");
        })
        .route(
            (GET, "/api/v1/tables/{table}"),
            |d: D| {
                d.is("table", "The table", For::Seats).gives::<TableInfo>("the table");
            },
            get(tables::info),
        )
        .route(
            (POST, "/api/v1/tables/{table}/pause"),
            |d: D| {
                d.is("pauseTable", "Let only the game master put something in", For::GameMasters);
                d.gives::<TableInfo>("the table");
            },
            post(tables::pause),
        )
        .route(
            (POST, "/api/v1/tables/{table}/resume"),
            |d: D| {
                d.is("resumeTable", "Go on after a pause", For::GameMasters).gives::<TableInfo>("the table");
            },
            post(tables::resume),
        )
        .route(
            (POST, "/api/v1/tables/{table}/end"),
            |d: D| {
                d.is("endTable", "End it for good and tell the seed of its dice", For::GameMasters);
                d.gives::<TableInfo>("the table, with its seed");
            },
            post(tables::end),
        )
        .route(
            (POST, "/api/v1/tables/{table}/fork"),
            |d: D| {
                d.is("forkTable", "Make another table that begins as this one stood", For::GameMasters);
                d.takes::<tables::ForkRequest>().gives::<MadeTable>("the new table and the keys of its seats");
            },
            post(tables::fork),
        )
        .route(
            (GET, "/api/v1/tables/{table}/export/scene"),
            |d: D| {
                d.is("exportScene", "The scene it was made from", For::GameMasters)
                    .gives_text("application/toml", "TOML");
            },
            get(tables::export_scene),
        )
        .route(
            (GET, "/api/v1/tables/{table}/export/journal"),
            |d: D| {
                d.is("exportJournal", "The journal; with the true seed once the table has ended", For::GameMasters);
                d.gives_text("application/jsonl", "one JSON line an entry");
            },
            get(tables::export_journal),
        )
        .route(
            (GET, "/api/v1/tables/{table}/export/text"),
            |d: D| {
                d.is("exportText", "The log in plain words, as far as this seat may know it", For::Seats);
                d.gives_text("text/plain", "the log");
            },
            get(tables::export_text),
        )
        .route(
            (POST, "/api/v1/tables/{table}/timer"),
            |d: D| {
                d.is("setTimer", "Set how long whoever is asked has for an answer, or no limit", For::GameMasters);
                d.takes::<TimerRequest>().gives::<TableInfo>("the table");
            },
            post(join::set_timer),
        )
        .section("seats")
        .route(
            (GET, "/api/v1/tables/{table}/invite"),
            |d: D| {
                d.is("invite", "The code by which people join, if there is one", For::GameMasters);
                d.gives::<Invited>("the code");
            },
            get(join::invite).post(join::make_invite).delete(join::end_invite),
        )
        .document((POST, "/api/v1/tables/{table}/invite"), |d: D| {
            d.is(
                "makeInvite",
                "Make a code by which people take free seats; an earlier one holds no more",
                For::GameMasters,
            );
            d.takes::<InviteRequest>().gives::<Invited>("the code");
        })
        .document((Method::DELETE, "/api/v1/tables/{table}/invite"), |d: D| {
            d.is("endInvite", "Turn the code off", For::GameMasters).gives::<Invited>("no code");
        })
        .route(
            (POST, "/api/v1/join"),
            |d: D| {
                d.is("join", "See where a code leads, or take a free seat with it", For::Everybody);
                d.takes::<JoinRequest>().gives::<Joined>("the table, its free seats, and the seat that was taken");
            },
            post(join::join),
        )
        .route(
            (GET, "/api/v1/tables/{table}/seats"),
            |d: D| {
                d.is("seats", "The seats", For::Seats).gives::<Vec<SeatInfo>>("the seats");
            },
            get(tables::seats).post(tables::add_seat),
        )
        .document((POST, "/api/v1/tables/{table}/seats"), |d: D| {
            d.is("addSeat", "Hand out a new seat", For::GameMasters);
            d.takes::<NewSeat>().gives::<SeatKey>("the seat and its key");
        })
        .route(
            (Method::PATCH, "/api/v1/tables/{table}/seats/{seat}"),
            |d: D| {
                d.is("changeSeat", "Give a seat another name, role or other actors", For::GameMasters);
                d.takes::<SeatChange>().gives::<SeatInfo>("the seat");
            },
            patch(tables::change_seat).delete(tables::revoke_seat),
        )
        .document((Method::DELETE, "/api/v1/tables/{table}/seats/{seat}"), |d: D| {
            d.is("revokeSeat", "Take a seat's link back", For::GameMasters).gives::<SeatInfo>("the seat");
        })
        .route(
            (POST, "/api/v1/tables/{table}/keys/{seat}"),
            |d: D| {
                d.is("newKey", "Give a seat a new key; the old one is not valid any more", For::GameMasters);
                d.gives::<SeatKey>("the seat and its key");
            },
            post(tables::new_key),
        )
        .section("play")
        .route(
            (GET, "/api/v1/tables/{table}/ws"),
            |d: D| {
                d.is("connect", "The WebSocket: send a ClientMessage `hello` first", For::Everybody);
            },
            get(ws::connect),
        )
        .route(
            (GET, "/api/v1/tables/{table}/situation"),
            |d: D| {
                d.is("situation", "How things stand: view, offers, questions", For::Seats);
                d.gives::<Situation>("every part");
            },
            get(play::situation),
        )
        .route(
            (GET, "/api/v1/tables/{table}/at/{line}"),
            |d: D| {
                d.is("at", "What a seat saw after a line of the journal; for replays", For::Seats);
                d.number("seat", "another seat's eyes; for the game master").gives::<play::Then>("the view");
            },
            get(play::at),
        )
        .route(
            (GET, "/api/v1/tables/{table}/log"),
            |d: D| {
                d.is("log", "What was told", For::Seats).number("after", "only what came after this line");
                d.number("seat", "another seat's ears; for the game master");
                d.gives::<Log>("the log");
            },
            get(play::log),
        )
        .route(
            (POST, "/api/v1/tables/{table}/put"),
            |d: D| {
                d.is("put", "Put something in; the answer comes when it is on the disk", For::Seats);
                d.takes::<PutRequest>().gives::<Ack>("done");
            },
            post(play::put),
        )
        .route(
            (POST, "/api/v1/tables/{table}/bot"),
            |d: D| {
                d.is("bot", "Let a machine act or answer", For::GameMasters).takes::<BotRequest>().gives::<Ack>("done");
            },
            post(play::bot),
        )
        .route(
            (POST, "/api/v1/tables/{table}/slots"),
            |d: D| {
                d.is("slots", "The slots of an offer, given what is filled", For::Seats);
                d.takes::<Filled>().gives::<Vec<Slot>>("the slots");
            },
            post(play::slots),
        )
        .route(
            (POST, "/api/v1/tables/{table}/odds"),
            |d: D| {
                d.is("odds", "The exact odds of an offer", For::Seats)
                    .takes::<OddsRequest>()
                    .gives::<Value>("the odds");
            },
            post(play::odds),
        )
        .section("jobs")
        .route(
            (POST, "/api/v1/explore"),
            |d: D| {
                d.is("explore", "What can be done at the start of a scene, and what it needs", For::Creators);
                d.takes::<explore::ExploreRequest>().gives::<explore::Explored>("offers and slots");
            },
            post(explore::explore).layer(large),
        )
        .route(
            (POST, "/api/v1/jobs"),
            |d: D| {
                d.is("startJob", "Start a simulation or odds on a scene", For::Creators);
                d.takes::<NewJob>().gives::<JobInfo>("the job");
            },
            post(library::start_job).layer(large),
        )
        .route(
            (POST, "/api/v1/tables/{table}/jobs"),
            |d: D| {
                d.is("startTableJob", "Start a simulation or odds on a table as it stands", For::GameMasters);
                d.takes::<Work>().gives::<JobInfo>("the job");
            },
            post(play::start_job),
        )
        .route(
            (GET, "/api/v1/jobs/{job}"),
            |d: D| {
                d.is("job", "How a job stands", For::Everybody);
                d.number("wait", "wait up to so many milliseconds for a change").gives::<JobInfo>("the job");
            },
            get(library::job).delete(library::cancel_job),
        )
        .document((Method::DELETE, "/api/v1/jobs/{job}"), |d: D| {
            d.is("cancelJob", "Cancel a job", For::Everybody).gives::<JobInfo>("the job");
        });
    api.messages::<ClientMessage>().messages::<ServerMessage>()
}
