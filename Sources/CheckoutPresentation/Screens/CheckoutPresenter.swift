import ToqueEncoding

/// Shows a payment SDK's screens to a person and returns the person's actions. It takes the place of the view
/// controllers in a phone's SDKs.
public protocol CheckoutPresenter: Sendable {
    /// Shows a screen until the person acts. Ends with `canceled` if its task is canceled, for example because the
    /// payment has ended.
    /// - Returns: an action that the screen accepts.
    func present(_ screen: CheckoutScreen) async throws(PresentationError) -> CheckoutAction

    /// Shows a screen that needs no answer.
    func show(_ screen: CheckoutScreen) async

    /// A return URL that the presenter observes; nil if it has none of its own.
    func returnURL() async throws(PresentationError) -> String?

    /// Reports that nothing more is shown.
    func finish() async
}

extension CheckoutPresenter {
    public func returnURL() async throws(PresentationError) -> String? { nil }
    public func finish() async {}

    /// Shows a form repeatedly while the person fills it in.
    /// - Returns: the filled form, and the person's final action: confirm, choose another method, cancel or close. A
    ///   confirmed form with an empty required field is shown again.
    public func fill(_ form: CheckoutForm) async throws(PresentationError) -> (CheckoutForm, CheckoutAction) {
        var form = form
        while true {
            let action = try await present(.form(form))
            switch action {
            case .fill(let name, let value): form.fill(name, value)
            case .confirm where form.fields.contains(where: \.isOpen):
                for index in form.fields.indices where form.fields[index].isOpen {
                    form.fields[index].problem = form.fields[index].problem ?? "required"
                }
            case .choose, .confirm, .authorize, .cancel, .close, .retry, .returned, .tapped, .opened:
                return (form, action)
            }
        }
    }
}

/// The result of a screen that competed with an event.
public enum Presented<Value: Sendable>: Sendable {
    case action(CheckoutAction)
    case ended(Value)
}

extension CheckoutPresenter {
    /// Shows a screen until the person acts or an event occurs, such as the end of a payment.
    /// - Parameters:
    ///   - screen: removed when the event occurs.
    ///   - event: canceled with its task.
    /// - Throws: `PresentationError`, and the event's errors.
    public func present<Value: Sendable>(
        _ screen: CheckoutScreen, until event: @escaping @Sendable () async throws -> Value
    ) async throws -> Presented<Value> {
        try await withThrowingTaskGroup(of: Presented<Value>.self) { group in
            defer { group.cancelAll() }
            group.addTask { .action(try await present(screen)) }
            group.addTask { .ended(try await event()) }
            // Never nil, because there are two tasks.
            guard let first = try await group.next() else { throw PresentationError.canceled }
            return first
        }
    }
}

/// Why a screen got no answer. None of these is an approval.
public enum PresentationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The task was canceled.
    case canceled
    /// A script has no word left for a screen, by the screen's name.
    case scriptEnded(screen: String)
    /// The screen does not accept a script's word, counted from 1.
    case misplaced(word: String, position: Int, screen: String)
    /// There is nobody to ask, for this reason.
    case nobody(String)
    /// No loopback listener could be started.
    case listening(String)

    public var description: String {
        switch self {
        case .canceled: "the screen was closed"
        case .scriptEnded(let screen): "the script ends, and nothing answers the \(screen)"
        case .misplaced(let word, let position, let screen):
            "word \(position) of the script: the \(screen) does not take \(word.harmless)"
        case .nobody(let reason): reason
        case .listening(let reason): "the browser's return cannot be listened for: \(reason)"
        }
    }
}
