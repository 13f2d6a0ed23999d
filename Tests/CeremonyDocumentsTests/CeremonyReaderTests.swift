import RelyingParty
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import CeremonyDocuments

@Suite struct CeremonyReaderTests {
    /// Each verdict as its ID, or `-`, with a question mark if it could not be read.
    private func verdicts(_ text: String, chunk size: Int = 7, limit: Int = 1 << 16) throws -> [String] {
        try verdicts(Array(text.utf8), chunk: size, limit: limit)
    }

    private func verdicts(_ bytes: [UInt8], chunk size: Int = 7, limit: Int = 1 << 16) throws -> [String] {
        var rest = bytes[...]
        var reader = CeremonyReader(limit: limit) {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        var verdicts: [String] = []
        while let some = try reader.next({ ($0.id ?? "-") + ($0.failure?.code == .malformedCeremony ? "?" : "") }) {
            verdicts += some
        }
        return verdicts
    }

    private func ceremony(_ id: String) throws -> JSON {
        try SampleCeremony.authentication().json.with("id", .string(id))
    }
    private func line(_ id: String) throws -> String { try ceremony(id).serialized() }
    private func pretty(_ id: String) throws -> String { try ceremony(id).serialized(pretty: true) }

    @Test("One document is read as an array, a set or a single ceremony, however formatted")
    func oneDocument() throws {
        let (a, b) = (try ceremony("a"), try ceremony("b"))
        for json: JSON in [[a, b], ["set": "x", "ceremonies": [a, b]]] {
            for pretty in [false, true] {
                #expect(try verdicts(json.serialized(pretty: pretty)) == ["a", "b"])
                #expect(try verdicts("\u{FEFF}\n\n " + json.serialized(pretty: pretty) + "\r\n \n") == ["a", "b"])
            }
        }
        #expect(try verdicts(line("a")) == ["a"])
        #expect(try verdicts(pretty("a")) == ["a"])
        #expect(try verdicts("[\n\(line("a")),\n\(line("b"))\n]") == ["a", "b"])
    }

    @Test("JSON Lines are read in order, whatever the size of the chunks", arguments: [1, 2, 1000, 1 << 20])
    func jsonLines(chunk size: Int) throws {
        let text = try "\u{FEFF}\(line("a"))\r\n\n  \t\n\(line("b"))\n\(line("c"))"
        #expect(try verdicts(text, chunk: size) == ["a", "b", "c"])
    }

    @Test("Input without ceremonies gives no verdicts")
    func nothing() throws {
        for text in ["", "\n", " \r\n\t\n", "[]", #"{"ceremonies": []}"#] { #expect(try verdicts(text) == []) }
    }

    @Test(
        "A malformed line gets a verdict in its place and does not affect other lines",
        arguments: [
            ("nonsense", "-?"), ("{}", "-?"), ("[]", "-?"), ("null", "-?"), ("\"text\"", "-?"),
            ("{\"id\":\"x\"}", "x?"),
            ("{\"id\":\"x\",", "x?"), ("{\"id\":\"x\"", "x?"), ("{\"id\":\"x\",\"kind\":\"reg", "x?"), ("{", "-?"),
            ("{\"id\":\"x\",\"id\":\"y\"}", "x?"), ("{\"id\" : \"\\u0078\\\"\", oops}", "x\"?"),
            ("{\"kind\":\"id\",", "-?"),
            ("{\"id\":\"x\"}}", "x?"), ("{\"id\":7}", "-?"), ("{\"id\":\"x\"}\0", "x?"), ("\u{1}", "-?"),
        ])
    func malformedLines(_ malformed: String, _ shown: String) throws {
        let good = try line("good")
        #expect(try verdicts("\(malformed)\n\(good)\n\(good)\n") == [shown, "good", "good"])
        #expect(try verdicts("\(good)\n\(malformed)\n\(good)") == ["good", shown, "good"])
        #expect(try verdicts("\(good)\n\(good)\n\(malformed)") == ["good", "good", shown])
        #expect(try verdicts("\(good)\n\(malformed)\n\(malformed)") == ["good", shown, shown])
    }

    @Test("A malformed document over several lines gets one verdict")
    func malformedDocuments() throws {
        let text = try pretty("a")
        #expect(try verdicts(String(text.dropLast(2))) == ["a?"])
        #expect(try verdicts(text.replacing("\"kind\": ", with: "\"kind\" ")) == ["a?"])
        #expect(try verdicts(text.replacing("\"kind\"", with: "\"id\"")) == ["a?"])
        #expect(try verdicts(text.dropLast(2) + ",\n}") == ["a?"])
        #expect(try verdicts("[\n\(text),\n]") == ["-?"])
        #expect(try verdicts("[\n\(text)\n") == ["-?"])
    }

    /// The output of `jq` without `-c` also gets one verdict, which states the correct form.
    @Test("Documents over several lines, one after the other, get one verdict with a hint")
    func documentsOneAfterTheOther() throws {
        for separator in ["", "\n", "\n\n"] {
            var rest = Array((try pretty("a") + separator + pretty("b")).utf8)[...]
            var reader = CeremonyReader {
                defer { rest = [] }
                return Array(rest)
            }
            let verdict = try #require(try reader.next(\.self)?.first)
            #expect(verdict.id == "a" && verdict.failure?.code == .malformedCeremony)
            #expect(verdict.failure?.message.contains("something follows the JSON value; write several") == true)
            #expect(try reader.next(\.self) == nil)
        }
    }

    @Test("A line that is not UTF-8 is malformed, and the next line is read")
    func invalidUTF8() throws {
        let good = Array(try line("good").utf8)
        #expect(try verdicts(Array("{\"id\":\"x\",\"kind\":\"".utf8) + [0xFF, 0x0A] + good) == ["x?", "good"])
    }

    @Test("A line or document over the limit is malformed, and other lines are read")
    func whatIsTooLargeIsMalformed() throws {
        let good = try line("good")
        let long = "{\"id\":\"long\",\"description\":\"\(String(repeating: "x", count: 5000))\"}"
        #expect(try verdicts("\(long)\n\(good)\n\(long)\n\(good)", limit: 4096) == ["long?", "good", "long?", "good"])
        #expect(try verdicts("\(good)\n\(long)\n\(good)", limit: 4096) == ["good", "long?", "good"])
        let document = "{\n\"id\": \"long\",\n\"expected\": [\n" + String(repeating: "1,\n", count: 5000) + "1]}"
        #expect(try verdicts(document, limit: 4096) == ["long?"])
        #expect(
            try verdicts("[\n" + Array(repeating: good, count: 10).joined(separator: ",\n") + "\n]", limit: 4096) == [
                "-?"
            ])
        // A truncated line ends the reading, unless the rest is longer than a document may be.
        let many = Array(repeating: good, count: 10).joined(separator: "\n")
        #expect(
            try verdicts("{\"id\":\"cut\"\n" + many, limit: 4096) == ["cut?"] + Array(repeating: "good", count: 10))
    }

    @Test("The message of a syntax error names the line and column in the input")
    func messagesNameTheLine() throws {
        var rest = Array("{}\n\n{\"a\" 1}\n".utf8)[...]
        var reader = CeremonyReader {
            defer { rest = [] }
            return Array(rest)
        }
        let messages = try reader.next { $0.failure?.message }
        #expect(messages?.last == "line 3, column 6: a colon is expected here")
    }

    @Test("The verdicts of 1000 lines keep the order of the input")
    func manyLinesKeepTheirOrder() throws {
        let ids = (0..<1000).map { "ceremony-\($0)" }
        let text = ids.map { #"{"id":"\#($0)"}"# }.joined(separator: "\n")
        #expect(try verdicts(text, chunk: 5000) == ids.map { "\($0)?" })
    }

    @Test("Complete lines are judged before the reader waits for more input")
    func linesThatAreThere() throws {
        let (a, b, c) = (try line("a"), try line("b"), try line("c"))
        var chunks = ["\(a)\n\n\(b)\n\n", "\(c)\n\n\(a.prefix(9))", "\(a.dropFirst(9))\n", ""][...]
        var reader = CeremonyReader { chunks.popFirst().map { Array($0.utf8) } ?? [] }
        var judged: [[String?]] = []
        while let ids = try reader.next(\.id) {
            judged.append(ids + ["\(chunks.count) to come"])
        }
        #expect(judged == [["a", "b", "3 to come"], ["c", "2 to come"], ["a", "1 to come"]])
    }
}
