import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueTestSupport
import ToqueWebAuthn

@Suite struct AuthenticatorDataTests {
    private static let aaguid = hex("000102030405060708090a0b0c0d0e0f")
    private static let key = hex("a401010327200621 5820" + String(repeating: "07", count: 32))

    private static func sample(extensions: CBORMap? = nil) throws -> AuthenticatorData {
        AuthenticatorData(
            rpIDHash: Digest.sha256("example.org"), flags: [.userPresent, .userVerified, .backupEligible],
            signCount: 0x0102_0304,
            attestedCredentialData: AttestedCredentialData(
                aaguid: try #require(AAGUID(aaguid)), credentialID: [0xAA, 0xBB, 0xCC], credentialPublicKey: key),
            extensions: extensions)
    }

    @Test("Authenticator data is encoded byte for byte in the specification's layout")
    func layout() throws {
        let bytes = try Self.sample(extensions: CBORMap([("a", true)])).encoded
        #expect(
            bytes
                == Digest.sha256("example.org") + hex("cd 01020304") + Self.aaguid + hex("0003 aabbcc") + Self.key
                + hex("a16161f5"))
        let assertion = AuthenticatorData(rpIDHash: Digest.sha256("example.org"), flags: .userPresent, signCount: .max)
        #expect(assertion.encoded == Digest.sha256("example.org") + hex("01 ffffffff"))
    }

    @Test("Authenticator data round-trips, with and without a credential and extensions")
    func whatIsWrittenIsRead() throws {
        for extensions in [nil, CBORMap(), CBORMap([("credProtect", 2)])] {
            let data = try Self.sample(extensions: extensions)
            #expect(try AuthenticatorData(decoding: data.encoded) == data)
        }
        let assertion = AuthenticatorData(
            rpIDHash: Digest.sha256("example.org"), flags: [], signCount: 0, extensions: CBORMap([("a", true)]))
        #expect(assertion.flags == .extensionData)
        #expect(try AuthenticatorData(decoding: assertion.encoded) == assertion)
    }

    @Test("An empty credential ID is refused")
    func emptyCredentialID() throws {
        var data = try Self.sample()
        data.attestedCredentialData?.credentialID = []
        #expect(throws: AuthenticatorDataError("the credential ID is empty, expected at least 1 byte")) {
            try AuthenticatorData(decoding: data.encoded)
        }
        data.attestedCredentialData?.credentialID = [0]
        #expect(try AuthenticatorData(decoding: data.encoded) == data)
    }

    @Test("AT and ED follow from the present data, not from the given flags")
    func flagsAnnounceWhatIsThere() throws {
        var data = AuthenticatorData(
            rpIDHash: Digest.sha256("x"), flags: [.userPresent, .attestedCredentialData, .extensionData], signCount: 0)
        #expect(data.flags == .userPresent)
        data.flags = [.userVerified, .attestedCredentialData]
        data.extensions = CBORMap()
        #expect(try AuthenticatorData(decoding: data.encoded).flags == [.userVerified, .extensionData])
    }

    @Test("Reserved flags round-trip")
    func reservedFlagsAreKept() throws {
        var bytes = AuthenticatorData(rpIDHash: Digest.sha256("x"), flags: .userPresent, signCount: 0).encoded
        bytes[32] |= 0x22
        let data = try AuthenticatorData(decoding: bytes)
        #expect(data.flags.rawValue == 0x23 && data.encoded == bytes)
    }

    @Test("Flags are described by the specification's abbreviations")
    func flagsInTheSpecificationsWords() {
        #expect(AuthenticatorData.Flags(rawValue: 0xFF).description == "UP UV BE BS AT ED")
        #expect(AuthenticatorData.Flags([.userVerified, .backupState]).description == "UV BS")
        #expect(AuthenticatorData.Flags([]).description == "")
    }

    @Test("Authenticator data with missing or trailing bytes is refused")
    func everyTruncationAndWhateverFollowsIsRefused() throws {
        for data in [try Self.sample(), try Self.sample(extensions: CBORMap([("a", [1, 2])]))] {
            let bytes = data.encoded
            for end in 0..<bytes.count {
                #expect(throws: AuthenticatorDataError.self, "up to byte \(end)") {
                    try AuthenticatorData(decoding: Array(bytes[..<end]))
                }
            }
            #expect(throws: AuthenticatorDataError("1 bytes follow that no flag announces")) {
                try AuthenticatorData(decoding: bytes + [0])
            }
        }
    }

    @Test("AT or ED without its data is refused")
    func aFlagWithoutItsDataIsRefused() {
        let bytes = AuthenticatorData(rpIDHash: Digest.sha256("x"), flags: [], signCount: 0).encoded
        for flag in [0x40, 0x80, 0xC0] as [UInt8] {
            var changed = bytes
            changed[32] = flag
            #expect(throws: AuthenticatorDataError.self) { try AuthenticatorData(decoding: changed) }
        }
    }

    @Test(
        "A credential key or extensions other than a canonical map are refused",
        arguments: [
            "80",  // an array
            "a2 03 26 01 02",  // out of order
            "a1 1801 02",  // not the shortest form
            "a2 01 02 01 02",  // twice
            "bf ff", "a1 01 c0 00", "a1 01", "a1 9b ffffffffffffffff",
        ])
    func theKeyAndTheExtensionsAreCanonicalMaps(map: String) throws {
        var data = try Self.sample()
        data.attestedCredentialData?.credentialPublicKey = hex(map)
        #expect(throws: AuthenticatorDataError.self) { try AuthenticatorData(decoding: data.encoded) }
        var assertion = AuthenticatorData(rpIDHash: Digest.sha256("x"), flags: [], signCount: 0).encoded
        assertion[32] = 0x80
        #expect(throws: AuthenticatorDataError.self) { try AuthenticatorData(decoding: assertion + hex(map)) }
    }

    @Test("Credential IDs of 1 to 65535 bytes round-trip")
    func lengthsOfCredentialIDs() throws {
        for count in [1, 255, 256, 1023, 65535] {
            var data = try Self.sample()
            data.attestedCredentialData?.credentialID = [UInt8](repeating: 1, count: count)
            #expect(try AuthenticatorData(decoding: data.encoded) == data)
        }
    }

    @Test("Random changes never trap, and data that is read is encoded to the same bytes")
    func randomBytesNeverTrap() throws {
        var random = SplitMix(seed: 61)
        let bytes = try Self.sample(extensions: CBORMap([("a", true)])).encoded
        for _ in 0..<5_000 {
            var changed = bytes
            for _ in 0..<3 {
                changed[Int.random(in: 32..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let data = try? AuthenticatorData(decoding: changed) else { continue }
            #expect(data.encoded == changed)
        }
    }

    @Test("An AAGUID has exactly 16 bytes and is described as a UUID")
    func aaguids() throws {
        #expect(AAGUID.zero.description == "00000000-0000-0000-0000-000000000000")
        #expect(AAGUID(Self.aaguid)?.description == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(AAGUID(Self.aaguid)?.bytes == Self.aaguid)
        #expect(AAGUID(Self.aaguid.dropLast()) == nil && AAGUID(Self.aaguid + [0]) == nil && AAGUID([]) == nil)
    }
}
