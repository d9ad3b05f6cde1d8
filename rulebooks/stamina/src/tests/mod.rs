//! Unit tests by room.
