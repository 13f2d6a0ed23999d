import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import RelyingParty

/// Payloads that are signed and faulty.
@Suite("Metadata payload")
struct MetadataPayloadTests {
    private static let maker = Result { try MetadataMaker() }

    private func read(_ payload: JSON) throws -> MetadataBLOB {
        let maker = try Self.maker.get()
        return try MetadataBLOB(jws: maker.jws(payload), roots: [maker.root], time: MetadataMaker.time)
    }

    /// Returns the path in the error for a payload.
    private func path(_ change: (inout JSONObject) -> Void) throws -> String? {
        var payload = MetadataMaker.payload([])
        change(&payload)
        let error = try #require(throws: MetadataError.self) { try read(.object(payload)) }
        guard case .member(let error) = error else { return nil }
        return error.path
    }

    @Test("The error for a faulty member of the payload names its path")
    func members() throws {
        for (name, values) in [
            ("no", [nil, "7", true] as [JSON?]), ("nextUpdate", [nil, "2026-02-30", "2026-4-1", "soon", 20_260_401]),
            ("legalHeader", [5]), ("entries", [nil, [:], "none"]),
        ] {
            for value in values { #expect(try path { $0[name] = value } == name) }
        }
    }

    @Test("The error for a faulty member of an entry names its path")
    func entries() throws {
        let good = MetadataEntryDraft().json
        func entryPath(_ change: (inout MetadataEntryDraft) -> Void) throws -> String? {
            var draft = MetadataEntryDraft()
            change(&draft)
            return try path { $0["entries"] = [good, draft.json] }
        }
        for (name, values) in [
            ("aaguid", ["00112233445566778899aabbccddeeff", "00112233-4455-6677-8899-aabbccddeefg", 5] as [JSON?]),
            ("attestationCertificateKeyIdentifiers", ["ab"]), ("statusReports", [nil, "REVOKED"]),
            ("timeOfLastStatusChange", [nil, "2024-02-30"]),
        ] {
            for value in values { #expect(try entryPath { $0.members[name] = value } == "entries[1].\(name)") }
        }
        for (name, values) in [
            ("description", [nil, 5] as [JSON?]), ("authenticatorVersion", [nil, "5"]),
            ("attestationTypes", [nil, [:]]),
            ("attestationRootCertificates", [nil, "AAAA"]),
        ] {
            for value in values {
                #expect(try entryPath { $0.statement[name] = value } == "entries[1].metadataStatement.\(name)")
            }
        }
        #expect(try entryPath { $0.members["aaguid"] = nil } == "entries[1].aaid")
        #expect(
            try entryPath { $0.members["attestationCertificateKeyIdentifiers"] = ["ab"] }
                == "entries[1].attestationCertificateKeyIdentifiers[0]")
        for text in ["", "AAAA", "*", "MA=="] {
            #expect(
                try entryPath { $0.statement["attestationRootCertificates"] = [.string(text)] }
                    == "entries[1].metadataStatement.attestationRootCertificates[0]")
        }
        for (name, value) in [
            ("status", 5), ("effectiveDate", "yesterday"), ("authenticatorVersion", "new"), ("certificate", "AAAA"),
            ("batchCertificate", "AAAA"),
        ] as [(String, JSON)] {
            #expect(
                try entryPath { draft in
                    var report: JSONObject = ["status": "REVOKED"]
                    report[name] = value
                    draft.members["statusReports"] = [.object(report)]
                } == "entries[1].statusReports[0].\(name)")
        }
    }

    @Test("A payload that is not a JSON object is refused", arguments: ["[]", "5", "{", "", "{}{}"])
    func noObject(_ text: String) throws {
        let maker = try Self.maker.get()
        let jws = try maker.jws(Array(text.utf8))
        let error = try #require(throws: MetadataError.self) {
            try MetadataBLOB(jws: jws, roots: [maker.root], time: MetadataMaker.time)
        }
        #expect(error.description.hasSuffix("; download the present BLOB, or tell the metadata service"))
    }

    @Test("No signed payload traps")
    func mutations() throws {
        let maker = try Self.maker.get()
        let draft = MetadataEntryDraft(
            anchors: [maker.root], statusReports: .report("REVOKED", from: "2025-01-01", version: 3, of: maker.signer))
        let payload = JSON.object(MetadataMaker.payload([draft.json])).utf8
        var random = SplitMix(seed: 5)
        for _ in 0..<400 {
            var mutated = payload
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let position = Int.random(in: 0..<mutated.count, using: &random)
                mutated[position] = UInt8.random(in: 0x20...0x7E, using: &random)
            }
            let jws = try maker.jws(mutated)
            do throws(MetadataError) {
                _ = try MetadataBLOB(jws: jws, roots: [maker.root], time: MetadataMaker.time)
            } catch {
                switch error {
                case .syntax, .member: break
                default: Issue.record("\(error)")
                }
            }
        }
    }
}
