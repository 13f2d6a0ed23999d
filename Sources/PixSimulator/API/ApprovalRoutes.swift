import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    static let approvalPath = "bank/authorize"

    /// The bank's pages for the account holder, in a browser and without a key: the URL is the secret.
    var approvalRoutes: [Route] {
        [
            Route("GET", "\(Self.approvalPath)/{handle}", access: .open) { try await showApproval($0) },
            Route("POST", "\(Self.approvalPath)/{handle}", access: .open) { try await decide($0) },
            Route("GET", "bank/return", access: .open) { request in
                ApprovalPage.returned(language: BankLanguage(request))
            },
        ]
    }

    private func entering(_ request: SandboxRequest) async throws -> SandboxRequest? {
        try await request.entering(by: PageHandle(request.parameter("handle")), purpose: Purpose.approval)
    }

    private enum Decision: Sendable {
        case refused(ApprovalRefusal)
        case open(EnrollmentRecord, institution: String)
    }

    private func find(_ request: SandboxRequest, _ transaction: ReadTransaction) throws -> Decision {
        guard let handle = PageHandle(request.parameter("handle")),
            let id = try transaction.subject(ofOneTimeValue: handle.secret, purpose: Purpose.approval),
            let record = try EnrollmentRecord.find(id, transaction)
        else { return .refused(.unknown) }
        guard record.state == .awaitingDecision else { return .refused(ApprovalRefusal(record.enrollment)) }
        let bank = try InstitutionRecord.find(record.enrollment.details.institution, transaction)
        return .open(record, institution: bank?.institution.displayName ?? "")
    }

    /// A page for people, or the API's error for clients that accept JSON.
    private func refuse(
        _ request: SandboxRequest, _ refusal: ApprovalRefusal
    ) throws(SandboxError) -> SandboxResponse {
        if request.accepts("application/json") { throw refusal.error }
        return ApprovalPage.refusal(refusal, language: BankLanguage(request))
    }

    private func showApproval(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard let request = try await entering(request) else { return try refuse(request, .unknown) }
        switch try await request.read({ try find(request, $0) }) {
        case .refused(let refusal): return try refuse(request, refusal)
        case .open(let record, let institution):
            return ApprovalPage.form(
                record, institution: institution, shop: bank.identity.name, language: BankLanguage(request))
        }
    }

    private func decide(_ request: SandboxRequest) async throws -> SandboxResponse {
        let fields = (try? request.form()) ?? []
        func field(_ name: String) -> String? { fields.last { $0.name == name }?.value }
        let error = field("error") ?? "access_denied"
        guard let decision = field("decision"), decision == "approve" || decision == "decline",
            OAuthError.isValid(error)
        else { return try refuse(request, .malformed) }
        guard let request = try await entering(request) else { return try refuse(request, .unknown) }
        let key = try await bankKeys.key(request.engine)
        let isApproved = decision == "approve"
        let outcome: Result<BankRedirect, ApprovalRefusal> = try await request.write { transaction in
            switch try find(request, transaction) {
            case .refused(let refusal): return .failure(refusal)
            case .open(var record, _):
                return .success(
                    try decide(
                        on: &record, error: isApproved ? nil : error, publicURL: request.publicURL, transaction))
            }
        }
        let redirect: BankRedirect
        switch outcome {
        case .success(let made): redirect = made
        case .failure(let refusal): return try refuse(request, refusal)
        }
        let location = try redirect.location(
            signedBy: key, inFragment: request.query("response_mode") == "fragment")
        return SandboxResponse(status: 303, headers: DecisionPage.securityHeaders + [("Location", location)])
            .assuming(.bankPage).assuming(redirect.assumptions)
    }

    /// Applies the account holder's decision at the bank. A scenario may still make the bank redirect with an error.
    /// - Parameter error: the OAuth error of a refusal; nil for an approval.
    /// - Returns: the bank's redirect. State and code are valid once.
    /// - Throws: `SandboxError` `invalid_status` if the decision was already made.
    func decide(
        on record: inout EnrollmentRecord, error: String?, publicURL: String, _ transaction: Transaction
    ) throws -> BankRedirect {
        let error = try record.currentScenario(transaction).redirectError ?? error
        if error == nil { record.enrollment.details.payerAccount = payerAccount(record) }
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

    /// The account chosen by the account holder; the sandbox's persons have one each.
    private func payerAccount(_ record: EnrollmentRecord) -> PayerAccount {
        PayerAccount(
            institutionID: record.enrollment.details.institution, agency: "1234", number: "*****6789",
            accountType: "CHECKINGS")
    }
}
