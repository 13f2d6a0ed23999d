import Attestation
import Testing
import ToqueCrypto

@Suite struct AndroidKeyDescriptionTests {
    private static let challenge = Digest.sha256("client data")

    /// KeyDescription in its members, valid until a test changes one.
    private struct Members {
        var attestationVersion = DER.integer(4)
        var attestationLevel = DER.enumerated(1)
        var keyMintVersion = DER.integer(41)
        var keyMintLevel = DER.enumerated(2)
        var challenge = DER.octetString(AndroidKeyDescriptionTests.challenge)
        var uniqueID = DER.octetString([])
        var software = DER.sequence()
        var hardware = DER.sequence()
        var more: [UInt8] = []
        var trailing: [UInt8] = []

        var encoded: [UInt8] {
            DER.sequence(
                attestationVersion, attestationLevel, keyMintVersion, keyMintLevel, challenge, uniqueID, software,
                hardware, more) + trailing
        }
    }

    private func description(_ change: (inout Members) -> Void) throws -> AndroidKeyDescription {
        var members = Members()
        change(&members)
        return try AndroidKeyDescription(decoding: members.encoded)
    }

    private static let purposes = DER.explicit(1, DER.set(of: [DER.integer(2), DER.integer(3)]))
    private static let generated = DER.explicit(702, DER.integer(0))
    private static let allApplications = DER.explicit(600, DER.null)

    @Test("A key description is read with its versions, security levels, challenge and authorizations")
    func isRead() throws {
        let description = try description {
            $0.uniqueID = DER.octetString([7, 8])
            $0.software = DER.sequence(Self.allApplications)
            $0.hardware = DER.sequence(Self.purposes, Self.generated)
        }
        #expect(description.attestationVersion == 4 && description.attestationSecurityLevel == .trustedEnvironment)
        #expect(description.keyMintVersion == 41 && description.keyMintSecurityLevel == .strongBox)
        #expect(description.attestationChallenge == Self.challenge && description.uniqueID == [7, 8])
        #expect(description.softwareEnforced.allApplications)
        #expect(description.softwareEnforced.origin == nil && description.softwareEnforced.purposes.isEmpty)
        #expect(description.hardwareEnforced.purposes == [.sign, .init(rawValue: 3)])
        #expect(description.hardwareEnforced.origin == .generated && !description.hardwareEnforced.allApplications)
    }

    @Test("A key description round-trips through DER byte for byte")
    func isWrittenAsItIsRead() throws {
        let written = AndroidKeyDescription(
            attestationVersion: 4, attestationSecurityLevel: .trustedEnvironment, keyMintVersion: 41,
            keyMintSecurityLevel: .strongBox, attestationChallenge: Self.challenge, uniqueID: [7, 8],
            softwareEnforced: .init(allApplications: true),
            hardwareEnforced: .init(purposes: [.sign, .init(rawValue: 3)], origin: .generated))
        let bytes = Members(
            uniqueID: DER.octetString([7, 8]), software: DER.sequence(Self.allApplications),
            hardware: DER.sequence(Self.purposes, Self.generated)
        ).encoded
        #expect(written.encoded == bytes)
        #expect(try AndroidKeyDescription(decoding: bytes) == written)
        #expect(Self.generated == [0xBF, 0x85, 0x3E, 0x03, 0x02, 0x01, 0x00])
    }

    /// Keymaster 2 to 4.1, KeyMint 1 to 4.
    @Test(
        "Key descriptions of every Keymaster and KeyMint version are read",
        arguments: [(1, 2), (2, 3), (3, 4), (4, 41), (100, 100), (200, 200), (300, 300), (400, 400)])
    func ofEachVersion(attestation: UInt, keyMint: UInt) throws {
        let description = try description {
            $0.attestationVersion = DER.integer(attestation)
            $0.keyMintVersion = DER.integer(keyMint)
        }
        #expect(description.attestationVersion == attestation && description.keyMintVersion == keyMint)
    }

    /// rootOfTrust, osVersion, attestationApplicationId, moduleHash and all later ones.
    @Test("Unknown authorizations are ignored")
    func passesOverWhatItDoesNotKnow() throws {
        let unknown = [
            DER.explicit(5, DER.set(of: [DER.integer(4)])), DER.explicit(10, DER.integer(1)),
            DER.explicit(303, DER.null), DER.explicit(503, DER.null), Self.generated,
            DER.explicit(
                704,
                DER.sequence(
                    DER.octetString([1]), DER.boolean(true), DER.enumerated(0), DER.octetString([2]))),
            DER.explicit(705, DER.integer(16)), DER.explicit(709, DER.octetString([1, 2, 3])),
            DER.explicit(724, DER.octetString(Self.challenge)), DER.explicit(9999, DER.null),
        ]
        let description = try description { $0.hardware = DER.sequence(of: unknown) }
        var expected = AndroidAuthorizationList()
        expected.origin = .generated
        #expect(description.hardwareEnforced == expected)
    }

    private static let faults: [(name: String, change: @Sendable (inout Members) -> Void)] = [
        ("a version that is no INTEGER", { $0.attestationVersion = DER.enumerated(4) }),
        ("a security level that is no ENUMERATED", { $0.attestationLevel = DER.integer(1) }),
        ("an unknown attestation security level", { $0.attestationLevel = DER.enumerated(3) }),
        ("an unknown key security level", { $0.keyMintLevel = [0x0A, 0x01, 0xFF] }),
        ("a challenge that is no OCTET STRING", { $0.challenge = DER.integer(1) }),
        ("no unique ID", { $0.uniqueID = [] }),
        ("one list", { $0.hardware = [] }),
        ("a list that is a SET", { $0.hardware = DER.set(of: []) }),
        ("a ninth member", { $0.more = DER.null }),
        ("bytes after it", { $0.trailing = [0] }),
        ("an authorization without a tag", { $0.hardware = DER.sequence(DER.null) }),
        ("an authorization twice", { $0.hardware = DER.sequence(generated, generated) }),
        ("a negative origin", { $0.hardware = DER.sequence(DER.explicit(702, [0x02, 0x01, 0xFF])) }),
        ("an origin that is no INTEGER", { $0.hardware = DER.sequence(DER.explicit(702, DER.null)) }),
        (
            "two origins under one tag",
            {
                $0.hardware = DER.sequence(
                    DER.explicit(702, DER.integer(0) + DER.integer(2)))
            }
        ),
        ("purposes that are no SET", { $0.software = DER.sequence(DER.explicit(1, DER.integer(2))) }),
        (
            "a purpose that is no INTEGER",
            { $0.software = DER.sequence(DER.explicit(1, DER.set(of: [DER.null]))) }
        ),
        (
            "allApplications that is not NULL",
            { $0.software = DER.sequence(DER.explicit(600, DER.boolean(false))) }
        ),
        ("an authorization that is cut short", { $0.software = [0x30, 0x03, 0xBF, 0x85, 0x3E] }),
    ]

    @Test("A malformed key description is refused", arguments: faults.indices)
    func isRefused(_ index: Int) {
        let fault = Self.faults[index]
        #expect(throws: DERError.self, "\(fault.name)") { try description(fault.change) }
    }

    @Test("A key description cut short at any byte is refused")
    func cutShort() throws {
        let whole = Members(hardware: DER.sequence(Self.purposes, Self.generated)).encoded
        #expect(throws: Never.self) { try AndroidKeyDescription(decoding: whole) }
        for count in whole.indices {
            #expect(throws: DERError.self) { try AndroidKeyDescription(decoding: Array(whole[..<count])) }
        }
    }
}
