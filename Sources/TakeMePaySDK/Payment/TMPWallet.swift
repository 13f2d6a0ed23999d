import CheckoutContracts
import CheckoutPresentation

/// The payer's visit to the wallet, which is a page.
struct TMPWallet: Sendable {
    let presenter: any CheckoutPresenter
    let approval: ApprovalClient

    /// The result of a visit.
    enum Visit: Sendable {
        case authorized
        case failed(TMPError)
        case canceled
        /// The wallet did not respond, or its end cannot be observed here. Ask for the source's status.
        case unknown(TMPError)
    }

    func visit(_ source: TakeMeSource) async -> Visit {
        let url = source.redirect.url
        let page = CheckoutPage(url, returnURLs: source.redirect.returnURL.map { [$0] } ?? [])
        while true {
            let action: CheckoutAction
            do throws(PresentationError) {
                action = try await presenter.present(.page(page))
            } catch {
                return .failed(TMPError(.authorization, "\(error)"))
            }
            switch action {
            case .authorize:
                return await decide { () async throws(ApprovalError) in
                    try await approval.approve(at: url, presenter: presenter)
                }
            case .cancel:
                return await decide { () async throws(ApprovalError) in
                    try await approval.decline(at: url)
                }
            case .close: return .canceled
            case .returned, .opened:
                return .unknown(TMPError(.authorization, "the wallet has not told what it decided"))
            // A link within the page.
            case .tapped, .choose, .fill, .confirm, .retry: continue
            }
        }
    }

    private func decide(_ decision: () async throws(ApprovalError) -> ApprovalOutcome) async -> Visit {
        do throws(ApprovalError) {
            let outcome = try await decision()
            switch outcome.kind {
            case .approved: return .authorized
            case .declined, .canceled: return .canceled
            case .refused:
                return .failed(
                    TMPError(.authorization, "the wallet refused the passkey: \(outcome.code ?? "no reason given")"))
            }
        } catch {
            switch error {
            case .connection, .unreadable, .refused(status: 409, _), .refused(status: 500..., _):
                // The decision may still count.
                return .unknown(TMPError(.authorization, "\(error)"))
            case .url, .challenge, .options, .ceremony, .refused:
                return .failed(TMPError(.authorization, "\(error)"))
            }
        }
    }
}
