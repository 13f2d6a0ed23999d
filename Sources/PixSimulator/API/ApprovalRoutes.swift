import Pages
import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    static let approvalPath = "bank/authorize"
    static let expiryPath = "expire"

    /// The bank's pages for the account holder, in a browser and without a key: the URL is the secret.
    var approvalRoutes: [Route] {
        [
            Route("GET", "\(Self.approvalPath)/{handle}", access: .open) { try await showApproval($0) },
            Route("POST", "\(Self.approvalPath)/{handle}", access: .open) { try await decide($0) },
            Route("POST", "\(Self.approvalPath)/{handle}/\(Self.expiryPath)", access: .open) { try await expire($0) },
            Route("GET", "bank/return", access: .open) { page($0).returned() },
        ]
    }

    private func entering(_ request: SandboxRequest) async throws -> SandboxRequest? {
        try await request.entering(by: PageHandle(request.parameter("handle")), purpose: Purpose.approval)
    }

    private func page(_ request: SandboxRequest) -> ApprovalPage {
        ApprovalPage(visitor: request.visitor(usual: ApprovalPage.usualLanguage))
    }

    private enum Decision: Sendable {
        /// - Parameter institution: the bank's name; nil for an unknown page.
        case refused(ApprovalRefusal, institution: String?)
        case open(OpenApproval)
    }

    private enum Outcome: Sendable {
        case refused(ApprovalRefusal, institution: String?)
        case decided(BankRedirect)
    }

    /// - Parameter choosing: true if the holder sees or names an account; otherwise it is the usual one.
    private func find(
        _ request: SandboxRequest, choosing: Bool = false, _ transaction: ReadTransaction
    ) throws -> Decision {
        guard let handle = PageHandle(request.parameter("handle")),
            let id = try transaction.subject(ofOneTimeValue: handle.secret, purpose: Purpose.approval),
            let record = try EnrollmentRecord.find(id, transaction)
        else { return .refused(.unknown, institution: nil) }
        let institution = try InstitutionRecord.find(
            record.enrollment.details.institution, transaction)?.institution.displayName
        guard record.state == .awaitingDecision else {
            return .refused(ApprovalRefusal(record.enrollment), institution: institution)
        }
        return .open(
            OpenApproval(
                record: record, scenario: try record.currentScenario(transaction),
                institution: institution ?? "",
                accounts: try choosing
                    ? HolderAccount.all(of: record, transaction) : [HolderAccount.usual(of: record)],
                now: transaction.now))
    }

    /// A page for people, or the API's error for clients that accept JSON.
    private func refuse(
        _ request: SandboxRequest, _ refusal: ApprovalRefusal, of institution: String? = nil
    ) throws(SandboxError) -> SandboxResponse {
        if request.accepts("application/json") { throw refusal.error }
        return page(request).refusal(refusal, institution: institution)
    }

    private func showApproval(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard let request = try await entering(request) else { return try refuse(request, .unknown) }
        switch try await request.read({ try find(request, choosing: true, $0) }) {
        case .refused(let refusal, let institution): return try refuse(request, refusal, of: institution)
        case .open(let approval):
            return page(request).form(
                approval, shop: bank.identity.name, durations: enrollments.durations,
                isFrozen: request.engine.isFrozen(request.tenant),
                expiry: "\(request.parameter("handle"))/\(Self.expiryPath)",
                dashboard: request.engine.dashboardURL(ofObject: approval.record.id, tenant: request.tenant)
            ) { ShownCommand($0, server: request.publicURL, tenant: request.engine.named(request.tenant)).text }
        }
    }

    private func decide(_ request: SandboxRequest) async throws -> SandboxResponse {
        let fields = (try? request.form()) ?? []
        guard !request.isForeignForm(fields) else { return page(request).foreignForm() }
        func field(_ name: String) -> String? { fields.last { $0.name == name }?.value }
        let error = field("error") ?? "access_denied"
        guard let decision = field("decision"), decision == "approve" || decision == "decline",
            OAuthError.isValid(error)
        else { return try refuse(request, .malformed) }
        guard let request = try await entering(request) else { return try refuse(request, .unknown) }
        let key = try await bankKeys.key(request.engine)
        let isApproved = decision == "approve"
        let account = field("account")
        let outcome: Outcome = try await request.write { transaction in
            switch try find(request, choosing: account != nil, transaction) {
            case .refused(let refusal, let institution): return .refused(refusal, institution: institution)
            case .open(let approval):
                var record = approval.record
                guard let chosen = approval.accounts.first(where: { account == nil || $0.id == account }) else {
                    return .refused(.malformed, institution: approval.institution)
                }
                return .decided(
                    try decide(
                        on: &record, for: chosen, error: isApproved ? nil : error, publicURL: request.publicURL,
                        transaction))
            }
        }
        let redirect: BankRedirect
        switch outcome {
        case .decided(let made): redirect = made
        case .refused(let refusal, let institution): return try refuse(request, refusal, of: institution)
        }
        let location = try redirect.location(
            signedBy: key, inFragment: request.query("response_mode") == "fragment")
        return SandboxResponse.redirect(to: location).assuming(.bankPage).assuming(redirect.assumptions)
    }

    /// Lets the account holder's time run out at once, and leads back to the page, which says so.
    private func expire(_ request: SandboxRequest) async throws -> SandboxResponse {
        let fields = (try? request.form()) ?? []
        guard !request.isForeignForm(fields) else { return page(request).foreignForm() }
        guard let request = try await entering(request) else { return try refuse(request, .unknown) }
        let found = try await request.write { transaction in
            let found = try find(request, transaction)
            if case .open(let approval) = found {
                var record = approval.record
                try enrollments.require(.decisionExpired, to: &record, transaction)
            }
            return found
        }
        if case .refused(let refusal, let institution) = found { return try refuse(request, refusal, of: institution) }
        return SandboxResponse.redirect(to: "../\(request.parameter("handle"))").assuming(.bankPage)
    }

    /// Applies the account holder's decision at the bank. A scenario may still make the bank redirect with an error.
    /// - Parameters:
    ///   - account: the chosen one; nil for the usual one.
    ///   - error: the OAuth error of a refusal; nil for an approval.
    /// - Returns: the bank's redirect. State and code are valid once.
    /// - Throws: `SandboxError` `invalid_status` if the decision was already made.
    func decide(
        on record: inout EnrollmentRecord, for account: HolderAccount? = nil, error: String?, publicURL: String,
        _ transaction: Transaction
    ) throws -> BankRedirect {
        let error = try record.currentScenario(transaction).redirectError ?? error
        if error == nil {
            record.enrollment.details.payerAccount = (account ?? .usual(of: record)).account
        }
        try enrollments.require(error == nil ? .approve : .decline, to: &record, transaction)
        let authorization = authorizationRequest(record, of: transaction.tenant, publicURL: publicURL)
        let random = try transaction.random()
        let state = random.token()
        try transaction.register(oneTimeValue: state, purpose: Purpose.state, subject: record.id)
        if let error {
            let text = error == "access_denied" ? "The account holder declined." : "The bank reported \(error)."
            return BankRedirect(
                callbackURL: authorization.callbackURL, state: state, outcome: .refused(error: error, description: text)
            )
        }
        let code = random.token()
        try transaction.register(oneTimeValue: code, purpose: Purpose.code, subject: record.id)
        let idToken = IDToken(
            issuer: Self.issuer(publicURL), audience: bank.identity.id, subject: record.enrollment.details.customer,
            nonce: authorization.nonce, state: state, code: code, issuedAt: transaction.now)
        return BankRedirect(
            callbackURL: authorization.callbackURL, state: state, outcome: .approved(code: code, idToken: idToken))
    }

    /// The authorization request that led the account holder to the bank.
    func authorizationRequest(
        _ record: EnrollmentRecord, of tenant: String, publicURL: String
    ) -> AuthorizationRequest {
        AuthorizationRequest(
            handle: PageHandle(record.handle, of: tenant),
            callbackURL: record.enrollment.details.callbackURL ?? "\(publicURL)/bank/return")
    }
}
