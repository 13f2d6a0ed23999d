/// A person's action on a screen.
public enum CheckoutAction: Sendable, Hashable, CustomStringConvertible {
    /// Chooses a method or an instrument, by the provider's name for it.
    case choose(String)
    case fill(name: String, value: String)
    case confirm
    /// Approves with a gesture: on a page, or in the app that a code opens.
    case authorize
    /// Declines.
    case cancel
    /// Closes the window without a decision.
    case close
    case retry
    /// A page redirected to this URL.
    case returned(url: String)
    /// The person followed a page's link to this URL.
    case tapped(url: String)
    /// The page is open, but its end cannot be observed here: ask the server for the status.
    case opened

    /// The action's word in scripts and on the terminal: `choose:NAME`, `fill:NAME=VALUE`, `confirm`, `authorize`,
    /// `cancel`, `close`, `retry`, `return:URL`, `tap:URL`.
    public init?(word: some StringProtocol) {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count == 2 ? String(parts[1]) : nil
        switch (parts[0], argument) {
        case ("confirm", nil): self = .confirm
        case ("authorize", nil): self = .authorize
        case ("cancel", nil): self = .cancel
        case ("close", nil): self = .close
        case ("retry", nil): self = .retry
        case ("choose", let name?) where !name.isEmpty: self = .choose(name)
        case ("return", let url?) where !url.isEmpty: self = .returned(url: url)
        case ("tap", let url?) where !url.isEmpty: self = .tapped(url: url)
        case ("fill", let pair?):
            guard let equals = pair.firstIndex(of: "="), equals > pair.startIndex else { return nil }
            self = .fill(name: String(pair[..<equals]), value: String(pair[pair.index(after: equals)...]))
        default: return nil
        }
    }

    public var description: String {
        switch self {
        case .choose(let name): "choose:\(name)"
        case .fill(let name, _): "fill:\(name)"
        case .confirm: "confirm"
        case .authorize: "authorize"
        case .cancel: "cancel"
        case .close: "close"
        case .retry: "retry"
        case .returned(let url): "return:\(url)"
        case .tapped(let url): "tap:\(url)"
        case .opened: "opened"
        }
    }
}
