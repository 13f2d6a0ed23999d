"""Decides from samples whether a process leaked."""

import statistics

# By so much more than in the second quarter of the time these may have in the last one, in KiB and by a share of it:
# caches fill up; what an allocator has of the kernel for the same differs by luck; and SQLite's journal grows up to 4
# MiB before it begins anew.
SHARE = 0.05
ALLOWANCES = {"allocated": 512, "memory": 2048, "store": 5120}
# The share of the time that has to lie between the first sample and the last.
COVERAGE = 0.75


def is_covered(seconds, samples):
    """Whether samples cover most of the time, so that growth is visible."""
    return len(samples) > 1 and samples[-1].seconds - samples[0].seconds >= COVERAGE * seconds


def quarter(samples, number):
    """Those of a quarter of the time, counted from 1; the nearest one where it has none."""
    begin, end = samples[0].seconds, samples[-1].seconds
    length = (end - begin) / 4
    low, high = begin + (number - 1) * length, begin + number * length
    inside = [each for each in samples if low <= each.seconds <= high]
    return inside or [min(samples, key=lambda each: abs(each.seconds - (low + high) / 2))]


def median(samples, number, name):
    return statistics.median(getattr(each, name) for each in quarter(samples, number))


def growth(samples, name):
    """Growth in KiB over the last two thirds, by linear regression."""
    late = samples[len(samples) // 3 :]
    if len(late) < 2:
        return 0.0
    line = statistics.linear_regression([each.seconds for each in late], [getattr(each, name) for each in late])
    return line.slope * (late[-1].seconds - late[0].seconds)


def grown(name, early, late, when):
    """Returns a sentence about a quantity that grew, or nothing."""
    most = early * (1 + SHARE) + ALLOWANCES[name]
    return [f"{name}: {when.format(round(late), round(early))}; up to {most:.0f} KiB would do"] if late > most else []


def leaks(first, last, samples):
    """What is wrong, a sentence each.

    `first` and `last` are samples of quiet moments, without clients, after the warming up and at the end; `samples` are
    those in between.
    """
    found = []
    for name in ALLOWANCES:
        early, late = median(samples, 2, name), median(samples, 4, name)
        found += grown(name, early, late, "{} KiB in the last quarter, {} KiB in the second")
    quiet = "{} without clients at the end, {} after the warming up"
    for name in ("allocated", "memory"):
        found += grown(name, getattr(first, name), getattr(last, name), f"in KiB {quiet}")
    if last.descriptors != first.descriptors:
        found.append(f"descriptors: {quiet.format(last.descriptors, first.descriptors)}")
    # The number of idle threads is random.
    if last.threads > first.threads:
        found.append(f"threads: {quiet.format(last.threads, first.threads)}")
    return found
