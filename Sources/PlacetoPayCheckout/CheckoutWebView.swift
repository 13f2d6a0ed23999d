// Importing only this module gives an app the names of requests, responses and screens.
@_exported import CheckoutContracts
@_exported import CheckoutPresentation

/// The device's part: it shows a session's page until the page returns to the app. Only the server can ask for the
/// session's outcome, because the device has neither login nor secret.
public struct CheckoutWebView: Sendable {
    /// The session's `processUrl`.
    public let url: String
    public let returnURL: String
    public let cancelURL: String?

    /// The end of a page.
    public enum Ending: Sendable, Hashable {
        /// It returned to returnUrl.
        case returned
        /// It returned to cancelUrl.
        case canceled
        /// The person closed the window. The session continues.
        case closed
        /// The page is open, but its end cannot be observed here.
        case opened
    }

    public init(url: String, returnURL: String, cancelURL: String? = nil) {
        self.url = url
        self.returnURL = returnURL
        self.cancelURL = cancelURL
    }

    /// The end of the view after a redirect to this URL; nil if the view continues. URLs are compared as whole texts. A
    /// link that the person follows does not end the view.
    public func ending(ofRedirectTo url: String) -> Ending? {
        if url == returnURL { return .returned }
        return url == cancelURL ? .canceled : nil
    }

    /// Shows the page.
    /// - Parameters:
    ///   - presenter: shows it.
    ///   - approval: decides on the page for the person.
    ///   - onDecision: receives the page's outcome of each decision.
    /// - Throws: `PresentationError`; `ApprovalError`, after which only the server knows the session's status.
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
