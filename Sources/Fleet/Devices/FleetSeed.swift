import ToqueCrypto
import ToqueEncoding

/// What all keys of a fleet are derived from: the same seed gives the same devices in each process.
public struct FleetSeed: Sendable {
    private let key: [UInt8]

    /// - Parameter text: any text. Whoever knows it knows the devices' keys.
    public init(_ text: String) { key = Digest.sha256("toque fleet \(text)") }

    /// A new seed, whose devices nobody can make again.
    public static func random() -> FleetSeed { FleetSeed(Hex.encode(SystemRandom().bytes(32))) }

    /// The secret of a device, 32 bytes.
    func secret(ofDevice number: Int) -> [UInt8] { HMAC.sha256(key: key, message: Array("device \(number)".utf8)) }

    /// The seed of an RSA key that devices share.
    func secret(ofRSAKey number: Int) -> [UInt8] { HMAC.sha256(key: key, message: Array("RSA key \(number)".utf8)) }

    /// Numbers for a user's decisions: faults, scenarios, think times, the order of journeys.
    func decisions(ofUser number: Int) -> UserDecisions {
        UserDecisions(HMAC.sha256(key: key, message: Array("user \(number)".utf8)).leadingNumber)
    }
}

/// The numbers of SplitMix, as a value that tasks may hand on.
struct UserDecisions: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        var generator = SplitMix(seed: state)
        // A generator with the seed n + 1 gives other numbers than one with the seed n.
        state &+= 1
        return generator.next()
    }
}

extension [UInt8] {
    /// The first eight bytes as a number.
    var leadingNumber: UInt64 { prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
