import math
from itertools import combinations

from runtime.inspection.scene import SIDE_PX, casting_rng, draw_scene


def test_a_scene_depends_on_its_number_alone() -> None:
    assert draw_scene(7) == draw_scene(7)
    assert draw_scene(7) != draw_scene(8)


def test_the_stages_of_a_casting_do_not_share_random_numbers() -> None:
    assert casting_rng(7, 0).random() == casting_rng(7, 0).random()
    assert casting_rng(7, 0).random() != casting_rng(7, 1).random()


def test_voids_lie_apart_and_clear_of_the_border() -> None:
    for number in range(60):
        voids = draw_scene(number).voids
        for void in voids:
            reach = void.along
            assert reach < void.x < SIDE_PX - reach
            assert reach < void.y < SIDE_PX - reach
            assert void.depth_mm > 0
        for a, b in combinations(voids, 2):
            assert math.hypot(a.x - b.x, a.y - b.y) > a.along + b.along


def test_distractors_hold_bright_and_dark_ones_inside_and_on_the_border() -> None:
    found = [feature for number in range(20) for feature in draw_scene(number).distractors]
    on_border = [f for f in found if min(f.x, f.y, SIDE_PX - f.x, SIDE_PX - f.y) < f.along]
    assert any(feature.depth_mm < 0 for feature in found)
    assert 0 < len(on_border) < len(found)
    assert all(feature.depth_mm > 0 for feature in on_border)
