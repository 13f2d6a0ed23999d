import Testing
import ToqueCrypto
import ToqueTestSupport

@Suite struct ECDHTests {
    private func agree(_ curve: EllipticCurve, scalar: [UInt8], x: [UInt8], y: [UInt8]) throws -> [UInt8] {
        try ECDH.sharedSecret(curve, scalar: SecretBytes(copying: scalar), x: x, y: y).withUnsafeBytes { Array($0) }
    }

    private struct Side {
        let scalar: [UInt8]
        let x: [UInt8]
        let y: [UInt8]
    }

    private func side(_ curve: EllipticCurve, _ seed: String) throws -> Side {
        let pair = try KeyPair.generate(.ec(curve), random: SeededRandom(seed: seed))
        guard case .ec(_, let x, let y) = pair.publicKey else { throw CryptoError.unsupported("not on a curve") }
        return Side(scalar: pair.secret.withUnsafeBytes { Array($0) }, x: x, y: y)
    }

    /// RFC 5903 section 8.1.
    @Test("ECDH on P-256 gives RFC 5903's shared secret to both sides")
    func vector() throws {
        let initiator = hex("c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433")
        let responder = hex("c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53")
        let shared = hex("d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de")
        #expect(
            try agree(
                .p256, scalar: initiator,
                x: hex("d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63"),
                y: hex("56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab")) == shared)
        #expect(
            try agree(
                .p256, scalar: responder,
                x: hex("dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180"),
                y: hex("5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3")) == shared)
    }

    @Test("Both sides share one secret on each curve", arguments: EllipticCurve.allCases)
    func bothSidesShareOneSecret(curve: EllipticCurve) throws {
        let one = try side(curve, "one")
        let two = try side(curve, "two")
        let shared = try agree(curve, scalar: one.scalar, x: two.x, y: two.y)
        #expect(shared.count == curve.size)
        #expect(try agree(curve, scalar: two.scalar, x: one.x, y: one.y) == shared)
        #expect(try agree(curve, scalar: one.scalar, x: one.x, y: one.y) != shared)
    }

    @Test("Coordinates off the curve or of another size are refused", arguments: EllipticCurve.allCases)
    func pointsThatAreNone(curve: EllipticCurve) throws {
        let one = try side(curve, "one")
        let two = try side(curve, "two")
        let zero = [UInt8](repeating: 0, count: curve.size)
        let ones = [UInt8](repeating: 0xFF, count: curve.size)
        var offCurve = two.y
        offCurve[curve.size - 1] ^= 1
        // Some implementations encode infinity as (0, 0).
        for (x, y) in [(two.x, offCurve), (two.y, two.x), (zero, zero), (two.x, zero), (ones, two.y), (two.x, ones)] {
            #expect(throws: CryptoError.invalidKey("the coordinates are not a point of \(curve.name)")) {
                try agree(curve, scalar: one.scalar, x: x, y: y)
            }
        }
        for (x, y) in [(Array(two.x.dropLast()), two.y), (two.x, [0] + two.y), ([], []), (two.x + two.y, [])] {
            #expect(throws: CryptoError.invalidKey("a coordinate is not \(curve.size) bytes")) {
                try agree(curve, scalar: one.scalar, x: x, y: y)
            }
        }
    }

    @Test("A private scalar out of range or of another size is refused", arguments: EllipticCurve.allCases)
    func scalarsThatAreNone(curve: EllipticCurve) throws {
        let one = try side(curve, "one")
        let zero = [UInt8](repeating: 0, count: curve.size)
        let ones = [UInt8](repeating: 0xFF, count: curve.size)
        for scalar in [zero, ones, Array(one.scalar.dropLast()), [0] + one.scalar, []] {
            #expect(throws: CryptoError.invalidKey("the private scalar is not \(curve.size) bytes in 1..<n")) {
                try agree(curve, scalar: scalar, x: one.x, y: one.y)
            }
        }
    }
}
