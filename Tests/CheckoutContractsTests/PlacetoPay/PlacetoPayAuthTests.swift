import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@Suite struct PlacetoPayAuthTests {
    private static let now = Timestamp(microseconds: 1_687_359_366_000_000)  // 2023-06-21T09:56:06-05:00

    private func auth(nonce: String = "927342197", seed: String = "2023-06-21T09:56:06-05:00") -> PlacetoPayAuth {
        PlacetoPayAuth(
            login: "site", secretKey: PlacetoPayVectors.key(), nonce: Array(nonce.utf8), seed: seed)
    }

    private func error(
        of auth: PlacetoPayAuth, secret: String = PlacetoPayVectors.secret, at time: Timestamp = now
    ) -> PlacetoPayAuthError? {
        do throws(PlacetoPayAuthError) {
            try auth.judge(secretKey: PlacetoPayVectors.key(secret), at: time)
            return nil
        } catch {
            return error
        }
    }

    @Test("Making and verifying the proofs that Python computed succeeds", arguments: PlacetoPayVectors.auth)
    func vectors(raw: String, nonce: String, seed: String, secret: String, tranKey: String) throws {
        let auth = PlacetoPayAuth(
            login: "site", secretKey: PlacetoPayVectors.key(secret), nonce: Array(raw.utf8), seed: seed)
        #expect(auth == PlacetoPayAuth(login: "site", tranKey: tranKey, nonce: nonce, seed: seed))
        let time = try #require(PlacetoPayDate.instant(seed))
        #expect(error(of: auth, secret: secret, at: time) == nil)
        #expect(error(of: auth, secret: secret + "x", at: time) == .wrongTranKey)
    }

    @Test("1,000 generated proofs and signatures equal those that Python computes, and verify")
    func generated() throws {
        var (generator, text) = (PlacetoPayGenerator(), "")
        for _ in 0..<1000 {
            let (auth, secret) = generator.auth()
            text += "\(auth.tranKey)\n"
            #expect(error(of: auth, secret: secret, at: try #require(PlacetoPayDate.instant(auth.seed))) == nil)
            let (notification, key) = generator.notification()
            text += "\(notification.signature)\n"
            try notification.verify(secretKey: PlacetoPayVectors.key(key))
        }
        #expect(Hex.encode(Digest.sha256(text)) == PlacetoPayVectors.digestOfGenerated)
    }

    @Test("One flipped bit of the nonce, the seed, the proof or the secret key is refused")
    func flippedBits() throws {
        let right = auth()
        var raw = Array("927342197".utf8)
        for bit in 0..<raw.count * 8 {
            raw[bit / 8] ^= 1 << (bit % 8)
            var changed = right
            changed.nonce = Base64.encode(raw)
            #expect(error(of: changed) == .wrongTranKey)
            raw[bit / 8] ^= 1 << (bit % 8)
        }
        var (seed, key) = (Array(right.seed.utf8), Array(right.tranKey.utf8))
        for bit in 0..<seed.count * 8 {
            seed[bit / 8] ^= 1 << (bit % 8)
            var changed = right
            changed.seed = String(decoding: seed, as: UTF8.self)
            // A malformed seed is reported as such, and another seed breaks the proof.
            #expect([.malformed, .wrongTranKey].contains(error(of: changed)), "\(changed.seed)")
            seed[bit / 8] ^= 1 << (bit % 8)
        }
        for bit in 0..<key.count * 8 {
            key[bit / 8] ^= 1 << (bit % 8)
            var changed = right
            changed.tranKey = String(decoding: key, as: UTF8.self)
            #expect(error(of: changed) == .wrongTranKey)
            key[bit / 8] ^= 1 << (bit % 8)
        }
    }

    @Test("Bytes that move between nonce, seed and secret key break the proof")
    func movedBoundaries() throws {
        let right = auth()
        let (nonce, seed, secret) = ("927342197", right.seed, PlacetoPayVectors.secret)
        for count in 1...8 {
            let fromNonce = PlacetoPayAuth(
                login: "site", tranKey: right.tranKey, nonce: Base64.encode(nonce.utf8.dropLast(count)),
                seed: nonce.suffix(count) + seed)
            #expect(error(of: fromNonce) == .malformed)
            let fromSeed = PlacetoPayAuth(
                login: "site", tranKey: right.tranKey, nonce: Base64.encode((nonce + seed.prefix(count)).utf8),
                seed: String(seed.dropFirst(count)))
            #expect(error(of: fromSeed) == .malformed)
            let toSecret = PlacetoPayAuth(
                login: "site", tranKey: right.tranKey, nonce: right.nonce, seed: String(seed.dropLast(count)))
            #expect(error(of: toSecret, secret: seed.suffix(count) + secret) == .malformed)
            let fromSecret = PlacetoPayAuth(
                login: "site", tranKey: right.tranKey, nonce: right.nonce, seed: seed + secret.prefix(count))
            #expect(error(of: fromSecret, secret: String(secret.dropFirst(count))) == .malformed)
        }
    }

    @Test("A seed may differ from the clock by up to five minutes in either direction, and no more")
    func window() {
        for sign in [-1, 1] {
            #expect(error(of: auth(), at: Self.now + .seconds(sign * 300)) == nil)
            #expect(error(of: auth(), at: Self.now + .microseconds(Int64(sign) * 300_000_001)) == .seedOutOfTime)
        }
        // A wrong proof reveals nothing about the clock.
        #expect(error(of: auth(), secret: "other", at: Self.now + .seconds(900)) == .wrongTranKey)
    }

    @Test(
        "Both printed forms of a date are read, and either one's parts with the other's",
        arguments: [
            "2023-10-17T16:22:00-05:00", "2023-10-17T16:22-0500", "2023-10-17T16:22-05:00", "2023-10-17T16:22:00-0500",
            "2023-10-17T21:22:00Z", "2023-10-17T21:22Z", "2023-10-18T02:52+0530", "2023-10-17T16:22:00.000-05:00",
        ])
    func dates(_ text: String) throws {
        #expect(PlacetoPayDate.instant(text)?.description == "2023-10-17T21:22:00.000000Z")
    }

    @Test(
        "No other text is a date",
        arguments: [
            "", "2023-10-17", "2023-10-17T16:22", "2023-10-17T16:22:00", "2023-10-17T16:22-05", "2023-10-17T16-0500",
            "2023-02-30T16:22-0500", "2023-10-17T24:22-0500", "2023-10-17T16:22-05:0", "2023-10-17 16:22-0500",
            "2023-10-17T16:22-0500 ", "12023-10-17T16:22-0500", "2023-10-17T16:22:05:00-0500", "2023-10-17T1é:22-0500",
        ])
    func notDates(_ text: String) { #expect(PlacetoPayDate.instant(text) == nil) }

    @Test("Dates are written with Colombia's offset")
    func writtenDates() {
        #expect(PlacetoPayDate.text(Self.now) == "2023-06-21T09:56:06-05:00")
        #expect(PlacetoPayDate.text(.init(microseconds: 999_999)) == "1969-12-31T19:00:00-05:00")
    }

    @Test("A request is accepted once, and the same nonce at another time is another request")
    func replay() throws {
        var replays = PlacetoPayReplays()
        try replays.take(auth(), at: Self.now)
        #expect(throws: PlacetoPayAuthError.wrongTranKey) { try replays.take(auth(), at: Self.now) }
        #expect(throws: PlacetoPayAuthError.wrongTranKey) { try replays.take(auth(), at: Self.now + .seconds(300)) }
        try replays.take(auth(seed: "2023-06-21T09:56:07-05:00"), at: Self.now)
        try replays.take(auth(nonce: "1"), at: Self.now)
        var other = auth()
        other.login = "other"
        try replays.take(other, at: Self.now)
    }

    @Test("The log forgets requests that are too old to repeat, and no others")
    func forgetting() throws {
        var replays = PlacetoPayReplays()
        for number in 0..<3000 {
            let time = Self.now + .seconds(number)
            try replays.take(auth(nonce: "\(number)", seed: PlacetoPayDate.text(time)), at: time)
        }
        let time = Self.now + .seconds(2999)
        for number in 2700..<3000 {
            let auth = auth(nonce: "\(number)", seed: PlacetoPayDate.text(Self.now + .seconds(number)))
            #expect(throws: PlacetoPayAuthError.wrongTranKey) { try replays.take(auth, at: time) }
        }
        #expect(replays.count < 1400)
    }

    @Test("A missing, malformed or overlong member of auth is number 100")
    func malformed() throws {
        let body: JSON = ["auth": auth().json]
        #expect(try PlacetoPayAuth(ofRequest: body) == auth())
        for name in ["login", "tranKey", "nonce", "seed"] {
            for value: JSON? in [nil, .null, 1, "", ["a"]] {
                #expect(throws: PlacetoPayAuthError.malformed) {
                    try PlacetoPayAuth(ofRequest: body.with("auth.\(name)", value))
                }
            }
        }
        for (name, limit) in [("login", 32), ("tranKey", 64), ("nonce", 255), ("seed", 35)] {
            func text(_ count: Int) -> JSON { .string(String(repeating: "a", count: count)) }
            _ = try PlacetoPayAuth(ofRequest: body.with("auth.\(name)", text(limit)))
            #expect(throws: PlacetoPayAuthError.malformed) {
                try PlacetoPayAuth(ofRequest: body.with("auth.\(name)", text(limit + 1)))
            }
        }
        for body: JSON in [[:], ["auth": .null], ["auth": "x"], [], "x"] {
            #expect(throws: PlacetoPayAuthError.malformed) { try PlacetoPayAuth(ofRequest: body) }
        }
        for nonce in ["OTI3MzQyMTk", "OTI3-zQy", "!", "OTI3MzQyMTk3\n"] {
            var changed = auth()
            changed.nonce = nonce
            #expect(error(of: changed) == .malformed)
        }
    }

    @Test("An error's message contains its number, which can be read from it", arguments: PlacetoPayAuthError.allCases)
    func messages(_ error: PlacetoPayAuthError) {
        #expect(error.message == "Authentication failed \(error.rawValue)")
        #expect(PlacetoPayAuthError(message: error.message) == error)
        #expect(PlacetoPayAuthError(message: "\(error.rawValue)") == nil)
        #expect(PlacetoPayAuthError(message: "Authentication failed 99") == nil)
    }
}
