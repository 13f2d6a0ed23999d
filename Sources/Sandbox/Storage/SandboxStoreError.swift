import PostgreSQL
import ToqueFiles

/// The reason why the database cannot be used.
public struct SandboxStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or address at fault; nil if the problem names it.
    public let place: String?
    /// What is wrong.
    public let problem: String
    /// What to do; nil if the problem says enough.
    public let remedy: String?
    /// True if nothing is wrong with a database, but with how it is named.
    public let isMisuse: Bool

    init(_ problem: String, at place: String? = nil, remedy: String? = nil, isMisuse: Bool = false) {
        self.place = place
        self.problem = problem
        self.remedy = remedy
        self.isMisuse = isMisuse
    }

    public var description: String { (place.map { "\($0): " } ?? "") + problem + (remedy.map { "; \($0)" } ?? "") }

    /// The same error with a place, unless it has one.
    func at(_ place: String) -> SandboxStoreError {
        SandboxStoreError(problem, at: self.place ?? place, remedy: remedy, isMisuse: isMisuse)
    }
}

extension SandboxStoreError {
    static let busy = SandboxStoreError("another instance or a migration works on the database", remedy: "try again")
    static let sameDatabase = SandboxStoreError(
        "both databases are the same", remedy: "name another target", isMisuse: true)

    init(_ error: FileError) { self.init(error.problem, at: error.path, remedy: error.remedy) }

    init(_ error: PostgreSQLError) {
        self.init(error.problem, remedy: error.remedy, isMisuse: error.kind == .address)
    }

    /// - Parameters:
    ///   - problem: what cannot be done with the database.
    ///   - error: the reason.
    init(_ problem: String, because error: any Error, remedy: String? = nil) {
        self.init("\(problem): \((error as? any DescribedStorageError)?.reason ?? "\(error)")", remedy: remedy)
    }

    /// The form in which an error ends a start: the database's own errors tell what they ended.
    static func ofStart(_ error: any Error) -> any Error {
        guard let fault = error as? any DescribedStorageError else { return error }
        return fault.isBusy ? busy : SandboxStoreError("the database cannot be used", because: error)
    }
}
