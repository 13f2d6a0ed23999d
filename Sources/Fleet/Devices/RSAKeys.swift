import Synchronization
import ToqueCrypto

/// The RSA keys of a fleet. The search for a key's primes takes a quarter of a second, so devices share a few keys. From
/// the first registration that needs one, the others are made in the background.
///
/// The seed gives the keys, as it gives all others. Credentials with the same key have different IDs.
final class RSAKeys: Sendable {
    /// A key that several registrations use.
    struct Key: Sendable {
        private final class Pair: Sendable {
            let pair: KeyPair
            init(_ pair: consuming KeyPair) { self.pair = pair }
        }

        private let made: Pair

        fileprivate init(_ pair: consuming KeyPair) { made = Pair(pair) }

        var pair: KeyPair {
            KeyPair(
                type: made.pair.type, publicKey: made.pair.publicKey,
                secret: made.pair.secret.withUnsafeBytes { SecretBytes(copying: $0) })
        }
    }

    private struct Name: Hashable {
        let bits: Int
        let number: Int
    }

    private let seed: FleetSeed
    private let count: Int
    private let keys = Mutex<[Name: Task<Key, any Error>]>([:])

    /// - Parameter count: the number of keys of a size; 1 or more.
    init(_ seed: FleetSeed, count: Int = 16) { (self.seed, self.count) = (seed, count) }

    /// The key of a device; waits until it is made.
    func key(bits: Int, ofDevice number: Int) async throws -> Key {
        let isFirst = keys.withLock { keys in !keys.keys.contains { $0.bits == bits } }
        let key = key(Name(bits: bits, number: Int(number.magnitude % UInt(count))))
        if isFirst {
            // One after the other, so that at most one processor is busy with what nobody waits for.
            Task.detached(priority: .background) { [self] in
                for number in 0..<count { _ = try? await self.key(Name(bits: bits, number: number)).value }
            }
        }
        return try await key.value
    }

    private func key(_ name: Name) -> Task<Key, any Error> {
        keys.withLock { keys in
            if let key = keys[name] { return key }
            let random = SeededRandom(seed: seed.secret(ofRSAKey: name.number))
            let key = Task.detached(priority: .utility) {
                Key(try KeyPair.generate(.rsa(bits: name.bits), random: random))
            }
            keys[name] = key
            return key
        }
    }
}
