"""The law of the IR, part by part; `spec.ir.check` holds a whole game against it."""
