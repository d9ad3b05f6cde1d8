//! Embeds the built page (`web/dist`) in the binary. If it is not built, the server shows how to build it.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    let mut files = Vec::new();
    gather(&dist, &mut files);
    files.sort();
    // A folder that does not exist yet is watched through its parent.
    let watched = if dist.is_dir() { dist.clone() } else { dist.join("..") };
    println!("cargo::rerun-if-changed={}", watched.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut code = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&dist).expect("it was found there").to_string_lossy().replace('\\', "/");
        // Copied, because the page may be rebuilt while the server is compiled.
        let kept = out.join(format!("page-{number}"));
        fs::copy(file, &kept).expect("copying a file of the page");
        code.push_str(&format!("    ({:?}, include_bytes!({kept:?})),\n", format!("/{name}")));
    }
    code.push_str("]\n");
    fs::write(out.join("app.rs"), code).expect("writing the list of the page's files");
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
