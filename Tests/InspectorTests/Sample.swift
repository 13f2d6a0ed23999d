import Attestation
import CTAP
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

/// A credential and its parts, the same in every run.
enum Sample {
    static let x = [UInt8](repeating: 0x11, count: 32)
    static let y = [UInt8](repeating: 0x22, count: 32)
    static let id: [UInt8] = [0xC0, 0xFF, 0xEE]

    static func publicKey(seed: String = "inspector") throws -> COSEKey {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: seed))
        return try COSEKey(algorithm: .es256, parameters: pair.publicKey)
    }

    static func authenticatorData(extensions: CBORMap? = nil) throws -> AuthenticatorData {
        AuthenticatorData(
            rpIDHash: Digest.sha256("belvo.com"),
            flags: [.userPresent, .userVerified, .backupEligible, .backupState], signCount: 258,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: id, credentialPublicKey: try publicKey().encoded),
            extensions: extensions)
    }

    static func attestationObject(_ statement: AttestationStatement = .none) throws -> AttestationObject {
        AttestationObject(
            format: statement.format, statement: statement.encoded,
            authenticatorData: try authenticatorData().encoded)
    }
}

extension Sample {
    /// A request longer than one report.
    static var makeCredential: [UInt8] {
        let parameters: CBOR = [
            1: .bytes([UInt8](repeating: 0xAB, count: 32)), 2: ["id": "belvo.com", "name": "Belvo"],
            3: ["id": .bytes([1, 2, 3]), "name": "ana", "displayName": "Ana"],
            4: [["alg": -7, "type": "public-key"]], 6: ["credProtect": 3], 7: ["rk": true],
        ]
        return [0x01] + parameters.encoded
    }

    static let authority = try? AttestationAuthority(
        secret: SecretBytes(copying: [UInt8](repeating: 9, count: 32) + [0, 0, 0, 0, 0x67, 0, 0, 0]))

    /// The leaf and the authority's certificate.
    static func certificates() throws -> [[UInt8]] {
        guard let authority, let model = AAGUID([UInt8](repeating: 5, count: 16)) else { return [] }
        return try authority.identity(for: model).certificates.map(\.der) + [authority.certificate.der]
    }
}

extension Sample {
    /// A packed attestation object with certificates.
    static func certifiedObject() throws -> [UInt8] {
        let statement = PackedStatement(algorithm: .es256, signature: [1, 2, 3], x5c: try certificates())
        return try attestationObject(.packed(statement)).encoded
    }

    static func clientData() -> [UInt8] {
        CollectedClientData(
            type: .create, challenge: [UInt8](repeating: 7, count: 32), origin: "https://belvo.com"
        ).serialized
    }

    static func registration() throws -> JSON {
        try RegistrationResponse(
            credentialID: id, clientDataJSON: clientData(), attestationObject: try attestationObject().encoded,
            transports: [.usb], authenticatorAttachment: .platform, clientExtensionResults: [:]
        ).json()
    }

    static func ceremony() throws -> JSON {
        [
            "id": "one", "kind": "registration",
            "options": [
                "rp": ["id": "belvo.com", "name": "Belvo"],
                "user": ["id": "AQID", "name": "ana", "displayName": "Ana"],
                "challenge": "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc",
                "pubKeyCredParams": [["type": "public-key", "alg": -7]],
            ],
            "origins": ["https://belvo.com"], "response": try registration(),
            "trustAnchors": .array(try certificates().map { .string(Base64.encode($0)) }),
            "time": "2026-01-01T00:00:00Z",
        ]
    }

    static let pubArea = TPMPublicArea(
        nameAlgorithm: .sha256, objectAttributes: 0x40472, authPolicy: [1, 2],
        key: .ecc(scheme: TPMScheme(.ecdsa, hash: .sha256), curve: .nistP256, kdf: .null, x: x, y: y))

    static let certInfo = TPMAttest(
        qualifiedSigner: [1], extraData: [2, 3],
        clockInfo: .init(clock: 1, resetCount: 2, restartCount: 3, safe: 2), firmwareVersion: 16, name: [4],
        qualifiedName: [5])

    /// The lines of fido2-cred -M: authenticator data is a CBOR byte string.
    static func fido2Cred() throws -> String {
        let lines = [
            Base64.encode([UInt8](repeating: 1, count: 32)), "belvo.com", "packed",
            Base64.encode(CBOR.bytes(try authenticatorData().encoded).encoded), Base64.encode(id),
            Base64.encode([0x30, 0x01, 0x02]), Base64.encode(try certificates().first ?? []),
            Base64.encode([UInt8](repeating: 8, count: 32)),
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    static func assertionData() -> [UInt8] {
        AuthenticatorData(rpIDHash: Digest.sha256("belvo.com"), flags: [.userPresent], signCount: 3).encoded
    }

    static func fido2Assert(count: Int = 1) -> String {
        let lines = [
            Base64.encode([UInt8](repeating: 1, count: 32)), "belvo.com",
            Base64.encode(CBOR.bytes(assertionData()).encoded), Base64.encode([0x30, 0x01, 0x02]),
            Base64.encode([UInt8](repeating: 9, count: 16)),
        ]
        return (0..<count).flatMap { _ in lines }.joined(separator: "\n") + "\n"
    }

    static func jws(payload: JSON) -> String {
        let header: JSON = ["alg": "ES256", "typ": "JWT"]
        return [Array(header.serialized().utf8), Array(payload.serialized().utf8), [1, 2]]
            .map { Base64URL.encode($0) }.joined(separator: ".")
    }

    static let metadata: JSON = [
        "legalHeader": "Read this.", "no": 7, "nextUpdate": "2026-01-01",
        "entries": [
            [
                "aaguid": "00000000-0000-0000-0000-000000000001",
                "metadataStatement": ["description": "Invented key", "attestationRootCertificates": ["AAAA"]],
                "statusReports": [["status": "REVOKED", "effectiveDate": "2025-01-01"]],
            ]
        ],
    ]

    /// A certificate with this extension among others.
    static func certificate(extension identifier: String, _ value: [UInt8]) throws -> [UInt8] {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "certificate"))
        let name = DistinguishedName([.init(.country, "AA"), .init(.commonName, "Invented")])
        return try CertificateBuilder(
            subject: name, issuer: name, serialNumber: [1, 2], notBefore: 1_700_000_000, notAfter: 1_800_000_000,
            publicKey: pair.publicKey,
            extensions: [
                .basicConstraints(isAuthority: true), .certificateSigning,
                CertificateExtension(identifier: identifier, value: value),
            ]
        ).signed(by: SigningKey(pair, deterministic: true)).der
    }

    /// A StrongBox's description of a signing key.
    static let keyDescription = hex(
        """
        3051020201900a0101020201900a010204040102030404003009bf853d05020301e240302ea1083106020102
        020103a203020103a30402020100a5053103020104aa03020101bf8377020500bf853e03020100
        """)
}

extension Sample {
    static let reports = CTAPHIDMessage(
        channel: CTAPHIDChannel(rawValue: 7), command: .cbor, payload: makeCredential
    ).reports.flatMap(\.self)
}
