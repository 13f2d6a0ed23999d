import RelyingParty
import ToqueEncoding

/// The verdict on one document.
public struct CeremonyVerdict: Sendable, Hashable {
    /// The document's id; nil if it cannot be read.
    public let id: String?
    /// Nil if the ceremony is valid.
    public let failure: VerificationFailure?
    /// The checks in the specification's order; none if the document could not be read.
    public let checks: [Check]
    /// For a valid registration.
    public let attestation: AttestationResult?
    /// For a valid ceremony: the record that the relying party stores now, the `credential` of the next authentication.
    public let credential: StoredCredential?
    public let expected: Expectation?

    public init(
        id: String?, failure: VerificationFailure?, checks: [Check] = [], attestation: AttestationResult? = nil,
        credential: StoredCredential? = nil, expected: Expectation? = nil
    ) {
        self.id = id
        self.failure = failure
        self.checks = checks
        self.attestation = attestation
        self.credential = credential
        self.expected = expected
    }

    public var isValid: Bool { failure == nil }

    /// True if the verdict is the expected one, or valid if nothing is expected.
    public var isAsExpected: Bool { (expected ?? .valid).isMet(by: failure) }

    /// One verdict line: `id` is null if it could not be read; `code` and `message` are present if the ceremony is
    /// invalid, `attestation` for a valid registration, `credential` for any valid ceremony, and `as_expected` if the
    /// document expects something.
    public var json: JSON {
        var json: JSONObject = ["id": id.map(JSON.string) ?? .null]
        json["verdict"] = .string((isValid ? VerdictText.valid : .invalid).rawValue)
        json["code"] = failure.map { .string($0.code.rawValue) }
        json["message"] = failure.map { .string($0.message) }
        json["checks"] = .array(
            checks.map {
                [
                    "check": .string($0.name.rawValue), "section": .string($0.section.rawValue), "step": .int($0.step),
                    "passed": .bool($0.passed),
                ]
            })
        json["attestation"] = attestation.map {
            [
                "format": .string($0.format.rawValue), "type": .string($0.type.rawValue),
                "aaguid": .string($0.aaguid.description), "trusted": .bool($0.trusted),
            ]
        }
        json["credential"] = credential?.json
        json["as_expected"] = expected.map { .bool($0.isMet(by: failure)) }
        return .object(json)
    }
}
