"""The output of a soak, while it runs and at its end."""

from .operations import OPERATIONS
from .verdict import growth, leaks, median


def line(soak):
    """The state so far."""
    world, sample = soak.world, soak.meter.sample()
    minutes, seconds = divmod(round(sample.seconds), 60)
    return (
        f"{minutes:3}:{seconds:02}  {world.operations} operations, {world.tally['canceled']} canceled, "
        f"{world.tally['killed']} killed, {world.tally['power cuts']} power cuts, {len(world.wrong)} wrong; "
        f"allocated {sample.allocated} KiB, own memory {sample.memory} KiB, resident {sample.resident} KiB, "
        f"{sample.descriptors} descriptors, {sample.threads} threads, store {sample.store} KiB"
    )


def summary(soak):
    """All operations done, and the resources of the process."""
    tally = soak.world.tally
    names = [operation.__name__ for operation in OPERATIONS]
    lines = ["", "Operations:"]
    lines += [f"{tally[name]:9} {name.replace('_', ' ')}" for name in names]
    lines += ["Besides:"]
    lines += [f"{tally[name]:9} {name}" for name in sorted(set(tally) - {"operations", *names})]
    lines += ["Gestures:"]
    lines += [f"{count:9} {gesture}" for gesture, count in sorted(soak.person.answers.items())]
    if soak.is_measured:
        lines += resources(*soak.quiet, soak.meter.samples)
    return "\n".join(lines)


def resources(first, last, samples):
    most = {name: max(getattr(each, name) for each in samples) for name in ("descriptors", "threads", "store")}
    return [
        "The process, without clients after the warming up and at the end:",
        f"  allocated    {course('allocated', first, last, samples)}",
        f"  own memory   {course('memory', first, last, samples)}",
        f"  resident     {first.resident} KiB, {last.resident} KiB; Pss {first.proportional} KiB, "
        f"{last.proportional} KiB",
        f"  descriptors  {first.descriptors}, {last.descriptors}; {most['descriptors']} at most",
        f"  threads      {first.threads}, {last.threads}; {most['threads']} at most",
        f"  store        {first.store} KiB, {last.store} KiB; {most['store']} KiB at most",
        f"  processor    {last.processor:.1f} s",
    ]


def course(name, first, last, samples):
    quarters = ", ".join(f"{median(samples, number, name):.0f}" for number in (1, 2, 3, 4))
    return (
        f"{getattr(first, name)} KiB, {getattr(last, name)} KiB; medians of the quarters {quarters} KiB; "
        f"{growth(samples, name):+.0f} KiB in the last two thirds"
    )


def faults(soak):
    """Returns all faults of the key, one text each."""
    found = [f"{what}: {error}" for what, error in soak.world.wrong]
    if soak.died:
        found.append("the key has ended by itself")
    if soak.exit_code is None:
        found.append("the key has not ended when it was asked to")
    elif soak.exit_code != 0:
        found.append(f"the key has ended with exit code {soak.exit_code}")
    if soak.person.unasked:
        found.append(f"the key has said: {soak.person.unasked}")
    if soak.world.operations == 0:
        found.append("nothing was done")
    if soak.meter.error:
        found.append(f"the process could not be looked at any more: {soak.meter.error!r}")
    if soak.is_measured:
        found += leaks(*soak.quiet, soak.meter.samples)
    elif not found:
        found.append("what the process has of the machine was not measured")
    return found
