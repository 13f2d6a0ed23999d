import ToqueCBOR
import ToqueTestSupport
import ToqueWebAuthn

@testable import SecurityKey

extension ScriptedKey {
    /// Returns the answer to authenticatorGetInfo.
    static func info(
        options: CBOR = ["rk": true], extensions: [String] = [], algorithms: [Int] = [-7], more: [(CBOR, CBOR)] = []
    ) -> CBOR {
        .map(
            CBORMap(
                [
                    (1, ["FIDO_2_0", "FIDO_2_1"]), (2, .array(extensions.map { .text($0) })),
                    (3, .bytes([UInt8](1...16))), (4, options), (6, [1]),
                    (0x0A, .array(algorithms.map { ["alg": .int($0), "type": "public-key"] })),
                ] + more))
    }

    /// Returns a credential of self attestation whose key and signature are random bytes.
    static func credential(
        id: [UInt8] = [1, 2, 3, 4], extensions: CBORMap? = nil, largeBlobKey: [UInt8]? = nil
    ) -> CBOR {
        let noise = [UInt8](repeating: 9, count: 32)
        let key: CBOR = [1: 2, 3: -7, -1: 1, -2: .bytes(noise), -3: .bytes(noise)]
        let data = AuthenticatorData(
            rpIDHash: noise, flags: .userPresent, signCount: 5,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: id, credentialPublicKey: key.encoded),
            extensions: extensions)
        var answer: [(CBOR, CBOR)] = [
            (1, "packed"), (2, .bytes(data.encoded)), (3, ["alg": -7, "sig": .bytes([1, 2, 3])]),
        ]
        if let largeBlobKey { answer.append((5, .bytes(largeBlobKey))) }
        return .map(CBORMap(answer))
    }

    /// Returns an assertion whose signature is random bytes.
    static func assertion(
        id: [UInt8] = [1, 2, 3, 4], user: [UInt8]? = nil, extensions: CBORMap? = nil, largeBlobKey: [UInt8]? = nil
    ) -> CBOR {
        let data = AuthenticatorData(
            rpIDHash: [UInt8](repeating: 9, count: 32), flags: .userPresent, signCount: 6, extensions: extensions)
        var answer: [(CBOR, CBOR)] = [
            (1, ["id": .bytes(id), "type": "public-key"]), (2, .bytes(data.encoded)), (3, .bytes([4, 5, 6])),
        ]
        if let user { answer.append((4, ["id": .bytes(user)])) }
        if let largeBlobKey { answer.append((7, .bytes(largeBlobKey))) }
        return .map(CBORMap(answer))
    }

    /// Answers authenticatorClientPIN as far as libfido2 needs it: the curve's base point as the key agreement key, and
    /// a token.
    static func clientPIN(_ request: Request, retries: Int, token: @autoclosure () -> Answer) -> Answer {
        switch request.subCommand {
        case 1: .ok([3: .int(retries)])
        case 2: .ok([1: .map(CBORMap(baseKey))])
        case 5, 9: token()
        default: .status(.invalidSubcommand)
        }
    }

    static let token: Answer = .ok([2: .bytes([UInt8](repeating: 7, count: 32))])

    private static let baseKey: [(CBOR, CBOR)] = [
        (1, 2), (3, -25), (-1, 1),
        (-2, .bytes(hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"))),
        (-3, .bytes(hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"))),
    ]
}
