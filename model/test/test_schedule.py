from lwm import schedule


def rates(total, minutes=None, step_seconds=0.0, ready=0.0):
    """The shares of the peak rate of a whole training."""
    made, step = [], 0
    while (over := schedule.progress(step, total, ready + step * step_seconds, minutes)) < 1:
        made.append(schedule.share(step, total, over))
        step += 1
    return made


def test_the_rate_rises_and_falls_to_nothing():
    made = rates(1000)
    top = made.index(max(made))
    assert made[0] < 0.05 and top == 29 and 0.95 < made[top] <= 1
    assert made[:top] == sorted(made[:top]) and made[top:] == sorted(made[top:], reverse=True)
    assert made[-1] < 0.002


def test_minutes_that_end_before_the_plan_bring_the_rate_down_with_them():
    made = rates(1_000_000, minutes=8, step_seconds=0.5)
    assert len(made) == 960 and made[-1] < 0.002


def test_a_plan_that_ends_before_the_minutes_does_too():
    made = rates(100, minutes=60, step_seconds=0.5)
    assert len(made) == 100 and made[-1] < 0.02


def test_minutes_of_making_ready_do_not_skip_the_rise():
    assert rates(1000, minutes=8, step_seconds=0.5, ready=120)[0] < 0.05


def test_a_short_training_rises_in_a_tenth():
    made = rates(20)
    assert made.index(max(made)) == 1
