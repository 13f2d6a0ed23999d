import CeremonyDocuments
import Inspector
import RelyingParty
import Sandbox
import ToqueCrypto
import ToqueEncoding

/// A change of a ceremony, to see what a relying party says to it. Nothing is stored.
enum CeremonyExperiment: Equatable {
    case flip(Part, byte: Int, bit: Int)
    /// The same response a second time.
    case replay
    /// The same response to other options.
    case otherChallenge

    /// A value of the response.
    enum Part: String, CaseIterable {
        case clientData = "clientDataJSON"
        case authenticatorData
        case attestationObject
        case signature
    }

    /// The names in queries.
    static let parameter = "try"
    static let (flipName, replayName, challengeName) = ("flip", "replay", "challenge")

    /// - Parameter query: of a page's request.
    /// - Returns: nil without an experiment.
    /// - Throws: `SandboxError` that names the wrong parameter.
    init?(_ query: (String) -> String?) throws(SandboxError) {
        switch query(Self.parameter) {
        case nil: return nil
        case Self.replayName: self = .replay
        case Self.challengeName: self = .otherChallenge
        case Self.flipName:
            guard let part = query("part").flatMap(Part.init) else {
                throw .invalid("part", "Expected \(Part.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            guard let byte = query("byte").flatMap({ Int($0) }), byte >= 0 else {
                throw .invalid("byte", "Expected the number of a byte, from 0.")
            }
            guard let bit = query("bit").flatMap({ Int($0) }), (0..<8).contains(bit) else {
                throw .invalid("bit", "Expected a number from 0 to 7.")
            }
            self = .flip(part, byte: byte, bit: bit)
        default: throw .invalid(Self.parameter, "Expected flip, replay or challenge.")
        }
    }

    /// - Throws: `SandboxError` if the ceremony has no such byte.
    func applied(to document: CeremonyDocument) throws(SandboxError) -> CeremonyDocument {
        var document = document
        switch self {
        case .flip(let part, let byte, let bit):
            let bytes = part.bytes(of: document)
            guard bytes.indices.contains(byte) else {
                throw .invalid("byte", "\(part.rawValue) has \(bytes.count) bytes.")
            }
            part.change(&document) { $0[byte] ^= 1 << UInt8(bit) }
        case .replay: Self.replay(&document)
        case .otherChallenge:
            // Always the same, so that a link to the page shows the same page.
            switch document.ceremony {
            case .registration(var ceremony):
                ceremony.options.challenge = Digest.sha256(ceremony.options.challenge)
                document.ceremony = .registration(ceremony)
            case .authentication(var ceremony):
                ceremony.options.challenge = Digest.sha256(ceremony.options.challenge)
                document.ceremony = .authentication(ceremony)
            }
        }
        document.expected = nil
        return document
    }

    /// What the relying party has stored after the first time.
    private static func replay(_ document: inout CeremonyDocument) {
        switch document.ceremony {
        case .registration(let ceremony): document.policy.knownCredentialIDs.insert(ceremony.response.credentialID)
        case .authentication(var ceremony):
            ceremony.credential = document.judge().credential ?? ceremony.credential
            document.ceremony = .authentication(ceremony)
        }
    }
}

extension CeremonyExperiment.Part {
    func bytes(of document: CeremonyDocument) -> [UInt8] {
        var found: [UInt8] = []
        var copy = document
        change(&copy) { found = $0 }
        return found
    }

    /// Changes the part; nothing if the ceremony has no such part.
    fileprivate func change(_ document: inout CeremonyDocument, _ body: (inout [UInt8]) -> Void) {
        switch document.ceremony {
        case .registration(var ceremony):
            switch self {
            case .clientData: body(&ceremony.response.clientDataJSON)
            case .attestationObject: body(&ceremony.response.attestationObject)
            case .authenticatorData, .signature: return
            }
            document.ceremony = .registration(ceremony)
        case .authentication(var ceremony):
            switch self {
            case .clientData: body(&ceremony.response.clientDataJSON)
            case .authenticatorData: body(&ceremony.response.authenticatorData)
            case .signature: body(&ceremony.response.signature)
            case .attestationObject: return
            }
            document.ceremony = .authentication(ceremony)
        }
    }

    /// The parts of a ceremony, and the byte that the form offers: the last one of a signature, if there is any.
    static func parts(of document: CeremonyDocument) -> (all: [Self], usual: Self, byte: Int) {
        switch document.ceremony {
        case .registration:
            let bytes = Self.attestationObject.bytes(of: document)
            let signature = InspectionNode(attestationObject: bytes)["attStmt"]?["sig"]?.range
            return ([.clientData, .attestationObject], .attestationObject, (signature?.upperBound ?? bytes.count) - 1)
        case .authentication:
            let bytes = Self.signature.bytes(of: document)
            return ([.clientData, .authenticatorData, .signature], .signature, bytes.count - 1)
        }
    }
}
