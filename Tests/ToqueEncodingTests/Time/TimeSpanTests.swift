import Testing
import ToqueEncoding

@Suite struct TimeSpanTests {
    @Test(
        "A time span is read in its units, or in seconds if it has none",
        arguments: [
            ("90s", Duration.seconds(90)), ("2m", .seconds(120)), ("1h30m", .seconds(5400)),
            ("365d", .seconds(31_536_000)),
            ("250ms", .milliseconds(250)), ("90", .seconds(90)), ("0.5", .milliseconds(500)), ("1.5h", .seconds(5400)),
            ("0", .zero),
        ])
    func spans(text: String, duration: Duration) { #expect(TimeSpan(text)?.duration == duration) }

    @Test(
        "A text that is not a time span is refused",
        arguments: ["", "x", "2x", "1h30", "-1s", "1e3s", "h", "1..2s", "2 m", "99999999d", "1,5s", "٣s"])
    func whatIsNone(text: String) { #expect(TimeSpan(text) == nil) }

    @Test("A time span is written to JSON in seconds", arguments: [("2m", "120"), ("250ms", "0.25"), ("1.5s", "1.5")])
    func secondsInJSON(text: String, json: String) {
        #expect(TimeSpan(text)?.json.serialized() == json)
    }
}
