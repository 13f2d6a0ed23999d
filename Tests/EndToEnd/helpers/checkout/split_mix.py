"""The random numbers of the Swift tests: SplitMix64 (Steele, Lea and Flood 2014)."""


class SplitMix:
    def __init__(self, seed):
        self.state = seed

    def pick(self, count):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        value = self.state
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & mask
        value = (value ^ value >> 27) * 0x94D049BB133111EB & mask
        return (value ^ value >> 31) % count

    def bytes(self, limit):
        return bytes(self.pick(256) for _ in range(self.pick(limit + 1)))
