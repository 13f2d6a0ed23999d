import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueTestSupport

@testable import CTAP

@Suite struct LargeBlobArrayTests {
    private static let key = SecretBytes(copying: Array(0..<32))
    private let random = SeededRandom(seed: "nonces")

    /// Written by Python's zlib and cryptography: "blob " five times, under the key 00 01 ... 1F.
    private static let foreign = hex(
        """
        81 a3 01 581a 0cc81f5497ad00598d419c972c8c96f7d4b07dae7332095da9c4 02 4c 000102030405060708090a0b 03 1819
        7d2e3ab5eafc70b0387b21f98bd4cc4c
        """)

    @Test("An empty array serializes to the initial large-blob array")
    func anEmptyArrayIsTheInitialOne() {
        #expect(SerializedLargeBlobArray.initial == hex("80 76be8b528d0075f7aae98d6fa57a6d3c"))
        #expect(SerializedLargeBlobArray.initial.count == SerializedLargeBlobArray.minSize)
        #expect(
            LargeBlobArray(reading: SerializedLargeBlobArray.initial).serialized == SerializedLargeBlobArray.initial)
    }

    @Test("A serialized array with a changed byte or too few bytes is not intact")
    func theHashIsLookedAt() {
        #expect(SerializedLargeBlobArray.isIntact(Self.foreign))
        for index in Self.foreign.indices {
            var changed = Self.foreign
            changed[index] ^= 1
            #expect(!SerializedLargeBlobArray.isIntact(changed))
        }
        for count in 0..<17 { #expect(!SerializedLargeBlobArray.isIntact(Array(Self.foreign.prefix(count)))) }
    }

    @Test("An array from another implementation is read and kept byte for byte")
    func whatOthersHaveWrittenIsRead() {
        let array = LargeBlobArray(reading: Self.foreign)
        #expect(array.blob(for: Self.key) == Array("blob blob blob blob blob ".utf8))
        #expect(array.blob(for: SecretBytes(copying: [UInt8](repeating: 1, count: 32))) == nil)
        #expect(array.blob(for: SecretBytes(copying: [1])) == nil)
        #expect(array.serialized == Self.foreign)
        #expect(LargeBlobArray(array: Array(Self.foreign.dropLast(16))) == array)
        #expect(array.items.map { LargeBlobEntry($0)?.origSize } == [25])
    }

    @Test("A stored blob is read back unchanged", arguments: [0, 1, 15, 16, 1000, 100_000])
    func roundTrip(_ count: Int) throws {
        for blob in [[UInt8](repeating: 7, count: count), random.bytes(count)] {
            var array = LargeBlobArray(reading: SerializedLargeBlobArray.initial)
            try array.setBlob(blob, for: Self.key, random: random)
            #expect(LargeBlobArray(reading: array.serialized).blob(for: Self.key) == blob)
        }
    }

    @Test("A new blob replaces the one under the same key and leaves the others alone")
    func aBlobTakesThePlaceOfTheOneBefore() throws {
        let keys = (1...3).map { [UInt8](repeating: $0, count: 32) }
        var array = LargeBlobArray(reading: SerializedLargeBlobArray.initial)
        for key in keys { try array.setBlob(key, for: SecretBytes(copying: key), random: random) }
        let before = array.serialized
        try array.setBlob([9], for: SecretBytes(copying: keys[1]), random: random)
        #expect(array.blob(for: SecretBytes(copying: keys[0])) == keys[0])
        #expect(array.blob(for: SecretBytes(copying: keys[1])) == [9])
        #expect(array.blob(for: SecretBytes(copying: keys[2])) == keys[2])
        #expect(before != array.serialized)
        #expect(array.removeBlob(for: SecretBytes(copying: keys[1])) == 1)
        #expect(array.blob(for: SecretBytes(copying: keys[1])) == nil)
        #expect(array.removeBlob(for: SecretBytes(copying: keys[1])) == nil)
        #expect(array.removeBlob(for: SecretBytes(copying: keys[2])) == 1)
        #expect(array.removeBlob(for: SecretBytes(copying: keys[0])) == 0)
        #expect(array.serialized == SerializedLargeBlobArray.initial)
    }

    /// An unknown entry, an entry with an extra member, items that are not entries, and forms that Toque does not
    /// write: long heads, an indefinite length, a tag, a duplicate key.
    @Test("Foreign items stay byte for byte when a blob is stored or removed")
    func whatIsNotOursStaysByteForByte() throws {
        let items = [
            "a4 01 420102 02 4c000000000000000000000000 03 07 04 646d6f7265", "01", "6474657874", "a10102",
            "a3 01 54 0000000000000000000000000000000000000000 02 4101 03 01", "bf 1803 1900ff 01 590001aa ff",
            "c1 1800",
            "a2 01 01 01 02",
        ].map { hex($0) }
        let serialized = SerializedLargeBlobArray.serialize([0x98, UInt8(items.count)] + items.joined())
        var array = LargeBlobArray(reading: serialized)
        #expect(array.items == items)
        try array.setBlob([5], for: Self.key, random: random)
        #expect(Array(array.items.prefix(items.count)) == items)
        let read = LargeBlobArray(reading: array.serialized)
        #expect(read == array)
        #expect(read.blob(for: Self.key) == [5])
        #expect(array.removeBlob(for: Self.key) == items.count)
        #expect(array.items == items)
    }

    @Test("A malformed large-blob array counts as empty", arguments: ["", "a0", "81", "80 00", "f6"])
    func notAnArray(_ text: String) {
        let serialized = SerializedLargeBlobArray.serialize(hex(text))
        #expect(LargeBlobArray(reading: serialized).serialized == SerializedLargeBlobArray.initial)
        #expect(LargeBlobArray(reading: []).serialized == SerializedLargeBlobArray.initial)
        #expect(LargeBlobArray(array: hex(text)) == nil)
    }

    // MARK: Wrong sizes

    private func entry(_ compressed: [UInt8], origSize: UInt64) throws -> CBOR {
        let nonce = [UInt8](repeating: 1, count: 12)
        let size = (0..<8).map { UInt8(truncatingIfNeeded: origSize >> (8 * $0)) }
        let ciphertext = try AES256GCM.seal(
            SecretBytes(copying: compressed), key: Self.key, nonce: nonce,
            associatedData: Array("blob".utf8) + size)
        return [1: .bytes(ciphertext), 2: .bytes(nonce), 3: .unsigned(origSize)]
    }

    @Test(
        "An entry with a wrong origSize yields no blob and is replaced",
        arguments: [0, 99, 101, 1 << 20, 1 << 21, UInt64.max])
    func wrongSize(_ origSize: UInt64) throws {
        let compressed = try Deflate.compress([UInt8](repeating: 1, count: 100))
        let item = try entry(compressed, origSize: origSize)
        #expect(LargeBlobEntry(item.encoded)?.blob(for: Self.key) == nil)
        // It can still be replaced.
        var array = LargeBlobArray(reading: SerializedLargeBlobArray.serialize(CBOR.array([item]).encoded))
        try array.setBlob([1], for: Self.key, random: random)
        #expect(array.blob(for: Self.key) == [1])
        #expect(array.removeBlob(for: Self.key) == 0)
        #expect(array.serialized == SerializedLargeBlobArray.initial)
    }

    /// 10 MB of zeros compress to about 10 kB.
    @Test("Data that decompresses to more than the limit yields no blob")
    func whatBurstsIsNotUnpacked() throws {
        let compressed = try Deflate.compress([UInt8](repeating: 0, count: 10_000_000))
        #expect(Deflate.decompress(compressed, count: 1000) == nil)
        let item = try entry(compressed, origSize: 10_000_000)
        #expect(LargeBlobEntry(item.encoded)?.blob(for: Self.key) == nil)
    }

    @Test("Data that is not DEFLATE yields no blob", arguments: ["", "ff", "03", "00 0100 feff"])
    func whatIsNotCompressedIsNone(_ text: String) throws {
        #expect(Deflate.decompress(hex(text), count: 0) == nil)
        let item = try entry(hex(text), origSize: 1)
        #expect(LargeBlobEntry(item.encoded)?.blob(for: Self.key) == nil)
    }

    @Test("A blob over 1 MiB and a key of the wrong length are refused")
    func tooLargeABlobIsRefused() throws {
        var array = LargeBlobArray(reading: SerializedLargeBlobArray.initial)
        let error = #expect(throws: LargeBlobError.self) {
            try array.setBlob([UInt8](repeating: 0, count: (1 << 20) + 1), for: Self.key, random: random)
        }
        #expect(error?.description.contains("shorten it") == true)
        #expect(throws: LargeBlobError.self) {
            try array.setBlob([1], for: SecretBytes(copying: [1]), random: random)
        }
        #expect(array.serialized == SerializedLargeBlobArray.initial)
    }
}
