import Testing
import ToqueEncoding

@testable import toque

@Suite struct RequestLineTests {
    private let entry: JSON = [
        "time": "2026-01-31T12:00:00.000000Z", "method": "POST", "path": "/payment-intents/", "query": "a=1",
        "status": 400, "duration_us": 4250, "error": "invalid",
        "request": ["headers": ["authorization": "***"], "body": #"{"amount":"0.13"}"#],
        "answer": ["headers": [:], "body": .null],
    ]

    @Test("A journal entry is printed on one line")
    func inALine() {
        #expect(
            RequestLine(entry: entry, isVerbose: false).text
                == "2026-01-31T12:00:00Z  400     4.2 ms  POST /payment-intents/?a=1  invalid")
    }

    @Test("A verbose journal entry shows headers and the indented JSON body")
    func withHeadersAndBodies() {
        let lines = RequestLine(entry: entry, isVerbose: true).text.split(separator: "\n").dropFirst()
        #expect(
            Array(lines) == [
                "    > authorization: ***", "    > ", "    > {", #"    >   "amount": "0.13""#, "    > }",
            ])
    }
}
