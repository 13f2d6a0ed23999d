import ToqueEncoding

/// The report about a failed command: its requests, or the last of them if there are many.
enum RequestReport {
    /// More would scroll the command's own output off the screen.
    static let maximumCount = 50

    /// The lines of `toque logs`, with counts of repeated polls.
    /// - Parameters:
    ///   - status: the command's.
    ///   - requests: entries of the journal, oldest first.
    static func lines(_ status: Int32, _ requests: [JSON], on screen: OutputScreen) -> [String] {
        let head =
            switch requests.count {
            case 0: "it sent no request to TOQUE_SERVER"
            case ...maximumCount: "the requests that came:"
            default:
                "the last \(maximumCount) requests that came; \(requests.count - maximumCount) before them are left out "
                    + "(--log-level info shows all, as they come):"
            }
        let polls = RepeatedPolls()
        let shown = requests.suffix(maximumCount).flatMap { entry -> [String] in
            let (isShown, count) = polls.next(entry)
            return [count, isShown ? RequestLine(entry: entry, isVerbose: false, screen: screen).text : nil]
                .compactMap(\.self)
        }
        return ["toque simulate: the command ended with \(status); \(head)"] + shown
            + [polls.end()].compactMap(\.self)
    }
}
