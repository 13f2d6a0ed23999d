import Pages
import ToqueEncoding
import ToqueWebAuthn

/// The facts of a ceremony that a person looks for first.
struct CeremonyFacts {
    private let verdict: JSON
    private let document: JSON

    /// - Parameter entry: of the control API, with its document.
    init(_ entry: JSON) {
        verdict = entry["verdict"] ?? .null
        document = entry["document"] ?? .null
    }

    /// A value that is not there is empty.
    func list(_ texts: PageTexts) -> [(name: PageText, value: String)] {
        let (data, verdict) = (authenticatorData, VerdictValues(verdict, texts))
        return [
            (.objectsVerdict, verdict.text),
            (.objectsFailedCheck, verdict.failedCheck.map(Self.shown) ?? ""),
            (.objectsRpID, document["rpId"]?.stringValue ?? ""), (.objectsFlags, data?.flags.description ?? ""),
            (.objectsCounter, data.map { "\($0.signCount)" } ?? ""),
        ]
    }

    /// Such as `challenge (7.1, 8)`.
    private static func shown(_ check: JSON) -> String {
        let place = [check["section"]?.stringValue, check["step"]?.intValue.map(String.init)].compactMap(\.self)
        return "\(check["check"]?.stringValue ?? "") (\(place.joined(separator: ", ")))"
    }

    /// Of a registration it is in the attestation object. nil if a device's bytes cannot be read.
    private var authenticatorData: AuthenticatorData? {
        func bytes(_ member: String) -> [UInt8]? {
            let text = document["response"]?["response"]?[member]?.stringValue
            return text.flatMap { Base64URL.decodeTolerant($0)?.bytes }
        }
        let registered = bytes("attestationObject").flatMap { try? AttestationObject(decoding: $0) }
        return (registered?.authenticatorData ?? bytes("authenticatorData")).flatMap {
            try? AuthenticatorData(decoding: $0)
        }
    }
}
