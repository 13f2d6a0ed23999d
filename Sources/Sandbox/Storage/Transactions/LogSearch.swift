/// A part of a log, newest first.
package struct LogSearch<Entry: Sendable>: Sendable {
    package let entries: [Entry]
    /// Where the next, older part begins: before this cursor; nil at the end of the log.
    package let next: Int64?
}
