//! A roll with every die that fell.

use std::convert::Infallible;
use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::die::Die;
use crate::limits::MAX_CHAIN;
use crate::pool::{Pool, Size};
use crate::rng::DiceRng;
use crate::roll::{ENDLESS, Roll};

/// Every die that fell, in the order they fell, and the total.
///
/// Printed plainly, `[6^, 4, 3, ~1~] = 13`: see [`Fallen`] for the marks, and [`Shown::write`] to style the dice otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The total of the roll.
    pub total: i32,
    /// The dice.
    pub dice: SmallVec<[Fallen; 8]>,
}

/// One die that fell.
///
/// Printed as its face, and after it `!` if it exploded, `^` if that is the die's highest face, `_` if its lowest,
/// `*` if it is a success that was counted, `=3` if it is worth something else than its face.
/// A die that does not count is struck, `~1~`; one that was thrown again also says so, `~1~r`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallen {
    /// The die.
    pub die: Die,
    /// The face that fell.
    pub face: i16,
    /// What it is worth after floor and ceiling.
    pub worth: i16,
    /// Whether it stays and counts for the total.
    pub kept: bool,
    /// Whether it was thrown again; the next die replaces it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rerolled: bool,
    /// Whether it brought a further die, which is the next one (after its rerolls).
    #[serde(default, skip_serializing_if = "is_false")]
    pub exploded: bool,
    /// Whether an explosion brought it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub brought: bool,
    /// Whether it was counted as a success, where successes are counted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub success: bool,
    /// Whether its faces are its own, so that neither the highest nor the lowest is marked.
    #[serde(default, skip_serializing_if = "is_false")]
    pub own: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// How a die is to be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// It counts, and shows neither its highest nor its lowest face.
    Plain,
    /// It counts, and shows its highest face.
    Highest,
    /// It counts, and shows its lowest face.
    Lowest,
    /// It does not count: dropped, or thrown again.
    Struck,
}

impl Fallen {
    /// Whether it shows the highest face of its die.
    pub fn is_highest(&self) -> bool {
        !self.own && i32::from(self.face) == self.die.highest() && self.die.sides() > 1
    }

    /// Whether it shows the lowest face of its die.
    pub fn is_lowest(&self) -> bool {
        !self.own && i32::from(self.face) == self.die.lowest() && self.die.sides() > 1
    }

    /// How it is to be printed.
    pub fn look(&self) -> Look {
        match self {
            _ if !self.kept => Look::Struck,
            _ if self.is_highest() => Look::Highest,
            _ if self.is_lowest() => Look::Lowest,
            _ => Look::Plain,
        }
    }
}

impl fmt::Display for Fallen {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let bare = Bare(self);
        match self.look() {
            Look::Struck if self.rerolled => write!(f, "~{bare}~r"),
            Look::Struck => write!(f, "~{bare}~"),
            Look::Highest => write!(f, "{bare}^"),
            Look::Lowest => write!(f, "{bare}_"),
            Look::Plain => write!(f, "{bare}"),
        }?;
        if self.success { f.write_str("*") } else { Ok(()) }
    }
}

/// A die without the marks that a style can replace.
struct Bare<'a>(&'a Fallen);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0.face)?;
        if self.0.worth != self.0.face && !self.0.rerolled {
            write!(f, "={}", self.0.worth)?;
        }
        if self.0.exploded { f.write_str("!") } else { Ok(()) }
    }
}

impl Shown {
    /// Writes the dice in brackets, each between what `style` gives before and after it: terminal codes, or tags.
    /// The total is left to the caller.
    ///
    /// ```
    /// use referee_dice::{DiceRng, Look, Roll};
    /// let shown = Roll::highest_of(2, 20).show(&mut DiceRng::from_number(1));
    /// let mut text = String::new();
    /// shown.write(&mut text, |die| if die.look() == Look::Struck { ("<s>", "</s>") } else { ("", "") }).unwrap();
    /// assert!(text.starts_with('[') && text.contains("</s>"));
    /// ```
    pub fn write<'s>(&self, out: &mut impl fmt::Write, style: impl Fn(&Fallen) -> (&'s str, &'s str)) -> fmt::Result {
        out.write_char('[')?;
        for (index, fallen) in self.dice.iter().enumerate() {
            let (before, after) = style(fallen);
            write!(out, "{}{before}{}{after}", if index > 0 { ", " } else { "" }, Bare(fallen))?;
        }
        out.write_char(']')
    }

    /// Writes the dice in brackets with the plain marks.
    pub(crate) fn write_plain(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_char('[')?;
        for (index, fallen) in self.dice.iter().enumerate() {
            write!(out, "{}{fallen}", if index > 0 { ", " } else { "" })?;
        }
        out.write_char(']')
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write_plain(f)?;
        write!(f, " = {}", self.total)
    }
}

impl Roll {
    /// Throws the dice with the seeded generator.
    pub fn show(&self, rng: &mut DiceRng) -> Shown {
        let shown: Result<Shown, Infallible> = self.evaluate(|die| Ok(rng.face(die)));
        match shown {
            Ok(shown) => shown,
        }
    }

    /// Asks for one face after another, in the order people would throw them, and reads the total from them.
    ///
    /// The sizes come in the order of the description. A rerolled or exploded die asks for its next face at once.
    /// A face that the die does not have is taken as the nearest it has; [`Die::has_face`] tells beforehand.
    ///
    /// # Errors
    /// Whatever the source of faces gives up with.
    #[inline]
    pub fn evaluate<E>(&self, next_face: impl FnMut(Die) -> Result<i32, E>) -> Result<Shown, E> {
        let mut shown = Pool::from(self).evaluate(next_face)?;
        shown.total = shown.total.saturating_add(self.plus);
        Ok(shown)
    }
}

impl Pool {
    /// See [`Roll::evaluate`].
    pub fn evaluate<E>(&self, mut next_face: impl FnMut(Die) -> Result<i32, E>) -> Result<Shown, E> {
        let mut dice: SmallVec<[Fallen; 8]> = SmallVec::new();
        let simple =
            self.explode.is_none() && self.reroll.is_empty() && self.reroll_once.is_empty() && self.unique.is_none();
        for size in &self.sizes {
            for _ in 0..size.count {
                if simple {
                    let value = size.value(next_face(size.die)?.clamp(size.die.lowest(), size.die.highest()));
                    dice.push(Fallen { kept: true, ..self.fallen(size, value, false) });
                } else {
                    self.throw(size, &mut dice, &mut next_face)?;
                }
            }
        }
        let total = self.read(&mut dice);
        Ok(Shown { total, dice })
    }

    /// One die of the description, with all its rerolls and explosions.
    fn throw<E>(
        &self,
        size: &Size,
        dice: &mut SmallVec<[Fallen; 8]>,
        next_face: &mut impl FnMut(Die) -> Result<i32, E>,
    ) -> Result<(), E> {
        let most = if self.explosions() == ENDLESS { MAX_CHAIN } else { u16::from(self.explosions()) };
        let mut brought = 0;
        loop {
            let (mut rerolls, mut once, mut doubles) = (0, false, 0);
            let value = loop {
                let value = size.value(next_face(size.die)?.clamp(size.die.lowest(), size.die.highest()));
                // One reroll of this kind, however often the others make the die fall.
                let again_once = !once && self.reroll_once.holds(value) && !self.reroll.holds(value);
                let double = self.unique.as_ref().is_some_and(|unique| {
                    doubles < if unique.once { 1 } else { MAX_CHAIN }
                        && unique.on.holds(value)
                        && dice.iter().any(|fallen| !fallen.rerolled && i32::from(fallen.face) == value)
                });
                if again_once {
                    once = true;
                } else if rerolls < MAX_CHAIN && self.reroll.holds(value) {
                    rerolls += 1;
                } else if double {
                    doubles += 1;
                } else {
                    break value;
                }
                dice.push(Fallen { rerolled: true, ..self.fallen(size, value, brought > 0) });
            };
            let exploded = brought < most && self.is_exploding(size, value);
            dice.push(Fallen { kept: true, exploded, ..self.fallen(size, value, brought > 0) });
            if !exploded {
                return Ok(());
            }
            brought += 1;
        }
    }

    #[inline]
    fn fallen(&self, size: &Size, value: i32, brought: bool) -> Fallen {
        let (worth, face) = (self.worth(value, brought) as i16, value as i16);
        let own = size.own.is_some();
        let die = size.die;
        Fallen { die, face, worth, kept: false, rerolled: false, exploded: false, brought, success: false, own }
    }

    /// Marks the dice that are dropped or count as a success, and reads the total.
    fn read(&self, dice: &mut [Fallen]) -> i32 {
        let counts = self.score.counts();
        if self.keeps_all() && !counts {
            return dice.iter().filter(|fallen| fallen.kept).map(|fallen| i32::from(fallen.worth)).sum();
        }
        // What is sorted: single dice, or, compounding, a die with all it brought. A key is made of the worth, turned
        // round, and the first die, so that of equal dice the first thrown is the higher: always the same one is struck.
        let mut keys: SmallVec<[u64; 16]> = SmallVec::new();
        for (index, fallen) in dice.iter().enumerate().filter(|(_, fallen)| !fallen.rerolled) {
            let worth = i64::from(fallen.worth);
            match keys.last_mut() {
                Some(key) if fallen.brought && self.is_compounding() => *key = key.wrapping_sub((worth << 32) as u64),
                _ => keys.push((((1i64 << 31) - worth) << 32) as u64 | index as u64),
            }
        }
        let (from, to) = self.kept_of(keys.len());
        // The rank of a few dice is counted, which is sooner done than sorting them.
        let mut sorted: SmallVec<[u64; 16]> = SmallVec::new();
        if keys.len() > 8 && !self.keeps_all() {
            sorted.extend_from_slice(&keys);
            sorted.sort_unstable();
        }
        let rank = |key: u64| match sorted.len() {
            0 => keys.iter().map(|&other| usize::from(other < key)).sum(),
            _ => sorted.partition_point(|&other| other < key),
        };
        let mut total = 0i32;
        for &key in &keys {
            let kept = self.keeps_all() || (from..to).contains(&rank(key));
            let worth = ((1i64 << 31) - (key >> 32) as i64) as i32;
            let score = self.score.of(worth);
            let success = kept && counts && score > 0;
            if kept {
                total = total.saturating_add(score);
            }
            let first = key as u32 as usize;
            (dice[first].kept, dice[first].success) = (kept, success);
            if self.is_compounding() {
                for fallen in dice[first + 1..].iter_mut().take_while(|fallen| fallen.brought || fallen.rerolled) {
                    (fallen.kept, fallen.success) = (kept && !fallen.rerolled, success && !fallen.rerolled);
                }
            }
        }
        total
    }
}
