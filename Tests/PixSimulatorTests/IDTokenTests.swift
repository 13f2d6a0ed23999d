import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import PixSimulator

@Suite struct IDTokenTests {
    private static let now = Timestamp(microseconds: 1_772_366_400_000_000)

    private func token(_ issuer: IDTokenIssuer, state: String) throws -> String {
        try issuer.token(
            issuer: "http://127.0.0.1:1", audience: "belvo.com", subject: "c1", nonce: "n1", state: state, code: "c",
            issuedAt: Self.now)
    }

    @Test func bindsStateAndCode() async throws {
        let store = try SandboxStore(.memory, clock: ManualClock(now: Self.now)) { _, _ in }
        let parts = try await store.write("t") { transaction in
            try token(IDTokenIssuer(transaction, random: SeededRandom(seed: "1")), state: "s1")
                .split(separator: ".").map(String.init)
        }
        #expect(parts.count == 3)
        let header = try JSON(parsing: try #require(Base64URL.decode(parts[0])))
        #expect(header == ["alg": "ES256", "typ": "JWT"])
        let claims = try JSON(parsing: try #require(Base64URL.decode(parts[1])))
        #expect(claims["s_hash"] == .base64URL(Digest.sha256("s1").prefix(16)))
        #expect(claims["c_hash"] == .base64URL(Digest.sha256("c").prefix(16)))
        #expect(claims["nonce"] == "n1")
        #expect(claims["iat"] == 1_772_366_400)
        #expect(claims["exp"] == 1_772_366_700)
    }

    /// Often enough that some r or s begins with a zero byte, which DER leaves out.
    @Test func signsWithTheDatabasesKey() async throws {
        let store = try SandboxStore(.memory, clock: ManualClock(now: Self.now)) { _, _ in }
        try await store.write("t") { transaction in
            let first = try IDTokenIssuer(transaction, random: SeededRandom(seed: "1"))
            // The same key comes out of the database, whatever the source says now.
            let second = try IDTokenIssuer(transaction, random: SeededRandom(seed: "2"))
            #expect(first.publicKey == second.publicKey)
            let key = try VerifyingKey(first.publicKey)
            for number in 0..<1000 {
                let parts = try token(second, state: "\(number)").split(separator: ".")
                let raw = try #require(Base64URL.decode(String(parts[2])))
                #expect(raw.count == 64)
                let signed = Array("\(parts[0]).\(parts[1])".utf8)
                #expect(key.verify(Self.der(raw), of: signed, scheme: .ecdsa(.sha256)))
            }
        }
    }

    private static func der(_ raw: [UInt8]) -> [UInt8] {
        let numbers = [raw.prefix(32), raw.suffix(32)].flatMap { half in
            var number = Array(half.drop { $0 == 0 })
            if number.first.map({ $0 > 127 }) ?? true { number.insert(0, at: 0) }
            return [0x02, UInt8(number.count)] + number
        }
        return [0x30, UInt8(numbers.count)] + numbers
    }
}
