"""The recipe of Orrery's own language world model: record, prepare, train, quantize, evaluate."""
