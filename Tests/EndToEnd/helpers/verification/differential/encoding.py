"""CBOR and DER as the faults need them: items by their places, and encodings that no encoder would write."""

from dataclasses import dataclass

import cbor2


class Ordered(dict):
    """A map whose members are written as they stand, duplicates among them."""

    def __init__(self, pairs):
        super().__init__(pairs)
        self.pairs = pairs


def encode(value):
    """CBOR in CTAP2's canonical form, but for the order of an `Ordered` map."""
    return in_order(value.pairs) if isinstance(value, Ordered) else cbor2.dumps(value, canonical=True)


def in_order(pairs):
    """The CBOR of a map whose members stand in this order, duplicates among them."""
    return head(5, len(pairs)) + b"".join(encode(name) + encode(value) for name, value in pairs)


def head(major, argument, width=None):
    """The head of an item; `width` is its argument's bytes, where they are to be more than it needs."""
    if width is None:
        width = next(width for width in (0, 1, 2, 4, 8) if argument < (24 if width == 0 else 256**width))
    if width == 0:
        return bytes([major << 5 | argument])
    return bytes([major << 5 | {1: 24, 2: 25, 4: 26, 8: 27}[width]]) + argument.to_bytes(width)


@dataclass(frozen=True)
class Item:
    """A data item: where it starts, where its head and where it ends."""

    start: int
    content: int
    end: int
    major: int
    argument: int


def items(data):
    """All items of well-formed, definite CBOR, with those inside of them."""
    found = []

    def read(start):
        major, detail = data[start] >> 5, data[start] & 31
        width = {24: 1, 25: 2, 26: 4, 27: 8}.get(detail, 0)
        content = start + 1 + width
        argument = int.from_bytes(data[start + 1 : content]) if width else detail
        index = len(found)
        found.append(None)
        end = content
        if major in (2, 3):
            end += argument
        for _ in range({4: argument, 5: 2 * argument}.get(major, 0)):
            end = read(end)
        found[index] = Item(start, content, end, major, argument)
        return end

    read(0)
    return found


def der(tag, *contents):
    """The DER of a value; `tag` is a byte, or the bytes of a higher tag."""
    content = b"".join(contents)
    length = bytes([len(content)])
    if len(content) >= 0x80:
        size = (len(content).bit_length() + 7) // 8
        length = bytes([0x80 | size]) + len(content).to_bytes(size)
    return (bytes([tag]) if isinstance(tag, int) else tag) + length + content
