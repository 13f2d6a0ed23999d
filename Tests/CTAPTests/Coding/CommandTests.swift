import CTAP
import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@Suite struct CommandTests {
    private func status(_ bytes: [UInt8]) -> CTAPStatus {
        do throws(CTAPStatus) {
            _ = try CTAPCommand(decoding: bytes)
            return .ok
        } catch {
            return error
        }
    }

    @Test("An empty request is refused with invalidLength")
    func anEmptyRequest() { #expect(status([]) == .invalidLength) }

    private static let known: [UInt8] = [
        0x01, 0x02, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x40, 0x41,
    ]

    @Test("An unknown command is refused, whatever follows it")
    func unknownCommands() {
        for code in 0...UInt8.max where !Self.known.contains(code) {
            #expect(status([code]) == .invalidCommand)
            #expect(status([code, 0xA0]) == .invalidCommand && status([code, 0xFF]) == .invalidCommand)
        }
    }

    @Test(
        "A command without parameters ignores one canonical item and refuses malformed CBOR",
        arguments: [
            (0x04, .getInfo), (0x07, .reset), (0x08, .getNextAssertion), (0x0B, .selection),
        ] as [(UInt8, CTAPCommand)])
    func commandsWithoutParameters(code: UInt8, command: CTAPCommand) throws {
        #expect(command.encoded == [code])
        for parameters in ["", "a0", "a10102", "80", "f6"] {
            #expect(try CTAPCommand(decoding: [code] + hex(parameters)) == command)
        }
        for parameters in ["a1", "a0a0", "ff", "a2010201 02", "8181818180"] {
            #expect(status([code] + hex(parameters)) == .invalidCBOR, "\(parameters)")
        }
    }

    /// Parameters that are one item but not a map.
    @Test(
        "Parameters that are no map are refused as an unexpected type",
        arguments: [0x01, 0x02, 0x06, 0x09, 0x0A, 0x0C, 0x0D, 0x40, 0x41] as [UInt8], ["80", "00", "f6", "40", "60"])
    func parametersThatAreNoMap(code: UInt8, parameters: String) {
        #expect(status([code] + hex(parameters)) == .cborUnexpectedType)
    }

    /// If stored as a C string, it would be another RP's ID.
    @Test("An RP ID with a NUL character is refused")
    func aRelyingPartyIDWithAZero() throws {
        let rpID = CBOR.text("example.com\0.org")
        let clientPIN: CBOR = [2: 9, 10: rpID]
        #expect(status([0x06] + clientPIN.encoded) == .invalidParameter)
        let getAssertion: CBOR = [1: rpID, 2: .bytes([UInt8](repeating: 0, count: 32))]
        #expect(status([0x02] + getAssertion.encoded) == .invalidParameter)
        let makeCredential: CBOR = [1: .bytes([UInt8](repeating: 0, count: 32)), 2: ["id": rpID]]
        #expect(status([0x01] + makeCredential.encoded) == .invalidParameter)
    }

    /// getKeyAgreement, {1: 2, 2: 2}, in forms that are not canonical or not CBOR (section 8).
    @Test(
        "Parameters that are not canonical CBOR are refused",
        arguments: [
            "a20118020202", "a21801020202", "a2190001020202", "b802 01020202", "b90002 01020202", "a202020102",
            "a201020102", "bf01020202ff", "a201020202 00", "a2010202", "a20102", "a2", "a201c1020202", "a3010202021863",
            "a3010202021863 5f4100ff", "a3010202020a 61ff", "a3010202021863 f820",
            "a3010202021863 fc", "a3010202021863 ff", "a3010202021863 1c", "a3010202021863 7801 61",
            "a3010202021863 5801 61", "a3010202021863 9801 00", "bbffffffffffffffff",
            "a3010202021863 9bffffffffffffffff",
            "a3010202021863 5bffffffffffffffff", "a3010202021863 7b7fffffffffffffff", "a3010202021863 81818180",
        ])
    func notCanonical(parameters: String) {
        #expect(status([0x06] + hex(parameters)) == .invalidCBOR)
    }

    /// Section 8 allows four levels, counting the parameters as the first.
    @Test("CBOR nested deeper than four levels is refused")
    func nesting() {
        #expect(status(hex("06 a3010202021863 818180")) == .ok)
        #expect(status(hex("06 a3010202021863 8181a0")) == .ok)
        #expect(status(hex("06 a3010202021863 81818180")) == .invalidCBOR)
        #expect(status(hex("06 a3010202021863 818181a0")) == .invalidCBOR)
    }

    @Test(
        "Byte strings outside their specified length are refused, others are accepted",
        arguments: [
            ("makeCredential", [1], 31, .invalidLength), ("makeCredential", [1], 33, .invalidLength),
            ("makeCredential", [1], 0, .invalidLength), ("makeCredential", [3, "id"], 0, .invalidLength),
            ("makeCredential", [3, "id"], 1, .ok), ("makeCredential", [3, "id"], 64, .ok),
            ("makeCredential", [3, "id"], 65, .invalidLength), ("makeCredential", [5, 0, "id"], 0, .ok),
            ("makeCredential", [8], 0, .ok), ("getAssertion", [2], 31, .invalidLength),
            ("getAssertion", [2], 33, .invalidLength), ("getAssertion", [6], 0, .ok),
            ("clientPIN", [3, -2], 31, .invalidParameter),
            ("clientPIN", [3, -2], 33, .invalidParameter), ("clientPIN", [3, -3], 0, .invalidParameter),
            ("management", [2, 3, "id"], 65, .invalidLength),
        ] as [(String, [CBOR], Int, CTAPStatus)])
    func lengths(name: String, path: [CBOR], count: Int, expected: CTAPStatus) throws {
        let messages = [
            "makeCredential": Message.makeCredential, "getAssertion": .getAssertion, "clientPIN": .clientPIN,
            "management": .credentialManagement(head: 0x0A),
        ]
        let message = try #require(messages[name])
        let bytes = CBOR.bytes([UInt8](repeating: 1, count: count))
        #expect(message.status(message.parameters.replacing(path, with: bytes)) == expected)
    }

    /// kty, alg and crv of a key agreement key have one valid value each (section 6.5.6.1).
    @Test(
        "A key agreement key with another kty, alg or crv is refused",
        arguments: [(1, 1), (1, 3), (3, -7), (3, -24), (-1, 2), (-1, 6)] as [(CBOR, CBOR)])
    func keysOfAnotherKind(label: CBOR, value: CBOR) {
        for (message, path) in [
            (Message.clientPIN, [3] as [CBOR]), (.getAssertion, [4, "hmac-secret", 1]),
            (.makeCredential, [6, "hmac-secret-mc", 1]),
        ] {
            #expect(message.status(message.parameters.replacing(path + [label], with: value)) == .invalidParameter)
        }
    }

    /// Platforms never send an empty list (sections 6.1 and 6.2), which means the same as an absent one.
    @Test("An empty list or map decodes as if it were absent")
    func emptyContainersAreAsGoodAsAbsent() throws {
        for (message, keys) in [(Message.makeCredential, [5, 6, 7] as [CBOR]), (.getAssertion, [3, 4, 5])] {
            for key in keys {
                let absent = message.parameters.replacing([key], with: nil)
                let isList = message.parameters[[key]]?.arrayValue != nil
                let empty = message.parameters.replacing([key], with: isList ? [] : [:])
                #expect(try message.decode(empty) == message.decode(absent))
            }
        }
    }

    /// The authenticator ignores types other than `public-key`, and refuses an empty list.
    @Test("Entries of pubKeyCredParams are kept whatever their type")
    func typesAreKept() throws {
        let parameters = Message.makeCredential.parameters.replacing([4, 1, "type"], with: "other")
        guard case .command(.makeCredential(let command)) = try Message.makeCredential.decode(parameters) else {
            Issue.record("another command")
            return
        }
        #expect(command.pubKeyCredParams.map(\.type) == ["public-key", "other"])
        #expect(command.pubKeyCredParams.map(\.algorithm) == [.es256, .edDSA])
        #expect(Message.makeCredential.status(Message.makeCredential.parameters.replacing([4], with: [])) == .ok)
    }

    /// The command keeps unknown numbers, because they have their own statuses.
    @Test("Unknown protocol and subcommand numbers are kept")
    func numbersAreKept() throws {
        let request = hex("06 a2 01 1bffffffffffffffff 02 18c8")
        guard case .clientPIN(let command) = try CTAPCommand(decoding: request) else {
            Issue.record("another command")
            return
        }
        #expect(command.pinUvAuthProtocol == .max && command.subCommand == 200)
        #expect(CTAPCommand.clientPIN(command).encoded == request)
    }

    @Test("subCommandParams are kept byte for byte as received", arguments: [false, true])
    func subCommandParamsAreKeptAsTheyCame(isPrototype: Bool) throws {
        // The signature covers the descriptor's transports and an unknown member.
        let parameters = hex("a2 02 a3 626964 4101 6474797065 6a7075626c69632d6b6579 6a7472616e73706f727473 80 1863 f5")
        let head: UInt8 = isPrototype ? 0x41 : 0x0A
        let request = [head] + hex("a2 01 06 02") + parameters
        guard case .credentialManagement(let command) = try CTAPCommand(decoding: request) else {
            Issue.record("another command")
            return
        }
        #expect(command.isPrototype == isPrototype && command.subCommand == 6)
        #expect(command.encodedParameters == parameters)
        #expect(command.credentialID == CTAPCredentialDescriptor(id: [1]))
        #expect(
            try CTAPCommand(decoding: [head] + hex("a1 01 06"))
                == .credentialManagement(.init(.deleteCredential, isPrototype: isPrototype)))
    }

    @Test("The subCommandParams that a platform signs are those that it sends")
    func subCommandParamsOfAPlatform() throws {
        let hash = [UInt8](repeating: 5, count: 32)
        let credential = CTAPCredentialDescriptor(id: [1, 2])
        let user = PublicKeyCredentialUserEntity(id: [3], name: "ada", displayName: "")
        for (hash, credential, user) in [(hash, nil, nil), (nil, credential, nil), (nil, credential, user)] {
            let signed = AuthenticatorCredentialManagement.encodeParameters(
                rpIDHash: hash, credentialID: credential, user: user)
            let command = AuthenticatorCredentialManagement(
                .updateUserInformation, rpIDHash: hash, credentialID: credential, user: user,
                encodedParameters: signed, pinUvAuthProtocol: 2, pinUvAuthParam: [9])
            #expect(signed != nil)
            let read = try CTAPCommand(decoding: CTAPCommand.credentialManagement(command).encoded)
            #expect(read == .credentialManagement(command))
        }
        #expect(AuthenticatorCredentialManagement.encodeParameters() == nil)
    }

    @Test("Commands are encoded to the expected bytes and decoded from them")
    func examples() throws {
        let hash = [UInt8](repeating: 0xCD, count: 32)
        let examples: [(String, CTAPCommand)] = [
            ("06 a2 01 02 02 02", .clientPIN(.init(.getKeyAgreement, pinUvAuthProtocol: 2))),
            ("06 a1 02 01", .clientPIN(.init(.getPINRetries))),
            ("0a a1 01 03", .credentialManagement(.init(.enumerateRPsGetNextRP))),
            ("09 a1 06 f5", .bioEnrollment(.init(nil, modality: nil, getModality: true))),
            ("40 a2 01 01 02 07", .bioEnrollment(.init(.getFingerprintSensorInfo, isPrototype: true))),
            (
                "09 a5 01 01 02 05 03 a2 01 42 0001 02 65 7468756d62 04 02 05 41 aa",
                .bioEnrollment(
                    .init(
                        .setFriendlyName, templateID: [0, 1], templateFriendlyName: "thumb", pinUvAuthProtocol: 2,
                        pinUvAuthParam: [0xAA]))
            ),
            ("0c a2 01 19 03c0 03 00", .largeBlobs(.init(get: 960, offset: 0))),
            (
                "0c a5 02 42 0102 03 00 04 11 05 41 aa 06 01",
                .largeBlobs(
                    .init(set: [1, 2], offset: 0, length: 17, pinUvAuthParam: [0xAA], pinUvAuthProtocol: 1))
            ),
            ("0d a1 01 02", .config(.init(.toggleAlwaysUv))),
            (
                "0d a2 01 03 02 a3 01 06 02 81 63 612e62 03 f5",
                .config(
                    .init(
                        .setMinPINLength,
                        minPINLength: .init(newMinPINLength: 6, minPinLengthRPIDs: ["a.b"], forceChangePin: true)))
            ),
            (
                "41 a3 01 01 03 01 04 41 aa",
                .credentialManagement(
                    .init(.getCredsMetadata, isPrototype: true, pinUvAuthProtocol: 1, pinUvAuthParam: [0xAA]))
            ),
            (
                "02 a3 01 63 612e62 02 5820 \(Hex.encode(hash)) 05 a1 62 7570 f4",
                .getAssertion(.init(rpID: "a.b", clientDataHash: hash, options: .init(up: false)))
            ),
            (
                """
                01 a5 01 5820 \(Hex.encode(hash)) 02 a1 626964 63612e62 03 a1 626964 4107
                04 81 a2 63616c67 26 6474797065 6a7075626c69632d6b6579 07 a1 62726b f5
                """,
                .makeCredential(
                    .init(
                        clientDataHash: hash, rp: .init(id: "a.b", name: ""),
                        user: .init(id: [7], name: "", displayName: ""), pubKeyCredParams: [.init(algorithm: .es256)],
                        options: .init(rk: true)))
            ),
        ]
        for (bytes, command) in examples {
            #expect(Hex.encode(command.encoded) == Hex.encode(hex(bytes)))
            #expect(try CTAPCommand(decoding: hex(bytes)) == command)
        }
    }
}
