/// The reason why the database cannot be used.
public struct SandboxStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
