import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

@testable import CTAP

/// Initial inputs and meaningful steps for a key.
enum KeySeeds {
    typealias Preparation = KeyCode.Preparation
    private static let hash = KeyTemplate.hash
    static let rpID = KeyTemplate.rpIDs[0]

    /// Each CTAP2 request after a request for its token, with its follow-ups.
    static var commands: [[Step]] {
        let some = [token(0x3F), token(0x3F, way: .fingerprint), token(0x03, way: .legacy)]
        var inputs = requests.map { [$0] }
        for token in some { inputs += requests.map { [token, $0, $0] } }
        inputs.append([token(0x40), command(.credentialManagement(.init(.getCredsMetadata)), .authenticate)])
        inputs.append([token(0x04)] + enumeration)
        inputs.append([token(0x08)] + enrollment)
        inputs.append([token(0x10), Step(code: KeyCode.largeBlobs.rawValue, payload: [0x80])])
        inputs.append([pin("567890"), token(0x03), pin("0000"), powerCycle, token(0x03)])
        inputs.append(Array(repeating: token(0x03, way: .wrongPIN), count: 4) + [token(0x03)])
        inputs.append([gesture(4)] + Array(repeating: token(0x03, way: .fingerprint), count: 6) + [token(0x03)])
        inputs.append([command(.reset), pin("2468"), token(0x03), requests[0]])
        inputs.append(
            [token(0x20), configuration(.toggleAlwaysUv)] + u2fRequests
                + [token(0x01), requests[0], token(0x20), configuration(.toggleAlwaysUv)])
        return inputs + tokens
    }

    static var u2f: [[Step]] {
        u2fRequests.map { [$0] } + [u2fRequests]
            + u2fRequests.map { [gesture(1), $0, gesture(0), $0] }
            + u2fRequests.map { [$0, assertion(allow: 6), $0] }
    }

    static let templates: [Step] =
        requests + u2fRequests + enumeration + enrollment + (0..<7).map(gesture)
        + [
            token(0x3F), token(0x3F, way: .fingerprint), token(0x03, way: .legacy), token(0x03, way: .wrongPIN),
            token(0x40), token(0x04), token(0x04, rpID: rpID), token(0x08), token(0x10), token(0x20), pin("123456"),
            pin("1234"), time(11), time(31), time(200), powerCycle, Step(code: KeyCode.channel.rawValue),
            command(.reset),
            Step(code: KeyCode.largeBlobs.rawValue, payload: [0x80]),
            Step(code: KeyCode.largeBlobs.rawValue, payload: [UInt8](repeating: 0x42, count: 1500)),
        ]

    /// Names of parameters.
    static let words = [
        "", rpID, KeyTemplate.rpIDs[1], "id", "type", "public-key", "alg", "name", "displayName", "icon", "rk", "up",
        "uv", "credProtect", "hmac-secret", "hmac-secret-mc", "thirdPartyPayment", "credBlob", "largeBlobKey",
        "minPinLength", "pinComplexityPolicy", "packed", "none", "fido-u2f", "usb",
        String(repeating: "a", count: 64), String(repeating: "é", count: 130),
    ]

    // MARK: - Steps

    static var requests: [Step] {
        typealias Extensions = AuthenticatorMakeCredential.Extensions
        let salts = HMACSecretInput(
            keyAgreement: KeyAgreementKey(x: hash, y: hash), saltEnc: [UInt8](repeating: 1, count: 80),
            saltAuth: [UInt8](repeating: 2, count: 32), pinUvAuthProtocol: 2)
        let prepared: Preparation = [.authenticate, .resolve, .encryptSalts]
        let creation: [Extensions] = [
            Extensions(), Extensions(credProtect: 3, hmacSecret: true, hmacSecretMC: salts, largeBlobKey: true),
            Extensions(credProtect: 2, thirdPartyPayment: true, credBlob: [1, 2], minPinLength: true),
        ]
        let assertion: [AuthenticatorGetAssertion.Extensions] = [
            .init(), .init(hmacSecret: salts), .init(thirdPartyPayment: true, credBlob: true, largeBlobKey: true),
        ]
        return creation.flatMap { extensions in
            [true, false].map { makeCredential(extensions, rk: $0, prepared) }
        } + [makeCredential(Extensions(), rk: true, uv: true, .resolve)]
            + assertion.flatMap { extensions in
                [[], [UInt8(0)], [4, 2, 6]].map { getAssertion(extensions, allow: $0, prepared) }
            } + [
                getAssertion(.init(), allow: [], .resolve, up: false), command(.getNextAssertion), command(.getInfo),
                command(.selection), configuration(.toggleAlwaysUv), configuration(.enableEnterpriseAttestation),
                configuration(
                    .setMinPINLength, .init(newMinPINLength: 4, minPinLengthRPIDs: [rpID], forceChangePin: false)),
                command(.clientPIN(.init(.getPINRetries))), command(.clientPIN(.init(.getUVRetries))),
                command(.clientPIN(.init(.getKeyAgreement, pinUvAuthProtocol: 2))),
                command(.largeBlobs(.init(get: 960, offset: 0))),
                command(
                    .largeBlobs(.init(set: SerializedLargeBlobArray.initial, offset: 0, length: 17)), .authenticate),
            ]
    }

    static var enumeration: [Step] {
        let user = PublicKeyCredentialUserEntity(id: [0], name: "bia", displayName: "Bia")
        let descriptor = CTAPCredentialDescriptor(id: [0])
        let requests: [AuthenticatorCredentialManagement] = [
            .init(.getCredsMetadata), .init(.enumerateRPsBegin), .init(.enumerateRPsGetNextRP),
            .init(.enumerateCredentialsBegin, rpIDHash: Digest.sha256(rpID)),
            .init(.enumerateCredentialsGetNextCredential),
            .init(.updateUserInformation, credentialID: descriptor, user: user),
            .init(.deleteCredential, credentialID: descriptor),
        ]
        return requests.map { command(.credentialManagement($0), [.authenticate, .resolve]) }
    }

    static var enrollment: [Step] {
        let requests: [AuthenticatorBioEnrollment] = [
            .init(.enrollBegin), .init(.enrollCaptureNextSample, templateID: [2]),
            .init(.enrollCaptureNextSample, templateID: [2]), .init(.cancelCurrentEnrollment),
            .init(.enumerateEnrollments), .init(.setFriendlyName, templateID: [0], templateFriendlyName: "thumb"),
            .init(.removeEnrollment, templateID: [1]), .init(.getFingerprintSensorInfo), .init(nil, getModality: true),
        ]
        return [gesture(4)] + requests.map { command(.bioEnrollment($0), [.authenticate, .resolve]) }
    }

    private static var u2fRequests: [Step] {
        let application = Digest.sha256(rpID)
        let authentications = U2FAuthenticate.Control.allCases.flatMap { control in
            (UInt8(0)..<7).map {
                U2FAuthenticate(
                    control: control, challenge: hash, application: [UInt8](repeating: 0, count: 32), keyHandle: [$0])
            }
        }
        let requests: [U2FCommand] =
            [.version, .register(U2FRegister(challenge: hash, application: application))]
            + authentications.map { .authenticate($0) }
        // Also the short form, which old hosts send.
        let short = Step(code: KeyCode.msg.rawValue, payload: [0, 1, 3, 0, 64] + hash + application)
        return requests.map {
            Step(code: KeyCode.msg.rawValue, argument: Preparation.resolve.rawValue, payload: $0.encoded)
        } + [short]
    }

    static func command(_ command: CTAPCommand, _ preparation: Preparation = []) -> Step {
        Step(code: KeyCode.cbor.rawValue, argument: preparation.rawValue, payload: command.encoded)
    }

    private static func makeCredential(
        _ extensions: AuthenticatorMakeCredential.Extensions, rk: Bool, uv: Bool? = nil, _ preparation: Preparation
    ) -> Step {
        command(
            .makeCredential(
                AuthenticatorMakeCredential(
                    clientDataHash: hash, rp: .init(id: rpID, name: "RP"),
                    user: .init(id: [9], name: "ana", displayName: "Ana"),
                    pubKeyCredParams: [.init(algorithm: .es256), .init(algorithm: .edDSA)],
                    excludeList: [CTAPCredentialDescriptor(id: [1])], extensions: extensions,
                    options: CTAPOptions(rk: rk, uv: uv), enterpriseAttestation: rk ? nil : 1)), preparation)
    }

    private static func assertion(allow number: UInt8) -> Step { getAssertion(.init(), allow: [number], .resolve) }

    static func getAssertion(
        _ extensions: AuthenticatorGetAssertion.Extensions, allow: [UInt8], _ preparation: Preparation, up: Bool? = nil,
        uv: Bool? = nil
    ) -> Step {
        command(
            .getAssertion(
                AuthenticatorGetAssertion(
                    rpID: rpID, clientDataHash: hash, allowList: allow.map { CTAPCredentialDescriptor(id: [$0]) },
                    extensions: extensions, options: CTAPOptions(up: up, uv: uv))), preparation)
    }

    static func configuration(
        _ subCommand: AuthenticatorConfig.SubCommand, _ parameters: AuthenticatorConfig.MinPINLength = .init()
    ) -> Step {
        command(.config(AuthenticatorConfig(subCommand, minPINLength: parameters)), .authenticate)
    }

    /// - Parameter rpID: nil chooses one if the permissions require it.
    static func token(
        _ permissions: UInt8, way: KeyCode.Way = .pin, version: PINUVAuthProtocol = .two, rpID: String? = nil
    ) -> Step {
        let number = UInt8(KeyCode.Way.allCases.firstIndex(of: way) ?? 0)
        let rpID = rpID ?? (permissions & 0x03 == 0 ? "" : Self.rpID)
        return Step(
            code: KeyCode.token.rawValue, argument: (version == .one ? 0 : 1) | number << 1,
            payload: [permissions] + Array(rpID.utf8))
    }

    static func pin(_ pin: String) -> Step {
        Step(code: KeyCode.pin.rawValue, argument: 1, payload: Array(pin.utf8))
    }

    static var powerCycle: Step { Step(code: KeyCode.powerCycle.rawValue) }

    static func time(_ seconds: UInt8) -> Step { Step(code: KeyCode.time.rawValue, argument: seconds) }

    static func gesture(_ number: UInt8) -> Step { Step(code: KeyCode.gesture.rawValue, argument: number) }
}

/// Inputs of one message.
extension KeySeeds {
    /// Requests, including malformed and non-canonical ones.
    static var items: [[UInt8]] {
        let faulty: [[UInt8]] = [
            [0x18, 0x17], [0x9F, 0xFF], [0xA2, 0x02, 0x00, 0x01, 0x00], [0xA2, 0x01, 0x00, 0x01, 0x00], [0xC0, 0x00],
            [0x81, 0x81, 0x81, 0x81, 0x80], [0x5B] + [UInt8](repeating: 0xFF, count: 8), [0x62, 0xC3, 0x28],
            [0xF9, 0x7E, 0x00], [0xFA, 0x7F, 0xC0, 0x00, 0x00], [0xFB] + [UInt8](repeating: 0, count: 8), [0xF8, 0x20],
            [0xA1, 0x80, 0x80], [0x3B] + [UInt8](repeating: 0xFF, count: 8), [0xF6], [0xF7],
        ]
        return faulty + templates.filter { KeyCode($0) == .cbor }.map { Array($0.payload.dropFirst()) }
    }

    /// Requests, and a key's responses to them.
    static var messages: [[UInt8]] {
        let requests = templates.filter { KeyCode($0) == .cbor }.map { [0] + $0.payload }
        let key = KeyUnderTest(storage: KeyTemplate.shared.makeStorage(), known: KeyTemplate.shared.known)
        let answers = Messages.answered.enumerated().compactMap { index, command in
            key.carryOut(command).map {
                [UInt8(index == 0 ? Messages.answered.count : index), CTAPStatus.ok.rawValue] + $0.encoded
            }
        }
        return requests + answers
    }

    /// Arrays without a hash, which is added.
    static var largeBlobArrays: [[UInt8]] {
        let entry: CBOR = [
            1: .bytes([UInt8](repeating: 1, count: 40)), 2: .bytes([UInt8](repeating: 2, count: 12)), 3: .unsigned(24),
        ]
        let arrays: [CBOR] = [.array([]), .array([entry]), .array([entry, "else", entry]), entry]
        return arrays.map { [0] + $0.encoded } + [SerializedLargeBlobArray.initial]
    }
}
