/// An error of the database that says why it refuses, in the database's own words.
protocol DescribedStorageError: Error {
    var reason: String { get }
}
