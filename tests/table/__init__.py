"""Tests of `chancery.table`: sittings, records, scripts, analysis and teaching."""
