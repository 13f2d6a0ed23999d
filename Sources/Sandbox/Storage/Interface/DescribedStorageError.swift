/// An error of the database that says why it refuses, in the database's own words.
protocol DescribedStorageError: Error {
    var reason: String { get }
    /// True if the database is away, full or read-only, rather than that an operation is wrong.
    var isOutage: Bool { get }
    /// True if nobody answers, so that it is unknown what the database would do.
    var isSilence: Bool { get }
    /// True if another transaction kept a lock for too long.
    var isBusy: Bool { get }
    /// True if the same operation may succeed later.
    var isPassing: Bool { get }
}

extension DescribedStorageError {
    var isPassing: Bool { isOutage }
    var isSilence: Bool { false }
}
