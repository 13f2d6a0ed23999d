/// A configuration that cannot be served.
public struct PixSimulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}
