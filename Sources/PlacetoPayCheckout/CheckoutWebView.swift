// An app names requests, answers and screens with this module imported alone.
@_exported import CheckoutContracts
@_exported import CheckoutPresentation

/// The device's part: shows a session's page until that leads back to the app. The session's outcome is the server's to
/// ask for, as the device has neither login nor secret.
public struct CheckoutWebView: Sendable {
    /// The session's `processUrl`.
    public let url: String
    public let returnURL: String
    public let cancelURL: String?

    /// How a page was left.
    public enum Ending: Sendable, Hashable {
        /// It led to returnUrl.
        case returned
        /// It led to cancelUrl.
        case canceled
        /// The person closed the window. The session goes on.
        case closed
        /// It is open where nobody here sees it end.
        case opened
    }

    public init(url: String, returnURL: String, cancelURL: String? = nil) {
        self.url = url
        self.returnURL = returnURL
        self.cancelURL = cancelURL
    }

    /// How a redirect to this URL ends the view; nil where it goes on. URLs are compared as whole texts. A link that
    /// the person follows ends nothing.
    public func ending(ofRedirectTo url: String) -> Ending? {
        if url == returnURL { return .returned }
        return url == cancelURL ? .canceled : nil
    }

    /// Shows the page.
    /// - Parameters:
    ///   - presenter: shows it.
    ///   - approval: decides at the page for the person.
    ///   - onDecision: is told what the page made of each decision.
    /// - Throws: `PresentationError`; `ApprovalError`, after which the session is as its server says.
    public func present(
        at presenter: any CheckoutPresenter, approval: ApprovalClient,
        onDecision: (ApprovalOutcome) -> Void = { _ in }
    ) async throws -> Ending {
        let page = CheckoutPage(url, returnURLs: [returnURL] + (cancelURL.map { [$0] } ?? []))
        while true {
            var target: String?
            switch try await presenter.present(.page(page)) {
            case .authorize:
                let outcome = try await approval.approve(at: url, presenter: presenter)
                onDecision(outcome)
                target = outcome.location
            case .cancel:
                let outcome = try await approval.decline(at: url, leaving: true)
                onDecision(outcome)
                target = outcome.location
            case .returned(let url): target = url
            case .close: return .closed
            case .opened: return .opened
            case .tapped, .choose, .fill, .confirm, .retry: continue
            }
            if let ending = target.flatMap(ending) { return ending }
        }
    }
}
