//! Space.
