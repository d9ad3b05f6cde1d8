//! `referee completions` and `referee man`: from the same definitions as the help.

use crate::{args::Cli, fault::Fault, screen::Page};
use clap::CommandFactory;
use clap_complete::Shell;

/// Completions for a shell.
pub fn completions(shell: Shell, page: &mut Page) -> Result<(), Fault> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "referee", &mut text);
    page.raw(&String::from_utf8_lossy(&text));
    Ok(())
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
    }
    page.raw(&String::from_utf8_lossy(&text));
    Ok(())
}
