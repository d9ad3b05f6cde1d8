//! What follows from the rest of a table and is kept beside it.

/// A value that follows from the rest of a table, or only says what was looked at: nobody compares it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Derived<T>(pub T);

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Derived<T>) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}
