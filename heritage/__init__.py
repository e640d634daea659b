"""The ground floor: peoples, provinces, units, facts, listings, maps and their seed data."""
