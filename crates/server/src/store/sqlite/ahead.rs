//! Lines on the disk, ahead of the database: a file of fixed size into which each group goes with one write.
//!
//! What makes a write last is dear, so there is one for a group and nothing around it: the file has its full size from
//! the start, groups begin at whole blocks, and the system neither keeps a copy nor puts the write off. The file has
//! two halves. While one is written the lines of the other go into the database, many at once; after that it is written
//! over from its beginning. Each group carries the numbers of its lines, a mark that only this store has, and a checksum.
//! So what a crash left is plain: the lines after the last number that the database has, up to the end of the last
//! whole group.

use crate::store::{Append, SeatId, StoreError, TableId};
use std::{
    ffi::OsString,
    fs::{File, OpenOptions},
    io,
    path::{Path, PathBuf},
};
use twox_hash::XxHash3_64;

/// What disks write whole.
const BLOCK: usize = 4_096;
/// How large one half is.
pub const HALF: usize = 4 << 20;
/// What is before the lines of a group: checksum, mark, number of the first line, their length and how many there are.
const HEAD: usize = 32;
/// What is before each line: table, place, seat, and the lengths of the two texts.
const LINE_HEAD: usize = 32;
/// The longest line, with the name of its request. Any two fit into a half.
pub const LONGEST: usize = HALF / 2 - HEAD - LINE_HEAD;

/// The file, open for writing.
#[derive(Debug)]
pub struct Ahead {
    file: File,
    path: PathBuf,
    mark: u64,
    halves: [Half; 2],
    active: usize,
    /// The number of the last line that is in the file.
    last: u64,
    buffer: Buffer,
    /// A write failed, and what it left could not be taken back.
    is_broken: bool,
}

/// What is in one half.
#[derive(Clone, Copy, Default, Debug)]
struct Half {
    /// How much of it is written.
    used: usize,
    /// The number of its last line.
    last: u64,
}

impl Ahead {
    /// Makes the file anew. Whatever is in it must be in the database.
    pub fn make(store: &Path, mark: u64, last: u64) -> Result<Ahead, StoreError> {
        let path = path_of(store);
        let mut buffer = Buffer::default();
        let file = match make(&path, cfg!(target_os = "linux"), &mut buffer) {
            // Not every file system can write past the system's copies.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => make(&path, false, &mut buffer),
            made => made,
        };
        let file =
            file.map_err(|error| StoreError::Unusable(format!("{}: there is no room: {error}", path.display())))?;
        Ok(Ahead { file, path, mark, halves: [Half { used: 0, last }; 2], active: 0, last, buffer, is_broken: false })
    }

    /// The number of the last line that is in the file.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Is so much of the half in use that it is time to bring the lines into the database?
    pub fn is_filling(&self) -> bool {
        self.halves[self.active].used >= HALF / 2
    }

    /// Goes on to the other half, if the database has all of its lines, those up to a number.
    pub fn turn(&mut self, in_database: u64) -> bool {
        let other = 1 - self.active;
        let is_free = self.halves[other].last <= in_database;
        if is_free {
            self.active = other;
            self.halves[other].used = 0;
        }
        is_free
    }

    /// Is there room for these lines, if those up to a number are in the database?
    pub fn has_room(&mut self, lines: &[Append], in_database: u64) -> bool {
        self.halves[self.active].used + size_of(lines) <= HALF || self.turn(in_database)
    }

    /// Writes lines for which there is room. When this comes back they are on the disk.
    pub fn write(&mut self, lines: &[Append]) -> Result<(), StoreError> {
        if self.is_broken {
            let why = "a write failed and could not be taken back; see to the disk and start the server again";
            return Err(StoreError::Unavailable(format!("{}: {why}", self.path.display())));
        }
        let half = &mut self.halves[self.active];
        let at = self.active * HALF + half.used;
        let group = self.buffer.zeros(size_of(lines));
        put_group(group, lines, self.mark, self.last + 1);
        if let Err(error) = write_at(&mut self.file, group, at) {
            // Nobody may find it later: other lines will have these numbers.
            group.fill(0);
            self.is_broken = write_at(&mut self.file, group, at).is_err();
            return Err(StoreError::Unavailable(format!("{}: {error}", self.path.display())));
        }
        self.last += lines.len() as u64;
        half.used += group.len();
        half.last = self.last;
        Ok(())
    }

    /// Takes the file away. Whatever is in it must be in the database.
    pub fn remove(&self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// What a server left ahead of its database, or has there at the moment.
#[derive(Debug)]
pub struct Left {
    path: PathBuf,
    groups: Vec<Group>,
}

/// Reads what is ahead of a store.
pub fn left(store: &Path) -> Result<Left, StoreError> {
    let path = path_of(store);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(StoreError::Unusable(format!("{}: {error}", path.display()))),
    };
    let mut groups = Vec::new();
    let mut rest = bytes.as_slice();
    while !rest.is_empty() {
        let group = group_of(rest);
        let size = group.as_ref().map_or(BLOCK, |group| size_of(&group.lines));
        groups.extend(group);
        rest = rest.get(size..).unwrap_or_default();
    }
    groups.sort_by_key(|group| group.first);
    Ok(Left { path, groups })
}

impl Left {
    /// The lines of the store with this mark after a number, as far as they are all there.
    pub fn after(self, mark: u64, number: u64) -> Result<(Vec<Append>, Taken), StoreError> {
        let (ours, others): (Vec<_>, Vec<_>) = self.groups.into_iter().partition(|group| group.mark == mark);
        if ours.is_empty() && !others.is_empty() {
            let why = "it has lines of another store. Bring that one back beside it, or move this file away";
            return Err(StoreError::Unusable(format!("{}: {why}", self.path.display())));
        }
        let mut lines: Vec<Append> = Vec::new();
        for group in ours.into_iter().filter(|group| group.first > number) {
            let next = number + lines.len() as u64 + 1;
            if group.first != next {
                return Ok((lines, Taken { missing: Some((next, group.first - 1, self.path)) }));
            }
            lines.extend(group.lines);
        }
        Ok((lines, Taken { missing: None }))
    }
}

/// What was found ahead of a store.
#[derive(Debug)]
pub struct Taken {
    missing: Option<(u64, u64, PathBuf)>,
}

impl Taken {
    /// Was everything there? A group is only begun when the one before it is on the disk, so it is unless that is damaged.
    pub fn whole(self) -> Result<(), StoreError> {
        let Some((first, last, path)) = self.missing else { return Ok(()) };
        Err(StoreError::Damaged(format!(
            "{}: of the lines that were written last, {first} to {last} are missing and later ones are there. To go on \
             without any of them, move that file away",
            path.display()
        )))
    }
}

/// Where the lines of a store are that the database does not have yet.
pub fn path_of(store: &Path) -> PathBuf {
    let mut name: OsString = store.as_os_str().to_owned();
    name.push("-ahead");
    name.into()
}

/// How much of the file a group takes, in whole blocks.
fn size_of(lines: &[Append]) -> usize {
    (HEAD + lines.iter().map(length_of).sum::<usize>()).next_multiple_of(BLOCK)
}

/// How many bytes one line has in the file.
pub fn length_of(line: &Append) -> usize {
    LINE_HEAD + line.request.len() + line.line.len()
}

/// Writes a group into zeros that are as long as it is.
fn put_group(group: &mut [u8], lines: &[Append], mark: u64, first: u64) {
    let mut end = HEAD;
    let mut put = |at: &mut usize, bytes: &[u8]| {
        group[*at..*at + bytes.len()].copy_from_slice(bytes);
        *at += bytes.len();
    };
    for line in lines {
        for number in [line.table.0 as u64, line.place, line.seat.0 as u64] {
            put(&mut end, &number.to_le_bytes());
        }
        for text in [&line.request, &line.line] {
            put(&mut end, &(text.len() as u32).to_le_bytes());
        }
        put(&mut end, line.request.as_bytes());
        put(&mut end, line.line.as_bytes());
    }
    let mut at = 8;
    put(&mut at, &mark.to_le_bytes());
    put(&mut at, &first.to_le_bytes());
    put(&mut at, &((end - HEAD) as u32).to_le_bytes());
    put(&mut at, &(lines.len() as u32).to_le_bytes());
    let checksum = XxHash3_64::oneshot(&group[8..end]);
    group[..8].copy_from_slice(&checksum.to_le_bytes());
}

/// Lines that were written together.
#[derive(Debug)]
struct Group {
    mark: u64,
    /// The number of the first of them.
    first: u64,
    lines: Vec<Append>,
}

/// The group that begins here; `None` if none does, or it is not whole.
fn group_of(bytes: &[u8]) -> Option<Group> {
    let mut rest = bytes;
    let (checksum, mark, first) = (number(&mut rest)?, number(&mut rest)?, number(&mut rest)?);
    let (length, count) = (short(&mut rest)?, short(&mut rest)?);
    if count == 0 || XxHash3_64::oneshot(bytes.get(8..HEAD.checked_add(length)?)?) != checksum {
        return None;
    }
    let mut rest = rest.get(..length)?;
    let lines = (0..count).map(|_| line_of(&mut rest)).collect::<Option<_>>()?;
    rest.is_empty().then_some(Group { mark, first, lines })
}

fn line_of(rest: &mut &[u8]) -> Option<Append> {
    let (table, place, seat) = (number(rest)?, number(rest)?, number(rest)?);
    let (request, line) = (short(rest)?, short(rest)?);
    let mut text = |length| String::from_utf8(rest.split_off(..length)?.to_vec()).ok();
    let (request, line) = (text(request)?, text(line)?);
    Some(Append { table: TableId(table as i64), place, seat: SeatId(seat as i64), request, line })
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    rest.split_off(..8)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

fn short(rest: &mut &[u8]) -> Option<usize> {
    rest.split_off(..4)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes) as usize)
}

fn make(path: &Path, is_direct: bool, buffer: &mut Buffer) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(if is_direct { libc::O_DSYNC | libc::O_DIRECT } else { libc::O_DSYNC });
    }
    let mut file = options.open(path)?;
    let zeros = buffer.zeros(HALF / 4);
    for at in (0..2 * HALF).step_by(zeros.len()) {
        write_at(&mut file, zeros, at)?;
    }
    file.set_len(2 * HALF as u64)?;
    file.sync_all()?;
    if cfg!(unix) {
        // The name of the file has to last as well.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(file)
}

/// When this comes back it is on the disk: the file was opened so.
#[cfg(target_os = "linux")]
fn write_at(file: &mut File, bytes: &[u8], at: usize) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at as u64)
}

/// When this comes back it is on the disk.
#[cfg(not(target_os = "linux"))]
fn write_at(file: &mut File, bytes: &[u8], at: usize) -> io::Result<()> {
    use io::{Seek, Write};
    file.seek(io::SeekFrom::Start(at as u64))?;
    file.write_all(bytes)?;
    file.sync_data()
}

/// Memory that begins where a block may begin, as a write past the system's copies needs it.
#[derive(Default)]
struct Buffer(Vec<u8>);

impl Buffer {
    /// So many zeros.
    fn zeros(&mut self, size: usize) -> &mut [u8] {
        if self.0.len() < size + BLOCK {
            self.0 = vec![0; size + BLOCK];
        }
        let start = self.0.as_ptr().align_offset(BLOCK);
        let bytes = &mut self.0[start..start + size];
        bytes.fill(0);
        bytes
    }
}

impl std::fmt::Debug for Buffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer({})", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_line(place: u64) -> Append {
        Append { table: TableId(1), place, seat: SeatId(2), request: String::new(), line: format!("line {place}") }
    }

    #[test]
    fn after_a_write_that_failed_and_could_not_be_taken_back_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("a.db");
        let mut ahead = Ahead::make(&store, 7, 0).unwrap();
        ahead.write(&[a_line(1)]).unwrap();
        let writable = std::mem::replace(&mut ahead.file, File::open(path_of(&store)).unwrap());
        assert!(matches!(ahead.write(&[a_line(2)]), Err(StoreError::Unavailable(_))));
        ahead.file = writable;
        let refused = ahead.write(&[a_line(2)]).unwrap_err().to_string();
        assert!(refused.contains("start the server again"), "{refused}");
        let (lines, _) = left(&store).unwrap().after(7, 0).unwrap();
        assert_eq!(lines, [a_line(1)]);
    }

    #[test]
    fn a_half_is_written_over_only_when_the_database_has_its_lines() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("a.db");
        let mut ahead = Ahead::make(&store, 7, 0).unwrap();
        let large = |place| Append { line: "x".repeat(LONGEST - LINE_HEAD), ..a_line(place) };
        for place in 1..=4 {
            assert!(ahead.has_room(&[large(place)], 0));
            ahead.write(&[large(place)]).unwrap();
        }
        assert!(!ahead.has_room(&[a_line(5)], 0));
        assert!(!ahead.has_room(&[a_line(5)], 1), "the second of them is in the same half");
        assert!(ahead.has_room(&[a_line(5)], 2));
        ahead.write(&[a_line(5)]).unwrap();
        let (lines, taken) = left(&store).unwrap().after(7, 2).unwrap();
        assert_eq!(lines.iter().map(|line| line.place).collect::<Vec<_>>(), [3, 4, 5]);
        taken.whole().unwrap();
    }
}
