"""Curves of drawn maps are the same in both directions; closed ones are smooth everywhere."""

from chancery.core.curves import by, curve, loop, points_of, start, stroke


def test_numbers_are_written_as_short_as_they_can_be() -> None:
    assert by(0.5, -0.5, 3, -2) == ".5-.5 3-2"
    assert start((1, -2)) == "M1-2"


def test_two_points_are_a_line() -> None:
    assert stroke([(0, 0), (3, 4)]) == "M0 0l3 4"


def test_more_points_are_quadratics_through_the_middles() -> None:
    assert stroke([(0, 0), (4, 0), (8, 8), (12, 8)]) == "M0 0q4 0 6 4t6 4"


def test_a_line_is_read_both_ways() -> None:
    line = [0, 0, 4, 0, 8, 8]
    assert points_of(line) == [(0, 0), (4, 0), (8, 8)]
    assert points_of(line, backwards=True) == [(8, 8), (4, 0), (0, 0)]
    assert curve(points_of(line)) == "q4 0 8 8"


def test_a_loop_begins_and_ends_between_two_points() -> None:
    drawn = loop([(0, 0), (8, 0), (8, 8), (0, 8)])
    assert drawn.startswith("M0 4q")
    assert drawn.endswith("Z")
