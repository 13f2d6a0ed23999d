import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import TestVectors

@Suite struct VectorVerdictTests {
    /// Nil for a document without vectors.
    private func verdicts(_ json: JSON) -> [VectorVerdict]? {
        var verdicts: [VectorVerdict] = []
        return VectorVerdict.judge(json) { verdicts.append($0) } ? verdicts : nil
    }

    @Test("Each ceremony of a document is judged, and the summary has the actual and expected counts")
    func ceremonies() throws {
        let ceremony = try #require(W3CWebAuthnLevel3.ceremonies().first { $0.id == "none.ES256/authentication" })
        let valid = ceremony.json
        let wrong = valid.with("rpId", "example.com")
        let documents: [JSON] = [["set": "x", "ceremonies": [valid, wrong]], [valid, wrong], [.null, wrong]]
        #expect(
            documents.map { verdicts($0)?.map(\.isAsExpected) } == [[true, false], [true, false], [false, false]])
        let summaries = verdicts(wrong.with("expected", ["verdict": "invalid", "code": "bad\nsignature"]))
        #expect(summaries?.map(\.id) == [ceremony.id])
        #expect(summaries?[0].summary.hasPrefix("found invalid, rp_id_hash_mismatch: ") == true)
        #expect(summaries?[0].summary.hasSuffix(#"; expected invalid, bad\nsignature"#) == true)
    }

    @Test("A document without ceremonies or CBOR inputs holds no vectors")
    func otherDocumentsHoldNoVectors() {
        for json: JSON in [
            ["challenge": "AA"], [], [1], .null, ["$schema": "x", "properties": ["kind": [:]]], ["ceremonies": "none"],
        ] {
            #expect(verdicts(json) == nil)
        }
    }

    private static let inputs: [(input: JSON, isAsExpected: Bool)] = [
        (["id": "a", "input": "AA", "canonical": true], true),
        (["id": "a", "input": "GAA", "canonical": true], false),
        (["id": "a", "input": "GAA", "canonical": false, "reason": "not minimal"], true),
        (["id": "a", "input": "", "canonical": false, "reason": "no item"], true),
        (["id": "a", "input": "AA", "canonical": false, "reason": "not minimal"], false),
        (["id": "a", "input": "GAA", "canonical": false], false),
        (["id": "a", "input": "AA", "canonical": true, "reason": "minimal"], false),
        (["id": "a", "input": "AB", "canonical": false, "reason": "not minimal"], false),
        (["id": "a", "input": "AA", "canonical": true, "size": 1], false),
        ([:], false), (7, false),
    ]

    @Test(
        "A CBOR input is as expected if the decoder agrees with its canonical flag",
        arguments: inputs)
    func cborInputs(_ input: JSON, _ isAsExpected: Bool) {
        let verdict = verdicts(["inputs": [input]])
        #expect(verdict?.map(\.isAsExpected) == [isAsExpected])
        #expect(verdict?.map(\.id) == [input["id"]?.stringValue])
    }

    @Test("A CBOR vector round-trips through JSON")
    func cborVectorsAreReadAsTheyAreWritten() throws {
        for vector in [
            CBORVector(id: "a", input: [0]), CBORVector(id: "b", input: [0x18, 0], reason: "not minimal"),
        ] {
            #expect(try CBORVector(JSONReader(vector.json)) == vector)
        }
    }
}
