import Testing
import ToqueEncoding
import ToqueWebAuthn

@Suite struct OptionsSinkTests {
    /// Records its input, and refuses nothing.
    private struct Record: OptionsSink {
        var errors: [String] = []
        var notes: [String] = []

        mutating func tolerate(_ error: JSONMemberError) { errors.append("\(error)") }
        mutating func note(_ sentence: String, at path: String) { notes.append("\(path): \(sentence)") }
    }

    private static func options(_ member: String, _ value: JSON) -> JSON {
        var options: JSONObject = [
            "rp": ["name": "Example"], "user": ["id": "AQ", "name": "", "displayName": ""],
            "challenge": "AAECAwQFBgcICQoLDA0ODw", "pubKeyCredParams": [],
        ]
        options[member] = value
        return .object(options)
    }

    private static func strictError(_ options: JSON) -> String? {
        do throws(JSONMemberError) {
            _ = try PublicKeyCredentialCreationOptions(json: options)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let padded = "padded, base64url has no padding"

    @Test(
        "A sink gets each fault that a strict reading refuses, with the same error",
        arguments: [
            ("challenge", "AAECAwQFBgcICQoLDA0ODw==", ["challenge: \(padded)"]),
            ("challenge", "+/ECAwQFBgcICQoLDA0ODw", ["challenge: in the standard alphabet (+ and /) of base64"]),
            ("user", ["id": "AQ==", "name": "", "displayName": ""], ["user.id: \(padded)"]),
            (
                "user", ["id": "ana@example.com", "name": "", "displayName": ""],
                ["user.id: no base64url of 1 to 64 bytes, taken as its UTF-8 bytes"]
            ),
            ("excludeCredentials", [["type": "public-key", "id": "AQ=="]], ["excludeCredentials[0].id: \(padded)"]),
            ("timeout", 4_294_967_296, []), ("hints", "security-key", []),
        ] as [(String, JSON, [String])])
    func refusals(member: String, value: JSON, notes: [String]) throws {
        let options = Self.options(member, value)
        var sink = Record()
        _ = try PublicKeyCredentialCreationOptions(JSONReader(options), &sink)
        #expect(sink.notes == notes)
        #expect(sink.errors.count == 1 && sink.errors.first == Self.strictError(options))
    }

    @Test(
        "A sink is told what every reading ignores",
        arguments: [
            ("color", "blue", "color: unknown, passed over"), ("timeout", .null, "timeout: null, taken as absent"),
            ("attestation", "royal", #"attestation: unknown value "royal", taken as absent"#),
            ("challenge", "AA", "challenge: length 1, it should be 16 bytes at least"),
        ] as [(String, JSON, String)])
    func notes(member: String, value: JSON, note: String) throws {
        let options = Self.options(member, value)
        var sink = Record()
        let read = try PublicKeyCredentialCreationOptions(JSONReader(options), &sink)
        #expect(sink.notes == [note] && sink.errors.isEmpty)
        #expect(try PublicKeyCredentialCreationOptions(json: options) == read)
    }

    @Test("An error that cannot be tolerated ends both readings")
    func errors() {
        var sink = Record()
        #expect(throws: JSONMemberError(path: "timeout", found: "the number -1", expected: "milliseconds, 0 or more")) {
            try PublicKeyCredentialCreationOptions(JSONReader(Self.options("timeout", -1)), &sink)
        }
        #expect(
            Self.strictError(Self.options("timeout", -1))
                == "timeout: found the number -1, expected milliseconds, 0 to 4294967295")
    }
}
