import Testing

@testable import ToqueCrypto

@Suite("Points of Edwards curves")
struct EdwardsPointTests {
    /// The y of 2 to 39 that belong to points, computed by other code with Euler's criterion and the curves' equations.
    @Test("A small y belongs to a point exactly if Euler's criterion says so")
    func smallNumbers() {
        let points25519: Set = [
            3, 4, 5, 6, 9, 10, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 30, 32, 33, 35, 37, 39,
        ]
        let points448: Set = [3, 4, 5, 7, 8, 9, 12, 13, 19, 21, 24, 25, 26, 27, 29, 31, 33, 35, 36, 37, 38, 39]
        for y in UInt8(2)..<40 {
            let zeros = [UInt8](repeating: 0, count: 56)
            #expect(PublicKeyParameters.ed25519([y] + zeros[..<31]).isPoint == points25519.contains(Int(y)), "\(y)")
            #expect(PublicKeyParameters.ed448([y] + zeros).isPoint == points448.contains(Int(y)), "\(y)")
        }
    }

    @Test("A generated public key is a point of its curve", arguments: [KeyType.ed25519, .ed448])
    func thoseOfKeys(type: KeyType) throws {
        for seed in 0..<50 {
            let pair = try KeyPair.generate(type, random: SeededRandom(seed: "point \(seed)"))
            #expect(pair.publicKey.isPoint)
        }
    }

    @Test("Bytes of another length are no point")
    func otherLengths() {
        #expect(!PublicKeyParameters.ed25519([3]).isPoint)
        #expect(!PublicKeyParameters.ed448([]).isPoint)
    }
}
