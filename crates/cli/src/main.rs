//! The `referee` command.
//!
//! It knows no rulebook: everything it shows comes from the shelf as offers, prompts, views and lines of a log.

mod args;
mod commands;
mod fault;
mod play;
mod plot;
mod scene;
mod screen;
mod telling;

use args::{Cli, Command};
use clap::Parser;
use fault::Fault;
use screen::{BAD, Page, paint};
use std::process::ExitCode;

/// A server answers for thousands of lines a second, each of which makes and drops some hundred small things on whichever
/// thread is free. The system's allocator took an eighth of all work there.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return told(&error),
    };
    let mut page = Page::new(&cli.look);
    let result = run(cli.command, &mut page);
    page.flush();
    let Err(fault) = result else { return ExitCode::SUCCESS };
    if page.json {
        anstream::eprintln!("{}", fault.to_json());
    } else {
        anstream::eprintln!("{} {fault}", paint(BAD.bold(), "error:"));
    }
    ExitCode::from(fault.code())
}

/// Help and version as they are; wrong usage as JSON where JSON was asked for.
fn told(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && std::env::args_os().any(|arg| arg == "--json") {
        let message = error.to_string();
        let fault = Fault::Usage(message.trim_start_matches("error: ").trim_end().to_owned());
        anstream::eprintln!("{}", fault.to_json());
        return ExitCode::from(fault.code());
    }
    let _ = error.print();
    ExitCode::from(error.exit_code() as u8)
}

fn run(command: Command, page: &mut Page) -> Result<(), Fault> {
    match command {
        Command::Books => commands::books::run(page),
        Command::Rules(args) => commands::rules::run(&args, page),
        Command::Roll(args) => commands::roll::run(&args, page),
        Command::Odds(args) => match (&args.act, &args.actor) {
            (Some(act), _) => commands::odds_scene::run(&args, act, page),
            (None, Some(actor)) => commands::odds_threats::run(&args, actor, page),
            (None, None) => commands::odds_dice::run(&args, page),
        },
        Command::Simulate(args) => commands::simulate::run(&args, page),
        Command::Merge(args) => commands::merge::run(&args, page),
        Command::Sweep(args) => commands::sweep::run(&args, page),
        Command::Duel(args) => commands::duel::run(&args, page),
        Command::Advise(args) => commands::advise::run(&args, page),
        Command::Verify(args) => commands::verify::run(&args, page),
        Command::Play(args) => play::run(&args, page),
        Command::Demo(args) => play::demo(&args, page),
        Command::Case(args) => commands::case::run(&args, page),
        Command::Replay(args) => commands::replay::run(&args, page),
        Command::Serve(args) => commands::serve::run(*args),
        Command::Store(args) => commands::store::run(args.what, page),
        Command::Scene(args) => commands::scene::run(&args, page),
        Command::Schema(args) => commands::schema::run(&args, page),
        Command::Api { form } => commands::api::run(form, page),
        Command::Completions { shell } => commands::definitions::completions(shell, page),
        Command::Man => commands::definitions::man(page),
    }
}
