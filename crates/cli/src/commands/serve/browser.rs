//! Opening a browser, where there is one.

use std::{
    env,
    process::{Command, Stdio},
};

/// Opens a page. Nothing happens where there is no screen or no browser: the address is printed anyway.
pub fn open(url: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|screen| env::var_os(screen).is_some()) {
        ("xdg-open", &[])
    } else {
        return;
    };
    let quiet = (Stdio::null(), Stdio::null(), Stdio::null());
    let _ = Command::new(program).args(before).arg(url).stdin(quiet.0).stdout(quiet.1).stderr(quiet.2).spawn();
}
