/// Where the few things that must outlive a run are kept: a small file each, for this user alone.
public protocol StateDirectory: Sendable {
    /// The content of a file; nil where there is none or it cannot be read.
    func read(_ name: String) -> [UInt8]?
    /// Makes a file unless it exists already, in one step.
    /// - Returns: what the file holds now, which is another process's content where that one was first.
    func create(_ name: String, with bytes: [UInt8]) throws(RiskSignalsError) -> [UInt8]
    /// Makes a file or replaces its content, in one step.
    func replace(_ name: String, with bytes: [UInt8]) throws(RiskSignalsError)
    /// Removes a file; one that does not exist is no error.
    func remove(_ name: String) throws(RiskSignalsError)
}
