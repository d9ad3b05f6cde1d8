//! What follows dice. Each modifier is read in one function here, and described in `docs/notation.md`.

use std::mem::take;

use super::{Parsed, Parser};
use crate::faces::FaceSet;
use crate::limits::{MAX_DICE, MAX_SIDES};
use crate::pool::{Explode, Pool, Score, Unique};
use crate::roll::ENDLESS;

/// Everything that is read of the modifiers before the score is known.
#[derive(Default)]
struct Counts {
    hits: Option<FaceSet>,
    misses: Option<FaceSet>,
    /// `cf`: misses where something else is counted, counted where nothing else is.
    failures: Option<FaceSet>,
}

impl Parser<'_> {
    /// Whatever follows dice, in any order, each kind once (rerolls and explosions on different faces as often as one likes).
    pub(super) fn modifiers(&mut self, mut pool: Pool, start: usize) -> Parsed<()> {
        let mut counts = Counts::default();
        let mut seen: Vec<&str> = Vec::new();
        loop {
            let end = self.at;
            let at = self.at_next();
            let kind = match (self.low(0), self.low(1)) {
                (b'k', _) => "keep",
                (b'd', b'f') => "failure",
                (b'd' | b'p', b'h') => "drop of the highest",
                (b'd' | b'p', b'l') => "drop of the lowest",
                (b'd', _) if at == end => "drop of the lowest",
                // Apart from the dice, it asks about the total.
                (b'!', b'=') if at > end => break,
                (b'r', b'a') | (b'!' | b'x' | b'e', _) => "`!`",
                (b'r', _) => "reroll",
                (b'u', _) => "`u`",
                (b'm', b'a') => "`max`",
                (b'm', _) => "`min`",
                (b's', _) => "sort",
                (b'c', b's') => "count",
                (b'c', b'f') => "`cf`",
                (b'f', _) => "failure",
                (b'>' | b'<' | b'=', _) => match self.count_here(&pool, &counts, start, end)? {
                    true => "count",
                    false => break,
                },
                _ => break,
            };
            let repeats = matches!(kind, "reroll" | "`!`" | "failure");
            if seen.contains(&kind) && !repeats {
                return Err(self.error_at(at, &format!("a second {kind}"), "each modifier at most once"));
            }
            seen.push(kind);
            match kind {
                "keep" => self.keep(&mut pool)?,
                "drop of the highest" | "drop of the lowest" => self.drop(&mut pool)?,
                "`!`" => self.explosion(&mut pool, at)?,
                "reroll" => self.reroll(&mut pool)?,
                "`u`" => self.unique(&mut pool)?,
                "`max`" | "`min`" => self.bound(&mut pool)?,
                "sort" => self.sort(),
                "count" => {
                    let faces = if self.eat("cs") { self.faces()? } else { self.comparison_of_faces()? };
                    counts.hits = Some(self.or_end(faces, &pool, true)?);
                }
                "`cf`" => {
                    self.at += 2;
                    let faces = self.faces()?;
                    counts.failures = Some(self.or_end(faces, &pool, false)?);
                }
                _ => {
                    self.eat("d");
                    self.at += 1;
                    let faces = self.faces()?.ok_or_else(|| self.expected("the faces that count as failures"))?;
                    counts.misses.get_or_insert_default().join(&faces);
                }
            }
        }
        if counts.hits.is_none() && counts.misses.is_some() {
            let expected = "a count before failures, such as `>=8f1`";
            return Err(self.error_at(start, "failures without successes", expected));
        }
        if let Some(hits) = counts.hits.or_else(|| take(&mut counts.failures)) {
            let mut misses = counts.misses.unwrap_or_default();
            misses.join(&counts.failures.unwrap_or_default());
            pool.score = Score::Count { hits, misses };
        }
        if let Err(refused) = pool.check() {
            let found = format!("`{}`", self.text[start..self.at].trim());
            return Err(self.error_at(start, &found, &format!("dice that come to an end: {refused}")));
        }
        self.push_pool(pool, start)
    }

    /// Whether a comparison here counts dice; if not, it is about the total.
    ///
    /// Right after dice it always counts. With a space before it, it does so if the dice stand alone on its left, a number alone
    /// on its right, and some die could show that: `5d10 > 7` counts, `3d6 > 12` and `d20+5 > 12` do not.
    fn count_here(&mut self, pool: &Pool, counts: &Counts, start: usize, end: usize) -> Parsed<bool> {
        let (at, spaced) = (self.at, self.at > end);
        let number = self.sign_of_faces().is_some() && {
            self.skip_spaces();
            self.eat("-");
            self.skip_spaces();
            self.peek().is_some_and(|byte| byte.is_ascii_digit())
        };
        let digits = self.at;
        if number {
            self.digits();
        }
        // Dice on the right, or another operator, make it a question about the total.
        let is_alone = number && {
            let tight = !spaced;
            self.skip_spaces();
            match self.low(0) {
                b'd' => matches!(self.low(1), b'h' | b'l' | b'f'),
                b'.' => self.low(1) == b'.',
                b'+' | b'-' | b'*' | b'%' | b'^' => tight,
                b'/' => tight || matches!(self.low(1), b'/' | b'*'),
                _ => true,
            }
        };
        self.at = at;
        if !is_alone || digits == at {
            return Ok(false);
        }
        if !spaced {
            return Ok(counts.hits.is_none());
        }
        let faces = self.comparison_of_faces()?.unwrap_or_default();
        self.at = at;
        let can_show = |value| faces.holds(pool.worth(value, false));
        let possible = pool.sizes.iter().any(|size| size.values().any(can_show));
        Ok(possible && counts.hits.is_none() && start == self.begin)
    }

    /// `kh3`, `k3`, `kl1`
    fn keep(&mut self, pool: &mut Pool) -> Parsed<()> {
        self.at += 1;
        pool.keeps_lowest = self.eat("l");
        if !pool.keeps_lowest {
            self.eat("h");
        }
        pool.keep = self.how_many()?;
        Ok(())
    }

    /// `dh2`, `dl1`, `d1`; `ph2`, `pl1`
    fn drop(&mut self, pool: &mut Pool) -> Parsed<()> {
        self.at += 1;
        if self.eat("h") {
            pool.drop_highest = self.how_many()?;
        } else if self.eat("l") {
            pool.drop_lowest = self.how_many()?;
        } else {
            self.skip_spaces();
            if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.expected("`dh`, `dl` or the number of dice to drop"));
            }
            pool.drop_lowest = self.how_many()?;
        }
        Ok(())
    }

    /// `!`, `!!`, `!p`, `!!p`, with the faces right after it; `x6`, `xo6` and `e6`; `ra1`. Then `x6` for at most six more.
    fn explosion(&mut self, pool: &mut Pool, start: usize) -> Parsed<()> {
        let mut explode = Explode { on: None, most: ENDLESS, compounding: false, penetrating: false };
        if self.eat("!") {
            explode.compounding = self.eat("!");
            explode.penetrating = self.eat("p");
        } else if self.eat("ra") || self.eat("xo") {
            explode.most = 1;
        } else {
            self.at += 1;
        }
        explode.on = self.faces()?;
        self.skip_spaces();
        if explode.most == ENDLESS && self.eat("x") {
            let at = self.at_next();
            match self.peek() {
                Some(b'0'..=b'9') => match self.digits() {
                    times @ 1..=254 => explode.most = times as u8,
                    _ => return Err(self.passed(at, "1 to 254 explosions")),
                },
                _ => return Err(self.expected("the maximum number of times")),
            }
        }
        match (&mut pool.explode, &explode.on) {
            (Some(Explode { on: Some(before), most, compounding, penetrating }), Some(more))
                if (*most, *compounding, *penetrating) == (explode.most, explode.compounding, explode.penetrating) =>
            {
                before.join(more);
            }
            (Some(_), _) => return Err(self.error_at(start, "a second `!`", "further faces of the same kind")),
            (None, _) => pool.explode = Some(explode),
        }
        Ok(())
    }

    /// `r1`, `r<3`, `r2..4`, `r`: until another face falls, as `rr` does; `ro1`: once.
    fn reroll(&mut self, pool: &mut Pool) -> Parsed<()> {
        self.at += 1;
        let once = self.eat("o");
        if !once {
            self.eat("r");
        }
        let faces = match self.faces()? {
            Some(faces) => faces,
            None => {
                self.skip_spaces();
                let negative = self.peek() == Some(b'-') && pool.sizes.iter().all(|size| size.lowest() < 0);
                let faces = match self.peek() {
                    Some(b'0'..=b'9') => self.faces()?,
                    Some(_) if negative => Some(FaceSet::one(self.face()?)),
                    _ => None,
                };
                self.or_end(faces, pool, false)?
            }
        };
        (if once { &mut pool.reroll_once } else { &mut pool.reroll }).join(&faces);
        Ok(())
    }

    /// `u`, `u<=2`, `uo`
    fn unique(&mut self, pool: &mut Pool) -> Parsed<()> {
        self.at += 1;
        let once = self.eat("o");
        let on = self.faces()?.unwrap_or_else(|| FaceSet::range(i32::MIN, i32::MAX));
        pool.unique = Some(Unique { on, once });
        Ok(())
    }

    /// `min2`, `mi2`, `max5`, `ma5`
    fn bound(&mut self, pool: &mut Pool) -> Parsed<()> {
        if self.eat("min") || self.eat("mi") {
            pool.min = self.face()?;
        } else if self.eat("max") || self.eat("ma") {
            pool.max = self.face()?;
        } else {
            return Err(self.expected("`min` or `max`"));
        }
        Ok(())
    }

    /// `s`, `sa`, `sd`: dice are shown as they fell; the total is the same.
    fn sort(&mut self) {
        self.at += 1;
        let _ = self.eat("a") || self.eat("d");
    }

    /// The number of dice to keep or drop, one if none is given.
    fn how_many(&mut self) -> Parsed<u16> {
        let at = self.at_next();
        match self.peek() {
            Some(b'0'..=b'9') => match self.digits() {
                0 => Err(self.passed(at, &format!("1 to {MAX_DICE} dice"))),
                n if n > u64::from(MAX_DICE) => Err(self.passed(at, &format!("1 to {MAX_DICE} dice"))),
                n => Ok(n as u16),
            },
            _ => Ok(1),
        }
    }

    /// The faces that were read, or the highest or lowest of the dice.
    fn or_end(&self, faces: Option<FaceSet>, pool: &Pool, highest: bool) -> Parsed<FaceSet> {
        if let Some(faces) = faces {
            return Ok(faces);
        }
        let mut ends = pool.sizes.iter().map(|size| if highest { size.highest() } else { size.lowest() });
        match ends.next() {
            Some(end) if ends.all(|other| other == end) => Ok(FaceSet::one(end)),
            _ => Err(self.expected("a face: a number")),
        }
    }

    /// Faces right here: a comparison, a face or a range of them; `None` if nothing of these follows.
    fn faces(&mut self) -> Parsed<Option<FaceSet>> {
        match self.peek() {
            Some(b'>' | b'<' | b'=') => self.comparison_of_faces(),
            Some(b'0'..=b'9') => {
                let from = self.face()?;
                let to = if self.eat("..") { self.face()? } else { from };
                Ok(Some(FaceSet::range(from, to)))
            }
            _ => Ok(None),
        }
    }

    fn sign_of_faces(&mut self) -> Option<&'static str> {
        [">=", "<=", "<>", "==", ">", "<", "="].into_iter().find(|sign| self.eat(sign))
    }

    /// `>4`, `>=5`, `<3`, `<=2`, `=6`, `<>1`
    fn comparison_of_faces(&mut self) -> Parsed<Option<FaceSet>> {
        let Some(sign) = self.sign_of_faces() else { return Ok(None) };
        let face = self.face()?;
        let to = if sign == "=" && self.eat("..") { self.face()? } else { face };
        Ok(Some(match sign {
            ">=" => FaceSet::at_least(face),
            ">" => FaceSet::at_least(face + 1),
            "<=" => FaceSet::at_most(face),
            "<" => FaceSet::at_most(face - 1),
            "<>" => FaceSet::all_but(face),
            _ => FaceSet::range(face, to),
        }))
    }

    /// A face, which may be below 0.
    pub(super) fn face(&mut self) -> Parsed<i32> {
        self.skip_spaces();
        let sign = if self.eat("-") { -1 } else { 1 };
        let at = self.at_next();
        match self.peek() {
            Some(b'0'..=b'9') => match self.digits() {
                n if n > u64::from(MAX_SIDES) => Err(self.passed(at, &format!("a face up to {MAX_SIDES}"))),
                n => Ok(n as i32 * sign),
            },
            _ => Err(self.expected("a face: a number")),
        }
    }
}
