/// Storage for the state that must outlive a run: small files, private to this user.
public protocol StateDirectory: Sendable {
    /// The content of a file; nil if it does not exist or cannot be read.
    func read(_ name: String) -> [UInt8]?
    /// Creates a file unless it exists, atomically.
    /// - Returns: the file's content, which is another process's if that one was first.
    func create(_ name: String, with bytes: [UInt8]) throws(RiskSignalsError) -> [UInt8]
    /// Creates a file or replaces its content, atomically.
    func replace(_ name: String, with bytes: [UInt8]) throws(RiskSignalsError)
    /// Removes a file, if it exists.
    func remove(_ name: String) throws(RiskSignalsError)
}
