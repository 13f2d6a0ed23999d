/// How often a request has to have come.
struct RequestCount: CustomStringConvertible {
    enum Verdict: String {
        case met
        case failed
        /// Requests that the journal has dropped may decide it either way.
        case unknown
    }

    private let atLeast: Int
    private let atMost: Int?

    /// Without any number: once or more.
    init(exactly count: Int?, atLeast: Int?, atMost: Int?) {
        self.atLeast = count ?? atLeast ?? (atMost == nil ? 1 : 0)
        self.atMost = count ?? atMost
    }

    /// - Parameter isComplete: false where there may have been more than were found.
    func judge(_ found: Int, isComplete: Bool) -> Verdict {
        if let atMost, found > atMost { return .failed }
        if isComplete { return found >= atLeast ? .met : .failed }
        return found >= atLeast && atMost == nil ? .met : .unknown
    }

    var description: String {
        switch (atLeast, atMost) {
        case (let atLeast, nil): "\(atLeast) or more"
        case (let atLeast, let atMost?) where atLeast == atMost: "\(atMost)"
        case (0, let atMost?): "\(atMost) or fewer"
        case (let atLeast, let atMost?): "\(atLeast) to \(atMost)"
        }
    }
}
