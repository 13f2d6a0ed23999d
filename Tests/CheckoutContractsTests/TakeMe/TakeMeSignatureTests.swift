import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutContracts

@Suite struct TakeMeSignatureTests {
    private static let secret = "sk_test_sandbox"
    private static let body = Array(
        """
        {"id":"evt_1","type":"source.chargeable","created":1769860800000,"data":{"object":"source","id":"src_1",\
        "status":"chargeable","amount":10,"currency":"JPY"}}
        """.utf8)
    private static let value =
        "t=1769860800,v1=d76781ce51f4b66162ae471743687aefe11debe42d916f3061f46fc7fc13fd9f"
    private static let time = Timestamp(microseconds: 1_769_860_800_000_000)

    private static func refusal(
        _ value: String?, of body: [UInt8] = body, secret: String = secret, at now: Timestamp = time,
        tolerance: Duration = .seconds(300)
    ) -> TakeMeSignatureError? {
        do throws(TakeMeSignatureError) {
            try TakeMeSignature.verify(
                value, of: body, secret: SecretBytes(copying: secret.utf8), at: now, tolerance: tolerance)
            return nil
        } catch {
            return error
        }
    }

    @Test("Making and verifying the vectors' signatures succeeds")
    func vectors() throws {
        let vectors: [(secret: String, seconds: Int64, body: [UInt8], value: String)] = [
            (Self.secret, 1_769_860_800, Self.body, Self.value),
            ("whsec-é", 0, [], "t=0,v1=4eba91c909674540934eeada14bf813bd877ed74b463cb2ba903ec5893c9e3bb"),
            (
                String(repeating: "k", count: 100), 999_999_999_999, Array(0...255),
                "t=999999999999,v1=1c49a6d9fa68378987ef9442cf7d653b65682325d8064d51885bcbae96e4fe7c"
            ),
        ]
        for (secret, seconds, body, value) in vectors {
            let time = Timestamp(microseconds: seconds * 1_000_000)
            let signature = TakeMeSignature(signing: body, at: time, secret: SecretBytes(copying: secret.utf8))
            #expect(signature.description == value)
            #expect(Self.refusal(value, of: body, secret: secret, at: time) == nil)
        }
    }

    @Test("1,000 generated webhooks, some of them changed, have the signatures and verdicts that Python computes")
    func generated() {
        var (random, lines) = (SplitMix(seed: 42), [UInt8]())
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        func bytes(_ limit: Int) -> [UInt8] { (0..<pick(limit + 1)).map { _ in UInt8(pick(256)) } }
        func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
            var bytes = bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            return bytes
        }
        for _ in 0..<1000 {
            let (secret, seconds, body) = (bytes(100), pick(2_000_000_000), bytes(300))
            func verdict(_ value: [UInt8], _ body: [UInt8], at seconds: Int, tolerance: Int = 300) -> String {
                do throws(TakeMeSignatureError) {
                    try TakeMeSignature.verify(
                        String(decoding: value, as: UTF8.self), of: body, secret: SecretBytes(copying: secret),
                        at: Timestamp(microseconds: Int64(seconds) * 1_000_000), tolerance: .seconds(tolerance))
                    return "taken"
                } catch {
                    return switch error {
                    case .missing: "missing"
                    case .malformed: "malformed"
                    case .mismatch: "mismatch"
                    case .outsideTolerance: "outside_tolerance"
                    }
                }
            }
            let signature = TakeMeSignature(
                signing: body, at: Timestamp(microseconds: Int64(seconds) * 1_000_000),
                secret: SecretBytes(copying: secret))
            let value = Array(signature.description.utf8)
            let (now, tolerance) = (seconds + pick(5) - 2, pick(4))
            var verdicts = [verdict(value, body, at: now, tolerance: tolerance)]
            verdicts.append(verdict(flipped(value, pick(8 * value.count)), body, at: seconds))
            verdicts.append(verdict(value, flipped(body + [0], pick(8 * (body.count + 1))), at: seconds))
            let moved = Array("t=\(seconds / 10),".utf8) + value.suffix(67)
            verdicts.append(verdict(moved, Array("\(seconds % 10)".utf8) + body, at: seconds / 10))
            lines += "\(signature) \(verdicts.joined(separator: " "))\n".utf8
        }
        // Tests/EndToEnd/checkout has the same number.
        #expect(Hex.encode(Digest.sha256(lines)) == "4f6779c28112ddf299f39d77efdba2939014f9cd4c3a0c6c82f8eebcf0ef5062")
    }

    @Test("Fractions of a second do not change the signed time")
    func wholeSeconds() {
        let signature = TakeMeSignature(
            signing: Self.body, at: Self.time + .milliseconds(999), secret: SecretBytes(copying: Self.secret.utf8))
        #expect(signature.description == Self.value)
    }

    @Test("One flipped bit of the header is refused, wherever it is")
    func flippedBitsOfTheHeader() {
        for index in Self.value.utf8.indices {
            for bit in 0..<8 {
                var bytes = Array(Self.value.utf8)
                bytes[Self.value.utf8.distance(from: Self.value.startIndex, to: index)] ^= 1 << bit
                let error = Self.refusal(String(decoding: bytes, as: UTF8.self))
                #expect(error == .malformed || error == .mismatch)
            }
        }
    }

    @Test("One flipped bit of the body is refused, wherever it is")
    func flippedBitsOfTheBody() {
        for index in Self.body.indices {
            for bit in 0..<8 {
                var body = Self.body
                body[index] ^= 1 << bit
                #expect(Self.refusal(Self.value, of: body) == .mismatch)
            }
        }
    }

    @Test("The separator between time and body cannot be moved")
    func movedSeparator() {
        let tag = Self.value.dropFirst("t=1769860800".count)
        #expect(Self.refusal("t=176986080\(tag)", of: Array("0.".utf8) + Self.body) == .mismatch)
        #expect(Self.refusal("t=176986080\(tag)", of: Array("0".utf8) + Self.body) == .mismatch)
        #expect(Self.refusal("t=17698608000\(tag)", of: Self.body) == .mismatch)
        #expect(Self.refusal("t=1769860800.\(tag)", of: Self.body) == .malformed)
    }

    @Test(
        "A header of another spelling is malformed",
        arguments: [
            "", "t=1769860800", "v1=00", "t=,v1=", "t= 1769860800,v1=TAG", "t=1769860800, v1=TAG",
            "v1=TAG,t=1769860800",
            "t=01769860800,v1=TAG", "t=+1769860800,v1=TAG", "t=-1,v1=TAG", "t=1769860800,v1=TAG,v1=TAG",
            "t=1769860800,v0=TAG", "t=1769860800,v1=TAG0", "t=1769860800,v1=TAG ", "t=1769860800;v1=TAG",
            "t=9999999999999,v1=TAG", "t=99999999999999999999999,v1=TAG", "t=1769860800,v1=UPPER",
        ])
    func otherSpellings(spelling: String) {
        let tag = String(Self.value.suffix(64))
        let value = spelling.replacing("TAG", with: tag).replacing("UPPER", with: tag.uppercased())
        #expect(Self.refusal(value) == .malformed)
    }

    @Test("A webhook without the header, or signed with another secret, is refused")
    func missingAndForeign() {
        #expect(Self.refusal(nil) == .missing)
        #expect(Self.refusal(Self.value, secret: "sk_test_sandbox2") == .mismatch)
        #expect(Self.refusal(Self.value, secret: "") == .mismatch)
    }

    @Test(
        "The caller's tolerance holds to the second, in both directions",
        arguments: [(0, 0, true), (0, 1, false), (300, 300, true), (300, 301, false)])
    func tolerance(tolerance: Int, distance: Int, isTaken: Bool) {
        for sign in [-1, 1] {
            let now = Self.time + .seconds(sign * distance)
            let expected = isTaken ? nil : TakeMeSignatureError.outsideTolerance(age: .seconds(sign * distance))
            #expect(Self.refusal(Self.value, at: now, tolerance: .seconds(tolerance)) == expected)
        }
        #expect(Self.refusal(Self.value, tolerance: .seconds(-1)) == .outsideTolerance(age: .zero))
    }

    @Test("A refusal names the header and hides the secret")
    func refusals() {
        let errors: [TakeMeSignatureError] = [
            .missing, .malformed, .mismatch, .outsideTolerance(age: .seconds(301)),
            .outsideTolerance(age: .seconds(-301)),
        ]
        for error in errors { #expect(error.description.hasPrefix("TakeMe-Signature: ")) }
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}
