import CeremonyDocuments
import Testing
import ToqueEncoding

@testable import Dashboard

@Suite("A ceremony to copy")
struct CeremonyCopyTests {
    @Test("A copied vector expects the verdict, and the copied command has the document")
    func copies() throws {
        for document in try VectorCeremonies.load("faults-windows-es256-packed").prefix(40) {
            let entry = VectorCeremonies.entry(document)
            let vector = try JSON(parsing: try #require(CeremonyCopy.vector.text(entry, publicURL: "http://x")))
            let copied = try #require(vector["ceremonies"]?.arrayValue?.first)
            #expect(copied["expected"]?["verdict"] == entry["verdict"]?["verdict"])
            #expect(CeremonyVerdict(judging: copied).isAsExpected)
            let lines = try #require(CeremonyCopy.verify.text(entry, publicURL: "http://x")).split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines[0] == "toque verify - <<'CEREMONY'" && lines[2] == "CEREMONY")
            #expect(try JSON(parsing: String(lines[1])) == document)
        }
    }

    @Test("The request of a backend is quoted for a shell, and has a place for the key")
    func request() throws {
        var entry = VectorCeremonies.entry(try #require(try VectorCeremonies.valid("authentication")))
        #expect(CeremonyCopy.curl.text(entry, publicURL: "http://x") == nil)
        guard case .object(var members) = entry else { return }
        members["request"] = ["method": "POST", "path": "/a'b/", "body": ["text": "line\nBODY\n"]]
        entry = .object(members)
        let lines = try #require(CeremonyCopy.curl.text(entry, publicURL: "http://x")).split(separator: "\n")
        #expect(
            lines == [
                #"curl -u ID:SECRET -X POST 'http://x/a'\''b/' -H 'Content-Type: application/json' --data-binary @- <<'BODY'"#,
                #"{"text":"line\nBODY\n"}"#, "BODY",
            ])
    }

    @Test("An entry without a document has no copies", arguments: CeremonyCopy.allCases)
    func absent(copy: CeremonyCopy) { #expect(copy.text(["document": "text"], publicURL: "http://x") == nil) }
}
