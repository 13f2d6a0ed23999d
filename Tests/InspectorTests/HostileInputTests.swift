import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import Inspector

extension InspectionNode {
    /// Whether every range is inside the range of its nearest parent with one, or else inside the input.
    func rangesHold(within limit: Int) -> Bool { rangesHold(0..<limit) }

    private func rangesHold(_ outer: Range<Int>) -> Bool {
        if let range, range.lowerBound < outer.lowerBound || range.upperBound > outer.upperBound { return false }
        return children.allSatisfy { $0.rangesHold(range ?? outer) }
    }
}

@Suite("Hostile inputs")
struct HostileInputTests {
    private static func samples() throws -> [[UInt8]] {
        [
            try Sample.certifiedObject(), try Sample.attestationObject().encoded,
            try Sample.authenticatorData(extensions: CBORMap([("credProtect", 2)])).encoded,
            try Sample.publicKey().encoded, try Sample.publicKey().subjectPublicKeyInfo(),
            try Sample.certificate(extension: "1.3.6.1.4.1.11129.2.1.17", Sample.keyDescription),
            Sample.makeCredential, [0] + ([1: "none", 2: .bytes([1]), 3: [:]] as CBOR).encoded,
            Sample.reports, Sample.certInfo.encoded, Sample.pubArea.encoded, Sample.clientData(),
            Array(try Sample.ceremony().serialized().utf8), Array(Sample.jws(payload: Sample.metadata).utf8),
            Array(try Sample.fido2Cred().utf8), Array(Sample.fido2Assert(count: 2).utf8),
        ]
    }

    /// Changes of each sample: a byte set, a bit flipped, a piece removed, doubled or overwritten.
    @Test("A changed sample yields no byte range outside the input", arguments: 0..<16)
    func changesOfEverySample(_ index: Int) throws {
        let samples = try Self.samples()
        #expect(samples.count == 16)
        var random = SplitMix(seed: UInt64(index))
        let type = try Inspection(samples[index]).type
        for number in 0..<(Corpora.isAvailable ? 2000 : 400) {
            let changed = random.change(samples[index])
            guard let inspection = try? Inspection(changed, as: number % 2 == 0 ? nil : type) else { continue }
            // One expectation per range would take longer than the inspection.
            if !inspection.node.rangesHold(within: changed.count) {
                Issue.record("a range outside of the input: \(Hex.encode(changed))")
            }
        }
    }

    @Test("Random bytes, inspected as any type, yield no byte range outside the input")
    func randomBytesAsEverything() {
        var random = SplitMix(seed: 5)
        for _ in 0..<500 {
            let bytes = random.bytes(upTo: 200)
            for type in [nil] + InspectedType.allCases {
                guard let inspection = try? Inspection(bytes, as: type) else { continue }
                #expect(inspection.node.rangesHold(within: bytes.count))
            }
        }
    }

    /// Data of real authenticators and the specification's own vectors, each without a fault in its form.
    @Test(
        "Responses of real authenticators and W3C's vectors are decoded",
        .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA is not set"))
    func realResponses() throws {
        let corpus = try JSONReader(Corpora.load("attestation-real.json"))
        for name in ["registrations", "assertions"] {
            for item in try corpus.member(name).elements() {
                let credential = try item.member("credential").value
                let node = try Inspection(Array(credential.serialized().utf8)).node
                #expect(node.label == (name == "assertions" ? "AuthenticationResponse" : "RegistrationResponse"))
                #expect(node["response"]?.rangesHold(within: .max) == true)
            }
        }
        let cases = try JSONReader(Corpora.load("w3c-webauthn-l3.json")).member("cases").elements()
        #expect(cases.count == 15)
        for item in cases {
            let text = try item.member("registration").member("fields").member("attestationObject").string()
            let inspection = try Inspection(Array(text.utf8), context: InspectionContext(rpID: "example.org"))
            #expect(inspection.type == .attestationObject)
            #expect(inspection.node.problem == nil)
            #expect(inspection.node["attStmt"]?.problem == nil)
            #expect(inspection.node["authData"]?["rpIdHash"]?.problem == nil)
        }
    }
}

extension SplitMix {
    fileprivate mutating func change(_ sample: [UInt8]) -> [UInt8] {
        guard !sample.isEmpty else { return sample }
        var bytes = sample
        let index = Int.random(in: bytes.indices, using: &self)
        let end = min(bytes.count, index + Int.random(in: 1...8, using: &self))
        switch Int.random(in: 0..<6, using: &self) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &self)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 2: bytes.removeSubrange(index..<end)
        case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
        case 4: bytes.replaceSubrange(index..<end, with: [UInt8](repeating: 0xFF, count: end - index))
        default: bytes.removeLast(bytes.count - index)
        }
        return bytes
    }
}
