import ArgumentParser
import LoadMeasurement
import ToqueEncoding

/// How many users come, how fast, and for how long.
struct LoadOptions: ParsableArguments {
    @Option(
        help: .init(
            "Let at most this many users work at the same time.",
            discussion: "Default: the journey file's number of devices, else 100.", valueName: "n"))
    var users: Int?

    @Option(help: .init("Start this many journeys a second. Default: 10.", valueName: "n"))
    var rate = 10.0

    @Option(help: .init("Let users arrive for this long. Default: 1m.", valueName: "time"))
    var `for`: TimeSpan?

    @Option(help: .init("Start exactly this many journeys, instead of --for.", valueName: "n"))
    var journeys: Int?

    @Option(help: .init("Let the rate grow from 0 in this time. Default: 0s.", valueName: "time"))
    var rampUp: TimeSpan?

    @Option(
        help: .init(
            "Start the numbers of devices here, so that several machines use different ones. Default: 0.",
            valueName: "n"))
    var firstDevice = 0

    /// - Parameters:
    ///   - seed: of the arrivals.
    ///   - count: the journey file's number of users; nil for none.
    /// - Throws: status 2 for a number out of range.
    func plan(seed: String, users count: Int?) throws(CommandError) -> LoadPlan {
        let users = users ?? count ?? 100
        guard (1...Self.maxUsers).contains(users) else {
            throw .invalid("--users", "\(users)", expected: "a number from 1 to \(Self.maxUsers)")
        }
        guard rate > 0, rate <= Self.maxRate else {
            throw .invalid("--rate", "\(rate)", expected: "a number above 0, at most \(Int(Self.maxRate))")
        }
        guard (0...Self.maxDevice).contains(firstDevice) else {
            throw .invalid("--first-device", "\(firstDevice)", expected: "a number from 0 to \(Self.maxDevice)")
        }
        return LoadPlan(
            users: users, firstUser: firstDevice, rate: rate, rampUp: rampUp?.duration ?? .zero, end: try end(),
            seed: seed)
    }

    private static let maxUsers = 100_000
    private static let maxRate = 100_000.0
    private static let maxDevice = 1_000_000_000

    private func end() throws(CommandError) -> OpenArrivals.End {
        switch (`for`, journeys) {
        case (nil, nil): return .after(.seconds(60))
        case (let time?, nil):
            guard time.duration > .zero else {
                throw .invalid("--for", "\(time.duration)", expected: "a time above 0, such as 10m")
            }
            return .after(time.duration)
        case (nil, let count?):
            guard count > 0 else { throw .invalid("--journeys", "\(count)", expected: "a whole number above 0") }
            return .count(count)
        case (.some, .some): throw CommandError(.conflictingOptions, at: "--journeys", "excludes --for")
        }
    }
}
