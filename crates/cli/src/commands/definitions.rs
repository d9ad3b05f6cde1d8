//! `referee completions` and `referee man`: from the same definitions as the help.

use crate::{args::Cli, fault::Fault, screen::Page};
use clap::{Command, CommandFactory, builder::PossibleValuesParser};
use clap_complete::Shell;
use referee_shelf::{books, ready_scenes};

/// Completions for a shell.
pub fn completions(shell: Shell, page: &mut Page) -> Result<(), Fault> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut with_names(Cli::command()), "referee", &mut text);
    page.raw(&String::from_utf8_lossy(&text));
    Ok(())
}

/// The same command with the names that there are, so that shells can complete them: books, ready scenes, policies. Other values
/// are allowed where the command runs.
fn with_names(command: Command) -> Command {
    let scenes = || ready_scenes().iter().map(|ready| format!("{}:{}", ready.book, ready.name)).collect::<Vec<_>>();
    let books = || books().iter().map(|book| book.name().to_owned()).collect::<Vec<_>>();
    let policies = || {
        let mut names: Vec<String> = books_policies();
        names.sort();
        names.dedup();
        names
    };
    command.mut_subcommands(|sub| {
        sub.mut_args(|arg| {
            let names = match arg.get_id().as_str() {
                "scene" | "what" | "against" => scenes(),
                "book" => books(),
                "policies" | "policy" | "bots" => policies(),
                _ => return arg,
            };
            // They are needed as long as the command, which ends when this is printed.
            arg.value_parser(PossibleValuesParser::new(names.into_iter().map(|name| &*name.leak())))
        })
    })
}

/// The names of everybody who can play a side, in some book.
fn books_policies() -> Vec<String> {
    books().iter().flat_map(|book| book.policies()).map(|name| name.to_string()).collect()
}

/// The manual page: the command itself, then each of its subcommands.
pub fn man(page: &mut Page) -> Result<(), Fault> {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    let wrong = |error: std::io::Error| Fault::Internal(error.to_string());
    clap_mangen::Man::new(command.clone()).render(&mut text).map_err(wrong)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("referee {}", sub.get_name()).to_uppercase();
        text.extend(format!(".SH {}\n", name.replace('-', "\\-")).bytes());
        let sub = clap_mangen::Man::new(sub.clone());
        sub.render_description_section(&mut text).map_err(wrong)?;
        sub.render_synopsis_section(&mut text).map_err(wrong)?;
        sub.render_options_section(&mut text).map_err(wrong)?;
        // Its examples.
        sub.render_extra_section(&mut text).map_err(wrong)?;
    }
    page.raw(&String::from_utf8_lossy(&text));
    Ok(())
}
