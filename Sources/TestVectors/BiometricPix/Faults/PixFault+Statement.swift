import Attestation
import RelyingParty
import ToqueCBOR
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

extension PixFault<PixRegistration> {
    /// Faults of attestation statements in any format: steps 21 and 22 of section 7.1.
    static var ofStatement: [PixFault] {
        [
            PixFault("format-unknown", .attestationFormatUnsupported, "the format is one that nobody knows") {
                $0.edits.attestationObject = { bytes in
                    var object = try AttestationObject(decoding: bytes)
                    object.format = AttestationFormat(rawValue: "example")
                    bytes = object.encoded
                }
            },
            PixFault("format-in-capitals", .attestationFormatUnsupported, "the format is written in capitals") {
                $0.edits.attestationObject = { bytes in
                    var object = try AttestationObject(decoding: bytes)
                    object.format = AttestationFormat(rawValue: object.format.rawValue.uppercased())
                    bytes = object.encoded
                }
            },
            PixFault("format-not-allowed", .attestationFormatNotAllowed, "the policy accepts other formats alone") {
                $0.policy.allowedFormats = [.init(rawValue: "example")]
            },
            PixFault("type-not-allowed", .attestationTypeNotAllowed, "the policy accepts other attestation types alone")
            { $0.policy.attestationTypes.subtract($0.attestation.kind.types) },
            PixFault(
                "statement-another-member", .malformedAttestationStatement, "the statement has a member too many",
                where: { $0.attestation.kind != .compound }
            ) { $0.changeStatement { $0["example"] = true } },
            PixFault(
                "statement-without-signature", .malformedAttestationStatement, "the statement has no sig",
                where: { $0.attestation.kind.has(.signature) }
            ) { $0.changeStatement { $0["sig"] = nil } },
            PixFault(
                "statement-without-certificates", .malformedAttestationStatement, "x5c is empty",
                where: { $0.attestation.kind.has(.certificates) }
            ) { $0.changeStatement { $0["x5c"] = [] } },
            PixFault(
                "signature-changed", .badAttestationSignature, "a bit of the signature is another",
                where: { $0.attestation.kind.has(.signature) }
            ) {
                $0.changeStatement { statement in
                    guard var signature = statement["sig"]?.bytesValue else { return }
                    signature[signature.count - 1] ^= 1
                    statement["sig"] = .bytes(signature)
                }
            },
            PixFault(
                "other-algorithm", .attestationAlgorithmMismatch, "alg is that of another type of key",
                where: { [.packedSelf, .packed, .androidKey].contains($0.attestation.kind) }
            ) { $0.changeStatement { $0["alg"] = .int(COSEAlgorithm.edDSA.rawValue) } },
            PixFault(
                "signed-by-sha1", .attestationAlgorithmNotAllowed, "alg is RS1, whose SHA-1 can be forged",
                where: { [.packed, .androidKey].contains($0.attestation.kind) }
            ) { $0.changeStatement { $0["alg"] = .int(COSEAlgorithm.rs1.rawValue) } },
            PixFault(
                "u2f-with-two-certificates", .malformedAttestationStatement, "x5c has two certificates",
                where: { $0.attestation.kind == .fidoU2F }
            ) {
                $0.changeStatement { statement in
                    let certificates = statement["x5c"]?.arrayValue ?? []
                    statement["x5c"] = .array(certificates + certificates)
                }
            },
            PixFault(
                "compound-of-one", .malformedAttestationStatement, "a compound statement of one part",
                where: { $0.attestation.kind == .compound }
            ) { $0.edits.statement = { $0 = .array(Array(($0.arrayValue ?? []).prefix(1))) } },
            PixFault(
                "compound-in-compound", .malformedAttestationStatement, "a part of the statement is compound itself",
                where: { $0.attestation.kind == .compound }
            ) {
                $0.edits.statement = { statement in
                    let inner = CBORMap([("fmt", "compound"), ("attStmt", statement)])
                    statement = .array((statement.arrayValue ?? []) + [.map(inner)])
                }
            },
            PixFault(
                "compound-with-broken-part", .badAttestationSignature, "the last part's signature is another's",
                where: { $0.attestation.kind == .compound }
            ) {
                $0.edits.statement = { statement in
                    guard case .array(var parts) = statement, let last = parts.indices.last,
                        var part = parts[last].mapValue, var inner = part["attStmt"]?.mapValue,
                        var signature = inner["sig"]?.bytesValue
                    else { return }
                    signature[signature.count - 1] ^= 1
                    inner["sig"] = .bytes(signature)
                    part["attStmt"] = .map(inner)
                    parts[last] = .map(part)
                    statement = .array(parts)
                }
            },
        ]
    }
}

extension PixRegistration {
    /// Changes a statement that is a map.
    mutating func changeStatement(_ change: @escaping @Sendable (inout CBORMap) -> Void) {
        edits.statement = { statement in
            guard case .map(var map) = statement else { return }
            change(&map)
            statement = .map(map)
        }
    }
}
