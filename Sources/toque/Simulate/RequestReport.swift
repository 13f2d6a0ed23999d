/// The report about a failed command: its requests, or the last of them if there are many.
enum RequestReport {
    /// More would scroll the command's own output off the screen.
    static let maximumCount = 50

    /// - Parameters:
    ///   - status: the command's.
    ///   - requests: oldest first.
    static func lines(_ status: Int32, _ requests: [some CustomStringConvertible]) -> [String] {
        let head =
            switch requests.count {
            case 0: "it sent no request to TOQUE_SERVER"
            case ...maximumCount: "the requests that came:"
            default:
                "the last \(maximumCount) requests that came; \(requests.count - maximumCount) before them are left out "
                    + "(--log-level info shows all, as they come):"
            }
        return ["toque simulate: the command ended with \(status); \(head)"]
            + requests.suffix(maximumCount).map { "  \($0)" }
    }
}
