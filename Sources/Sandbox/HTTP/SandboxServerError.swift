public struct SandboxServerError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}
