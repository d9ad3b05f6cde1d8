//! Embeds every case and every ready scene, so that an installed binary has them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = here.join("../..").canonicalize()?;
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for folder in ["cases", "content"] {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
    }
    println!("cargo:rerun-if-changed=build.rs");
    fs::write(out.join("cases.rs"), cases(&root)?)?;
    fs::write(out.join("scenes.rs"), scenes(&root)?)
}

/// Every file below a folder, in the order of its path.
fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        match path.is_dir() {
            true => files(&path, found)?,
            false => found.push(path),
        }
    }
    Ok(())
}

fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// `(path, text)` for every case, in the order of the paths.
fn cases(root: &Path) -> io::Result<String> {
    let mut found = Vec::new();
    files(&root.join("cases"), &mut found)?;
    let mut code = String::from("&[\n");
    for path in found.iter().filter(|path| path.extension().is_some_and(|ending| ending == "toml")) {
        let _ = writeln!(code, "    ({:?}, include_str!({:?})),", relative(path, root), path.display().to_string());
    }
    code.push_str("]\n");
    Ok(code)
}

/// `(book, name, path, text)` for every file in `content/<book>/encounters` or `content/<book>/scenes`, and the guided
/// tour `content/<book>/tour.txt` as `(book, "tour", …)` in a second list.
fn scenes(root: &Path) -> io::Result<String> {
    let mut found = Vec::new();
    files(&root.join("content"), &mut found)?;
    let (mut ready, mut tours) = (String::new(), String::new());
    for path in found {
        let name = relative(&path, root);
        let parts: Vec<&str> = name.split('/').collect();
        let text = format!("include_str!({:?})", path.display().to_string());
        match parts[..] {
            ["content", book, "encounters" | "scenes", file] => {
                if let Some(stem) = file.strip_suffix(".toml") {
                    let _ = writeln!(ready, "    ({book:?}, {stem:?}, {name:?}, {text}),");
                }
            }
            ["content", book, "tour.txt"] => {
                let _ = writeln!(tours, "    ({book:?}, {text}),");
            }
            _ => {}
        }
    }
    Ok(format!("(&[\n{ready}], &[\n{tours}])\n"))
}
