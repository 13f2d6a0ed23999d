import ArgumentParser
import LoadMeasurement
import ToqueEncoding

/// How many users come, how fast, and for how long. Numbers are kept as typed, so that errors quote them unchanged.
struct LoadOptions: ParsableArguments {
    @Option(
        help: .init(
            "Let at most this many users work at the same time.",
            discussion: "Default: the journey file's number of devices, else 100.", valueName: "n"))
    var users: String?

    @Option(help: .init("Start this many journeys a second. Default: 10.", valueName: "n"))
    var rate = "10"

    @Option(help: .init("Let users arrive for this long. Default: 1m.", valueName: "time"))
    var `for`: String?

    @Option(help: .init("Start exactly this many journeys, instead of --for.", valueName: "n"))
    var journeys: String?

    @Option(help: .init("Let the rate grow from 0 in this time. Default: 0s.", valueName: "time"))
    var rampUp: TimeSpan?

    @Option(
        help: .init(
            "Start the numbers of devices here, so that several machines use different ones. Default: 0.",
            valueName: "n"))
    var firstDevice = "0"

    /// - Parameters:
    ///   - seed: of the arrivals.
    ///   - count: the journey file's number of users; nil for none.
    /// - Throws: status 2 for a number out of range.
    func plan(seed: String, users count: Int?) throws(CommandError) -> LoadPlan {
        guard let rate = Double(rate), rate > 0, rate <= Self.maxRate else {
            throw .invalid("--rate", self.rate, expected: "a number above 0, at most \(Int(Self.maxRate))")
        }
        return LoadPlan(
            users: try Self.number(users ?? "\(count ?? 100)", in: 1...Self.maxUsers, for: "--users"),
            firstUser: try Self.number(firstDevice, in: 0...Self.maxDevice, for: "--first-device"), rate: rate,
            rampUp: rampUp?.duration ?? .zero, end: try end(), seed: seed)
    }

    private static func number(
        _ text: String, in range: ClosedRange<Int>, for option: String
    ) throws(CommandError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw .invalid(
                option, text, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static let maxUsers = 100_000
    private static let maxRate = 100_000.0
    private static let maxDevice = 1_000_000_000
    private static let maxJourneys = 1_000_000_000

    private func end() throws(CommandError) -> OpenArrivals.End {
        switch (`for`, journeys) {
        case (nil, nil): return .after(.seconds(60))
        case (let time?, nil):
            guard let span = TimeSpan(time), span.duration > .zero else {
                throw .invalid("--for", time, expected: "a time above 0, such as 10m")
            }
            return .after(span.duration)
        case (nil, let count?):
            return .count(try Self.number(count, in: 1...Self.maxJourneys, for: "--journeys"))
        case (.some, .some): throw CommandError(.conflictingOptions, at: "--journeys", "excludes --for")
        }
    }
}
