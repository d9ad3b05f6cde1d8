//! Exact probabilities of the ledger.
