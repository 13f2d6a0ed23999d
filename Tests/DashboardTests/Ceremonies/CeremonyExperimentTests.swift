import CeremonyDocuments
import Sandbox
import Testing
import ToqueEncoding

@testable import Dashboard

@Suite("Experiments with a ceremony")
struct CeremonyExperimentTests {
    private static func experiment(_ query: [String: String]) throws -> CeremonyExperiment? {
        try CeremonyExperiment { query[$0] }
    }

    private static func document(_ kind: String) throws -> CeremonyDocument {
        try CeremonyDocument(json: try #require(try VectorCeremonies.valid(kind)))
    }

    @Test("A flipped bit of a signature is a bad signature, whichever bit it is")
    func signature() throws {
        let document = try Self.document("authentication")
        #expect(document.judge().isValid)
        let count = CeremonyExperiment.Part.signature.bytes(of: document).count
        for byte in 0..<count {
            let changed = try CeremonyExperiment.flip(.signature, byte: byte, bit: byte % 8).applied(to: document)
            #expect(changed.judge().failure?.code == .badSignature, "byte \(byte)")
            let differing = zip(
                CeremonyExperiment.Part.signature.bytes(of: changed),
                CeremonyExperiment.Part.signature.bytes(of: document)
            ).map { $0 ^ $1 }
            #expect(differing.enumerated().allSatisfy { $1 == ($0 == byte ? 1 << (byte % 8) : 0) })
        }
    }

    @Test(
        "The verdict on a changed ceremony is that of toque verify on its document",
        arguments: ["registration", "authentication"])
    func verdicts(kind: String) throws {
        let document = try Self.document(kind)
        let (parts, usual, byte) = CeremonyExperiment.Part.parts(of: document)
        #expect(parts.contains(usual))
        #expect(usual.bytes(of: document).indices.contains(byte))
        var codes: Set<String> = []
        for part in parts {
            for byte in part.bytes(of: document).indices {
                let changed = try CeremonyExperiment.flip(part, byte: byte, bit: 0).applied(to: document)
                let verdict = changed.judge()
                #expect(!verdict.isValid, "\(part) \(byte)")
                #expect(CeremonyVerdict(judging: changed.json).json == verdict.json)
                codes.insert(verdict.failure?.code.rawValue ?? "")
            }
        }
        #expect(codes.count > 5)
    }

    @Test("A replay meets the stored credential")
    func replay() throws {
        let registration = try CeremonyExperiment.replay.applied(to: try Self.document("registration"))
        #expect(registration.judge().failure?.code == .credentialAlreadyRegistered)
        for json in try VectorCeremonies.load("profiles") where json["kind"]?.stringValue == "authentication" {
            let document = try CeremonyDocument(json: json)
            guard let stored = document.judge().credential else { continue }
            let verdict = try CeremonyExperiment.replay.applied(to: document).judge()
            // Without a counter, only the challenge tells (section 6.1.1).
            #expect(verdict.failure?.code == (stored.signCount == 0 ? nil : .counterRegressed))
        }
    }

    @Test("A response does not fit another challenge", arguments: ["registration", "authentication"])
    func challenge(kind: String) throws {
        let changed = try CeremonyExperiment.otherChallenge.applied(to: try Self.document(kind))
        #expect(changed.judge().failure?.code == .challengeMismatch)
    }

    @Test("A query names an experiment, or what is wrong with it")
    func queries() throws {
        #expect(try Self.experiment([:]) == nil)
        #expect(try Self.experiment(["try": "replay"]) == .replay)
        #expect(try Self.experiment(["try": "challenge"]) == .otherChallenge)
        #expect(
            try Self.experiment(["try": "flip", "part": "signature", "byte": "7", "bit": "3"])
                == .flip(.signature, byte: 7, bit: 3))
        let wrong: [([String: String], String)] = [
            (["try": "<b>"], "try"), (["try": "flip"], "part"), (["try": "flip", "part": "x"], "part"),
            (["try": "flip", "part": "signature"], "byte"),
            (["try": "flip", "part": "signature", "byte": "-1", "bit": "0"], "byte"),
            (["try": "flip", "part": "signature", "byte": "99999999999999999999", "bit": "0"], "byte"),
            (["try": "flip", "part": "signature", "byte": "1"], "bit"),
            (["try": "flip", "part": "signature", "byte": "1", "bit": "8"], "bit"),
        ]
        for (query, field) in wrong {
            let error = #expect(throws: SandboxError.self) { try Self.experiment(query) }
            #expect(error?.field == field, "\(query)")
        }
    }

    @Test("A byte beyond a part, and a part that the ceremony lacks, are refused")
    func bounds() throws {
        let document = try Self.document("authentication")
        for (part, byte) in [
            (CeremonyExperiment.Part.signature, 5000), (.attestationObject, 0), (.authenticatorData, .max),
        ] {
            let error = #expect(throws: SandboxError.self) {
                try CeremonyExperiment.flip(part, byte: byte, bit: 0).applied(to: document)
            }
            #expect(error?.field == "byte")
        }
    }
}
