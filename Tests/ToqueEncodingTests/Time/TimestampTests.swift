import Testing
import ToqueEncoding

@Suite struct TimestampTests {
    @Test(
        "An RFC 3339 time is read to the microsecond and written in UTC",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00.000000Z"),
            ("2024-11-26T11:20:57.389056Z", 1_732_620_057_389_056, "2024-11-26T11:20:57.389056Z"),
            ("2024-11-26T08:20:57.389056-03:00", 1_732_620_057_389_056, "2024-11-26T11:20:57.389056Z"),
            ("2024-02-29t23:59:59.9z", 1_709_251_199_900_000, "2024-02-29T23:59:59.900000Z"),
            ("2000-02-29T00:00:00+00:30", 951_780_600_000_000, "2000-02-28T23:30:00.000000Z"),
            ("1969-12-31T23:59:59.999999999Z", -1, "1969-12-31T23:59:59.999999Z"),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"),
            ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
        ] as [(String, Int64, String)])
    func texts(text: String, microseconds: Int64, written: String) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.microseconds == microseconds)
        #expect(timestamp.description == written)
        #expect(Timestamp(written) == timestamp)
        #expect(timestamp.date == String(written.prefix(10)))
    }

    @Test(
        "Text other than an RFC 3339 time in the years 0000 to 9999 is refused",
        arguments: [
            "", "2024-11-26", "2024-11-26T11:20:57", "2024-11-26 11:20:57Z", "2024-11-26T11:20Z", "24-11-26T11:20:57Z",
            "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-04-31T00:00:00Z", "2024-01-00T00:00:00Z",
            "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
            "2024-01-01T00:00:60Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00.1234567890Z",
            "2024-01-01T00:00:00,1Z",
            "2024-01-01T00:00:00+0300", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+03:60",
            "2024-01-01T00:00:00ZZ",
            " 2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z\n", "+024-01-01T00:00:00Z", "２０２４-01-01T00:00:00Z",
            // In UTC, outside the years that the text can represent.
            "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        ])
    func refused(text: String) { #expect(Timestamp(text) == nil) }

    @Test("Timestamps compare, and durations add to them to the microsecond")
    func arithmetic() throws {
        let start = try #require(Timestamp("2024-02-28T23:59:00Z"))
        let end = try #require(Timestamp("2024-03-01T00:00:00Z"))
        #expect(end - start == .seconds(86_460))
        #expect(start + .seconds(86_460) == end && start < end && !(end < start))
        #expect(end + (start - end) == start)
        #expect(Duration.milliseconds(1500).microseconds == 1_500_000)
        #expect(Duration.nanoseconds(-1999).microseconds == -1)
    }

    @Test("The earliest and the latest instant have a text")
    func everyInstantHasAText() {
        #expect(Timestamp(microseconds: .min).description.hasSuffix("Z"))
        #expect(Timestamp(microseconds: .max).description.hasSuffix("Z"))
    }
}
