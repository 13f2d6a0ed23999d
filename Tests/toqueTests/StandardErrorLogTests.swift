import Testing
import ToqueEncoding

@testable import toque

@Suite struct StandardErrorLogTests {
    private let fields = [(name: "request_id", value: "r1"), (name: "why", value: "no \"disk\"")]

    @Test func aLineOfText() {
        let line = StandardErrorLog(format: .text)
            .line(at: Timestamp(microseconds: 0), .warning, "two\nlines", fields)
        #expect(line == #"1970-01-01T00:00:00.000000Z warning two lines request_id=r1 why="no \"disk\"""#)
    }

    @Test func aLineOfJSON() throws {
        let line = StandardErrorLog(format: .json)
            .line(at: Timestamp(microseconds: 0), .error, "two\nlines", fields)
        #expect(
            try JSON(parsing: line) == [
                "time": "1970-01-01T00:00:00.000000Z", "level": "error", "message": "two\nlines", "request_id": "r1",
                "why": "no \"disk\"",
            ])
        #expect(!line.contains("\n"))
    }
}
