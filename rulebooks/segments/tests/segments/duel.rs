//! The duels of the ledger (SE-P52, SE-P53).
