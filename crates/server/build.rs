//! Puts the built page (`web/dist`) into the binary. Where it is not built, the server shows how to build it.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    let mut files = Vec::new();
    gather(&dist, &mut files);
    files.sort();
    // A folder that is not there yet is watched through the one above it.
    let watched = if dist.is_dir() { dist.clone() } else { dist.join("..") };
    println!("cargo::rerun-if-changed={}", watched.display());
    let mut code = String::from("&[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&dist).expect("it was found there").to_string_lossy().replace('\\', "/");
        let file = fs::canonicalize(file).expect("it was found");
        code.push_str(&format!("    ({:?}, include_bytes!({:?})),\n", format!("/{name}"), file));
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("app.rs");
    fs::write(out, code).expect("the list of the page's files can be written");
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, files);
        } else {
            files.push(path);
        }
    }
}
