import ToqueEncoding

/// The choice of a presenter, in the words of `TOQUE_PRESENT`: `terminal`, `browser` or `script:WORDS`.
public enum PresenterChoice: Sendable, Hashable {
    case terminal
    case browser
    case script(CheckoutScript)

    /// The name of the variable.
    public static let variable = "TOQUE_PRESENT"

    public init(_ text: String) throws(PresenterError) {
        switch text {
        case "terminal": self = .terminal
        case "browser": self = .browser
        case _ where text.hasPrefix("script:"):
            do throws(CheckoutScript.ScriptError) {
                self = .script(try CheckoutScript(parsing: String(text.dropFirst("script:".count))))
            } catch {
                throw PresenterError(description: "\(error)")
            }
        default:
            throw PresenterError(description: "found \(text.quoted), expected terminal, browser or script:WORDS")
        }
    }

    /// The choice in an environment; nil if the variable is unset.
    /// - Throws: if it is invalid, with the variable's name.
    public init?(environment: [String: String]) throws(PresenterError) {
        guard let text = environment[Self.variable], !text.isEmpty else { return nil }
        do throws(PresenterError) {
            try self.init(text)
        } catch {
            throw PresenterError(description: "\(Self.variable): \(error)")
        }
    }

    /// Why there is no presenter.
    public struct PresenterError: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// - Parameters:
    ///   - clock: measures a script's `wait`.
    ///   - terminal: shows what neither a script nor a browser shows.
    ///   - tell: receives a script's actions.
    public func makePresenter(
        clock: any Clock<Duration> = ContinuousClock(), terminal: TerminalPresenter = TerminalPresenter(),
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) -> any CheckoutPresenter {
        switch self {
        case .terminal: terminal
        case .browser: BrowserPresenter(other: terminal)
        case .script(let script): ScriptedPresenter(script, clock: clock, tell: tell)
        }
    }
}
