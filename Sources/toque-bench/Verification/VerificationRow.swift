/// A line of the tables of verifications.
enum VerificationRow {
    static func printHeader() {
        print(
            padded("", 24) + padded("rate", 12, left: true) + padded("beside OpenSSL", 18, left: true)
                + padded("beside libfido2", 18, left: true) + padded("two threads", 14, left: true)
                + padded("(OpenSSL)", 12, left: true))
    }

    /// Measures, all in turns, and prints a line for each of the operations: its rate, the time that it takes as a multiple
    /// of OpenSSL's and of libfido2's, and how much faster two threads are, beside how much faster OpenSSL is on two.
    static func measure(
        _ operations: KeyValuePairs<String, @Sendable () -> Void>, ceiling: @escaping @Sendable () -> Void,
        library: FIDOVerification?
    ) async throws {
        let ceiling = Operation("OpenSSL", batch: batch, ceiling)
        let ours = operations.map { name, body in Operation(name, batch: batch, body) }
        let others = [ceiling] + (library.map { library in [Operation("libfido2", batch: batch) { library.run() }] } ?? [])
        let single = ours + others
        let double = (ours + [ceiling]).map { $0.onThreads(2) }
        let measured = try await Stopwatch.rates(single + double, for: .milliseconds(500))
        let (ones, twos) = (measured[..<single.count], measured[single.count...])
        func gain(_ index: Int) -> Double { twos[twos.startIndex + index].perSecond / ones[index].perSecond }
        let openSSL = ones[ours.count].perSecond
        for (index, measurement) in ones.prefix(ours.count).enumerated() {
            let rate = measurement.perSecond
            let beside = library == nil ? "-" : "\(rounded(ones[ours.count + 1].perSecond / rate)) x"
            print(
                padded(measurement.name, 24) + padded("\(Int(rate))/s", 12, left: true)
                    + padded("\(rounded(openSSL / rate)) x", 18, left: true) + padded(beside, 18, left: true)
                    + padded("\(rounded(gain(index))) x", 14, left: true)
                    + padded("\(rounded(gain(ours.count))) x", 12, left: true))
        }
    }

    private static let batch = 20
}
