import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import Inspector

@Suite("Authenticator data")
struct AuthenticatorDataNodeTests {
    @Test("Authenticator data shows each part with its byte range")
    func spellsOutEachPartWithItsRange() throws {
        let data = try Sample.authenticatorData(extensions: CBORMap([("credProtect", 2)]))
        let bytes = data.encoded
        let node = InspectionNode(authenticatorData: bytes, context: .init(rpID: "belvo.com"))
        #expect(node.problem == nil)
        #expect(node.range == 0..<bytes.count)
        #expect(node["rpIdHash"]?.value == "\(Hex.encode(data.rpIDHash)) = SHA-256(belvo.com)")
        #expect(node["flags"]?.value == "dd = UP UV BE BS AT ED")
        #expect(node["flags"]?.range == 32..<33)
        #expect(node["signCount"]?.value == "258")
        let attested = try #require(node["attestedCredentialData"])
        #expect(attested["aaguid"]?.value == "00000000-0000-0000-0000-000000000000")
        #expect(attested["aaguid"]?.range == 37..<53)
        #expect(attested["credentialIdLength"]?.value == "3")
        #expect(attested["credentialId"]?.value == "c0ffee")
        #expect(attested["credentialId"]?.range == 55..<58)
        #expect(attested["credentialPublicKey"]?.value == "EC2 P-256, ES256 (-7)")
        let x = try #require(attested["credentialPublicKey"]?["x"])
        let range = try #require(x.range)
        #expect(x.value == "32 bytes: \(Hex.encode(bytes[range].suffix(32)))")
        #expect(node["extensions"]?["credProtect"]?.value == "2 = userVerificationOptionalWithCredentialIDList")
        #expect(node["extensions"]?.range?.upperBound == bytes.count)
        // The parts follow each other without a gap.
        let ranges = node.children.compactMap(\.range)
        #expect(ranges.first?.lowerBound == 0)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    @Test("Faulty authenticator data shows its problem and the readable rest")
    func saysWhatIsWrongAndShowsTheRest() throws {
        let bytes = try Sample.authenticatorData().encoded
        let cut = InspectionNode(authenticatorData: Array(bytes.dropLast(5)))
        #expect(cut.problem?.contains("the credential public key") == true)
        #expect(cut["flags"]?.value == "5d = UP UV BE BS AT")
        #expect(cut["attestedCredentialData"]?["credentialId"]?.value == "c0ffee")
        #expect(
            cut["attestedCredentialData"]?["credentialPublicKey"]?["y"]?.problem
                == "the input ends after 27 of 32 bytes")
        let long = InspectionNode(authenticatorData: bytes + [1, 2])
        #expect(long["trailing"]?.range == bytes.count..<bytes.count + 2)
        #expect(long["trailing"]?.problem == "2 bytes too many")
        let short = InspectionNode(authenticatorData: [1, 2, 3])
        #expect(short.problem?.contains("3 bytes") == true)
        #expect(short.children.isEmpty)
        var unnamed = try Sample.authenticatorData()
        unnamed.attestedCredentialData?.credentialID = []
        let empty = InspectionNode(authenticatorData: unnamed.encoded)
        #expect(empty.problem?.contains("the credential ID is empty") == true)
        #expect(
            empty["attestedCredentialData"]?["credentialId"]?.problem == "empty, expected at least 1 byte")
        let other = InspectionNode(authenticatorData: bytes, context: .init(rpID: "example.org"))
        #expect(other["rpIdHash"]?.problem == "not the SHA-256 of example.org")
    }

    @Test(
        "The flags are shown by name, and invalid ones with a problem",
        arguments: [
            (UInt8(0x00), "00 = none", nil), (0x01, "01 = UP", nil), (0x11, "11 = UP BS", "BS is set without BE"),
            (0x23, "23 = UP", "a reserved bit is set"),
        ])
    func spellsOutTheFlags(_ flags: UInt8, _ value: String, _ problem: String?) {
        let node = InspectionNode(authenticatorData: [UInt8](repeating: 0, count: 32) + [flags, 0, 0, 0, 0])
        #expect(node["flags"]?.value == value)
        #expect(node["flags"]?.problem == problem)
    }
}
