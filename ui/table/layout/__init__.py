"""Layout of the table: places and sizes of seats and cards."""
