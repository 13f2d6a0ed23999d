/// The reason why the database cannot be used.
public struct SandboxStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

extension SandboxStoreError {
    static let busy = SandboxStoreError("another instance or a migration works on the database; try again")

    /// The form in which an error ends a start: the database's own errors tell what they ended.
    static func ofStart(_ error: any Error) -> any Error {
        guard let fault = error as? any DescribedStorageError else { return error }
        return fault.isBusy ? busy : SandboxStoreError("the database cannot be used: \(fault.reason)")
    }
}
