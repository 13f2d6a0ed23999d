/// A row of the verification tables.
enum VerificationRow {
    static func printHeader() {
        print(
            padded("", 24) + padded("rate", 12, left: true) + padded("beside OpenSSL", 18, left: true)
                + padded("beside libfido2", 18, left: true) + padded("two threads", 14, left: true)
                + padded("(OpenSSL)", 12, left: true))
    }

    /// Measures all operations in turns and prints a row for each: its rate, its time as a multiple of OpenSSL's and of
    /// libfido2's, and its gain from two threads compared to OpenSSL's gain.
    static func measure(
        _ operations: KeyValuePairs<String, @Sendable () -> Void>, ceiling: @escaping @Sendable () -> Void,
        library: FIDOVerification?
    ) async throws {
        var bodies: [(name: String, body: @Sendable () -> Void)] = operations.map { ($0, $1) }
        bodies.append(("OpenSSL", ceiling))
        if let library { bodies.append(("libfido2", library.run)) }
        let single = bodies.map { Workload($0.name, batch: 10, $0.body) }
        // A longer batch, so that starting the threads is negligible.
        let double = bodies.map { Workload($0.name, batch: 100, $0.body).onTwoThreads() }
        let rates = try await Stopwatch.rates(single + double, for: .milliseconds(500)).map(\.perSecond)
        let gains = zip(rates, rates[bodies.count...]).map { one, two in two / one }
        let ceiling = operations.count
        for (index, operation) in operations.enumerated() {
            let besideLibrary = library.map { _ in "\(rounded(rates[ceiling + 1] / rates[index])) x" }
            print(
                padded(operation.key, 24) + padded("\(Int(rates[index]))/s", 12, left: true)
                    + padded("\(rounded(rates[ceiling] / rates[index])) x", 18, left: true)
                    + padded(besideLibrary ?? "-", 18, left: true)
                    + padded("\(rounded(gains[index])) x", 14, left: true)
                    + padded("\(rounded(gains[ceiling])) x", 12, left: true))
        }
    }
}
