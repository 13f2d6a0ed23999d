import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

extension PayerProvider {
    /// The routes of a page, for browsers and for programs. The URL is the secret.
    package func payerRoutes(_ page: PayerPage) -> [Route] {
        [
            Route("GET", page.path, access: .open, isPage: true) { try await show(page, $0) },
            Route("POST", page.path, access: .open, isPage: true) { try await submit(page, $0) },
        ]
    }

    // MARK: Finding

    /// The request for the tenant that has the approval; nil if there is none.
    func entering(_ request: SandboxRequest) async throws -> SandboxRequest? {
        let handle = request.parameter("handle")
        // Only the form of approval IDs, so nobody can look up other objects.
        guard handle.utf8.count == 32, Hex.decode(handle) != nil else { return nil }
        return try await request.engine.store.tenants(ofObject: handle).first.map(request.entering)
    }

    private func find(
        _ request: SandboxRequest, _ origin: PayerOrigin, of submission: PayerSubmission? = nil, at time: Timestamp,
        _ transaction: ReadTransaction
    ) throws -> PayerFinding {
        guard let approval = try PayerApproval.find(request.parameter("handle"), transaction),
            request.parameters["object"].map({ $0 == approval.object }) ?? true
        else { return .refused(.unknown) }
        if let refusal = try refusal(of: approval, transaction) { return .refused(refusal) }
        let passkeys =
            payerAuthorization == .passkey
            ? try PayerPasskey.all(of: origin.rpID, used: submission?.authentication?.credentialID, transaction) : []
        return .open(
            PayerCeremonies(
                origin: origin, approval: approval, passkeys: passkeys,
                addsPasskey: request.query(PayerPage.passkeyParameter) == PayerPage.newPasskey, time: time))
    }

    /// Returns a page for a person, the API's error for a program.
    private func refuse(
        _ page: PayerPage, _ request: SandboxRequest, _ refusal: PayerRefusal
    ) throws(SandboxError) -> SandboxResponse {
        if request.isOfProgram { throw SandboxError(refusal) }
        return page.refusal(refusal, PayerPage.visitor(request))
    }

    // MARK: Showing

    private func show(_ page: PayerPage, _ request: SandboxRequest) async throws -> SandboxResponse {
        let origin = PayerOrigin(publicURL: request.publicURL)
        // Browsers refuse RP IDs at an IP address.
        if payerAuthorization == .passkey, !request.isOfProgram, let other = origin.otherName(of: request) {
            return .redirect(302, to: other)
        }
        guard let request = try await entering(request) else { return try refuse(page, request, .unknown) }
        let visitor = PayerPage.visitor(request)
        let (finding, other) = try await request.read { transaction -> (PayerFinding, PageForm?) in
            let finding = try find(request, origin, at: transaction.now, transaction)
            guard case .open(let found) = finding, !request.isOfProgram else { return (finding, nil) }
            return (finding, try form(beside: found.approval, PageTexts.of(visitor.language), transaction))
        }
        switch finding {
        case .refused(let refusal): return try refuse(page, request, refusal)
        case .open(let found):
            let ceremonies = payerAuthorization == .passkey ? found : nil
            return request.isOfProgram
                ? page.json(found.approval, ceremonies)
                : page.form(found.approval, ceremonies, other: other, visitor)
        }
    }

    // MARK: Deciding

    private func submit(_ page: PayerPage, _ request: SandboxRequest) async throws -> SandboxResponse {
        if request.isForm, request.isForeignForm((try? request.form()) ?? []) {
            return page.foreignForm(PayerPage.visitor(request))
        }
        let submission: PayerSubmission
        do throws(SandboxError) {
            submission = try PayerSubmission(request)
        } catch {
            guard request.isOfProgram || error.status != 400 else { return try refuse(page, request, .malformed) }
            throw error
        }
        guard page.takes(submission.choice) else { return try refuse(page, request, .malformed) }
        guard let request = try await entering(request) else { return try refuse(page, request, .unknown) }
        let origin = PayerOrigin(publicURL: request.publicURL)
        let mode = payerAuthorization
        let outcome: PayerOutcomeOrRefusal
        do {
            outcome = try await request.judging(
                from: { try find(request, origin, of: submission, at: $0, $1) },
                judge: { finding -> JudgedApproval? in
                    switch (finding, submission.choice) {
                    case (.refused, _): nil
                    case (.open, .decline): JudgedApproval(decision: .declined, ceremonies: [])
                    case (.open, .cancel): JudgedApproval(decision: .canceled, ceremonies: [])
                    case (.open, .approve) where mode == .button:
                        JudgedApproval(decision: .approved(nil), ceremonies: [])
                    case (.open(let ceremonies), .approve): try ceremonies.judge(submission)
                    }
                }
            ) { finding, judged, transaction in
                switch (finding, judged) {
                case (.open(let found), let judged?):
                    .decided(
                        judged.decision, try settle(judged, found.approval, request.publicURL, transaction),
                        isOpen: try self.refusal(of: found.approval, transaction) == nil)
                case (.refused(let refusal), _): .refused(refusal)
                case (.open, nil): .refused(.malformed)
                }
            }
        } catch let error as SandboxError where error.status == 400 && !request.isOfProgram {
            return try refuse(page, request, .malformed)
        }
        switch outcome {
        case .refused(let refusal): return try refuse(page, request, refusal)
        case .decided(let decision, let answer, let isOpen):
            guard !request.isOfProgram else { return page.json(decision, answer) }
            let next = answer.location ?? (isOpen ? request.target : nil)
            return page.result(decision, answer, next: next, PayerPage.visitor(request))
        }
    }

    /// Stores the ceremonies under the payment, and the changed passkey.
    private func settle(
        _ judged: JudgedApproval, _ approval: PayerApproval, _ publicURL: String, _ transaction: Transaction
    ) throws -> PayerReturn {
        for ceremony in judged.ceremonies { try ceremony.record(of: approval.object, transaction) }
        try judged.passkey?.save(transaction)
        return try settle(judged.decision, on: approval, publicURL: publicURL, transaction)
    }
}

/// The result of looking up a page's address.
private enum PayerFinding: Equatable, Sendable {
    case refused(PayerRefusal)
    case open(PayerCeremonies)
}

private enum PayerOutcomeOrRefusal: Sendable {
    case refused(PayerRefusal)
    /// - Parameter isOpen: true if the payer can decide again.
    case decided(PayerDecision, PayerReturn, isOpen: Bool)
}

extension SandboxRequest {
    /// True if the client accepts or sends JSON.
    fileprivate var isOfProgram: Bool {
        accepts("application/json")
            || method == "POST" && header("Content-Type")?.lowercased().hasPrefix("application/json") ?? false
    }
}

extension PayerOrigin {
    /// The address of the same page under the ceremonies' host name; nil if the request uses that name.
    fileprivate func otherName(of request: SandboxRequest) -> String? {
        guard isLoopback, let host = request.authority.flatMap({ Authority($0) })?.host, host != rpID,
            Authority.isLoopback(host)
        else { return nil }
        return text + request.target
    }
}
