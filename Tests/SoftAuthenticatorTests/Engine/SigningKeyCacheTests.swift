import Testing
import ToqueCOSE
import ToqueCrypto

@testable import SoftAuthenticator

@Suite("Opened keys")
struct SigningKeyCacheTests {
    private static func keys(_ count: Int) throws -> [(SigningKeyCache.Name, SigningKey)] {
        let random = SeededRandom(seed: "opened keys")
        return try (0..<count).map { _ in
            let pair = try KeyPair.generate(.ed25519, random: random)
            return (.publicKey(try COSEKey(algorithm: .edDSA, parameters: pair.publicKey)), try SigningKey(pair))
        }
    }

    @Test("The least recently used key is evicted first")
    func theOneNotUsedForLongestMakesRoom() throws {
        let cache = SigningKeyCache(capacity: 3)
        let keys = try Self.keys(5)
        for (name, key) in keys[..<3] { cache.insert(key, for: name) }
        #expect(cache[keys[0].0] === keys[0].1)
        cache.insert(keys[3].1, for: keys[3].0)
        #expect(cache[keys[1].0] == nil)
        #expect(cache[keys[2].0] === keys[2].1)
        cache.insert(keys[4].1, for: keys[4].0)
        #expect(cache[keys[0].0] == nil)
        #expect(cache[keys[2].0] === keys[2].1)
        #expect(cache[keys[3].0] === keys[3].1)
        #expect(cache[keys[4].0] === keys[4].1)
    }

    @Test("A key that is inserted again takes no second place")
    func aKeyIsKeptOnce() throws {
        let cache = SigningKeyCache(capacity: 2)
        let keys = try Self.keys(2)
        for _ in 0..<3 { cache.insert(keys[0].1, for: keys[0].0) }
        cache.insert(keys[1].1, for: keys[1].0)
        #expect(cache[keys[0].0] === keys[0].1)
        #expect(cache[keys[1].0] === keys[1].1)
    }

    @Test("A cache without capacity keeps no key", arguments: [0, -1])
    func maybeNone(_ capacity: Int) throws {
        let cache = SigningKeyCache(capacity: capacity)
        let (name, key) = try #require(try Self.keys(1).first)
        cache.insert(key, for: name)
        #expect(cache[name] == nil)
    }

    @Test("A cache for one key keeps only the newest")
    func ofOnePlace() throws {
        let cache = SigningKeyCache(capacity: 1)
        for (name, key) in try Self.keys(3) {
            cache.insert(key, for: name)
            #expect(cache[name] === key)
        }
        #expect(cache[try #require(try Self.keys(1).first).0] == nil)
    }

    @Test("removeAll() empties the cache, which then accepts keys again")
    func forgetsThemAll() throws {
        let cache = SigningKeyCache(capacity: 2)
        let keys = try Self.keys(3)
        for (name, key) in keys { cache.insert(key, for: name) }
        cache.removeAll()
        for (name, _) in keys { #expect(cache[name] == nil) }
        cache.insert(keys[0].1, for: keys[0].0)
        #expect(cache[keys[0].0] === keys[0].1)
    }
}
