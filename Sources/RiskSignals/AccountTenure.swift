import ToqueEncoding

/// Checks the day on which a person became a customer.
enum AccountTenure {
    /// - Parameters:
    ///   - text: `yyyy-MM-dd`, a real day that is not in the future.
    ///   - now: seconds since 1970 UTC.
    ///   - offset: seconds that local time is ahead of UTC. Today is the later of the local and the UTC day, so a
    ///     customer registered this evening by a server on UTC is not from the future.
    static func validate(_ text: String, now: Int64, offset: Int) throws(RiskSignalsError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy(digits.contains) else {
            throw .accountTenureFormat(found: text)
        }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) } }
        guard let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else {
            throw .accountTenureNotADate(found: text)
        }
        let today = max(CivilDate(seconds: now), CivilDate(seconds: now + Int64(offset)))
        guard date <= today else { throw .accountTenureInFuture(found: text, today: today.description) }
    }
}
