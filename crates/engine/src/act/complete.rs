//! Filling what is open, to find out whether there is a way to do an act.

use super::{Act, Bar, Book, Doer, Seen, Why};

/// How often [`Act::ready`] is asked for one value of a slot, at most. A value that is barred whatever the open slots hold is
/// tried with everything that they could hold; where that is too much, the first reason found has to do.
pub(super) const MOST_TRIES: u32 = 2_000;

/// The act with every open slot filled that its rule comes to, with the first value that leads on; or the reason why there
/// is no way to fill them.
pub(super) fn complete<'t, S: Book, A: Act<S>>(act: A, see: &Seen<'t, S>, by: A::By) -> Result<A, Why<'t>> {
    let mut tries = MOST_TRIES;
    complete_within(&mut tries, act, see, by)
}

fn complete_within<'t, S: Book, A: Act<S>>(
    tries: &mut u32,
    act: A,
    see: &Seen<'t, S>,
    by: A::By,
) -> Result<A, Why<'t>> {
    *tries = tries.saturating_sub(1);
    let open = match act.ready(see, by) {
        Ok(_) => return Ok(act),
        Err(Bar::Why(why)) => return Err(why),
        Err(Bar::Open(open)) => A::SLOTS[usize::from(open)],
    };
    let is_usual = open.card().is_usual;
    let (mut found, mut reasons) = (None, Reasons::default());
    open.each(&act, see, by.actor(), &mut |next, value, _| match complete_within(tries, next, see, by) {
        Ok(whole) => {
            found = Some(whole);
            false
        }
        Err(why) => {
            // What bars one of several says more than what bars none of them, unless none is the usual value.
            if value.count() > 0 || is_usual {
                reasons.add(why);
            }
            *tries > 0
        }
    });
    found.ok_or_else(|| {
        if is_usual {
            reasons.first.or(reasons.moot).unwrap_or(A::NOTHING)
        } else {
            reasons.first.filter(|_| reasons.count == 1).unwrap_or(A::NOTHING)
        }
    })
}

/// Why the values of a slot are barred.
#[derive(Default)]
struct Reasons<'t> {
    /// The first that is worth telling, and how many are.
    first: Option<Why<'t>>,
    count: usize,
    /// The first of the others.
    moot: Option<Why<'t>>,
}

impl<'t> Reasons<'t> {
    fn add(&mut self, why: Why<'t>) {
        if why.is_moot() {
            self.moot = self.moot.or(Some(why));
        } else {
            self.first = self.first.or(Some(why));
            self.count += 1;
        }
    }
}
