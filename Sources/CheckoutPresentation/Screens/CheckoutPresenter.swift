import ToqueEncoding

/// Shows a payment SDK's screens to a person and tells what the person does. It stands wherever the SDKs of a phone
/// take a view controller.
public protocol CheckoutPresenter: Sendable {
    /// Shows a screen until the person acts. Ends with `canceled` when its task is canceled, as where the payment ended
    /// meanwhile.
    /// - Returns: an action that the screen takes.
    func present(_ screen: CheckoutScreen) async throws(PresentationError) -> CheckoutAction

    /// Shows a screen that nobody has to answer.
    func show(_ screen: CheckoutScreen) async

    /// A URL at which the presenter sees a page lead back; nil where it has none of its own.
    func returnURL() async throws(PresentationError) -> String?

    /// Says that nothing more is shown.
    func finish() async
}

extension CheckoutPresenter {
    public func returnURL() async throws(PresentationError) -> String? { nil }
    public func finish() async {}

    /// Shows a form, again and again while the person fills it in.
    /// - Returns: the form as it was filled in, and what the person did then: confirm, choose another method, cancel or
    ///   close. A form that is confirmed with a required field empty is shown again.
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
            default: return (form, action)
            }
        }
    }
}

/// How a screen ended that was shown while something else could happen.
public enum Presented<Value: Sendable>: Sendable {
    case action(CheckoutAction)
    case ended(Value)
}

extension CheckoutPresenter {
    /// Shows a screen until the person acts or an event comes, such as that a payment is over.
    /// - Parameters:
    ///   - screen: taken away when the event comes.
    ///   - event: ends with its task.
    /// - Throws: `PresentationError`, and what the event throws.
    public func present<Value: Sendable>(
        _ screen: CheckoutScreen, until event: @escaping @Sendable () async throws -> Value
    ) async throws -> Presented<Value> {
        try await withThrowingTaskGroup(of: Presented<Value>.self) { group in
            defer { group.cancelAll() }
            group.addTask { .action(try await present(screen)) }
            group.addTask { .ended(try await event()) }
            // Never nil: there are two tasks.
            guard let first = try await group.next() else { throw PresentationError.canceled }
            return first
        }
    }
}

/// Why a screen got no answer. None of these is an approval.
public enum PresentationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The task was canceled.
    case canceled
    /// A script has no more words for a screen, by its name.
    case scriptEnded(screen: String)
    /// A script's word, counted from 1, is nothing that the screen takes.
    case misplaced(word: String, position: Int, screen: String)
    /// There is nobody to ask, for this reason.
    case nobody(String)
    /// A loopback listener could not be started.
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
