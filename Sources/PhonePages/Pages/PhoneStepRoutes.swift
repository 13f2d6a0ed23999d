import APIClient
import BiometricPixFlow
import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

extension PhonePages {
    /// The steps of a phone. Each form leads back to the phone's page, which shows what came of it.
    var stepRoutes: [Route] {
        [
            page("GET") { [self] visit, session in try await show(session, visit) },
            page("GET", "/return") { [self] visit, session in
                // The parameters stay in no URL that the browser shows.
                let url = "\(visit.visited)\(visit.request.target)"
                return await step(visit, session) { session, app in try await session.comeBack(with: url, by: app) }
            },
            page("POST", "/signals") { [self] visit, session in
                let preset = PhonePreset(rawValue: visit.field("preset")) ?? .phone
                let facts = visit.field("facts").split(whereSeparator: \.isNewline).map(String.init).filter(
                    Phone.isFact)
                let isAllowed = visit.field("location") != "deny"
                return await step(visit, session) { session, _ in
                    try session.describe(preset, isLocationAllowed: isAllowed, facts: facts)
                }
            },
            page("POST", "/bank") { [self] visit, session in
                let (customer, institution) = (visit.field("customer"), visit.field("institution"))
                let callback = "\(visit.visited)\(PhoneVisit.home)/\(session.id)/return"
                return await step(visit, session) { session, app in
                    try await session.enroll(
                        customer: customer, institution: institution, callbackURL: callback, by: app)
                }
            },
            page("POST", "/continue") { [self] visit, session in
                await step(visit, session) { session, app in
                    if session.phone.stage == .settlement {
                        try await session.continuePayment(by: app)
                    } else {
                        try await session.continueEnrollment(by: app)
                    }
                }
            },
            page("POST", "/register") { [self] visit, session in
                let (gesture, credential) = (visit.gesture, visit.field("credential"))
                return await step(visit, session) { session, app in
                    if session.phone.profile == nil {
                        try await session.register(browserCredential: credential, by: app)
                    } else {
                        try await session.register(gesture, by: app)
                    }
                }
            },
            page("POST", "/pay") { [self] visit, session in
                let (amount, account) = (visit.field("amount"), visit.field("account"))
                let description = visit.field("description")
                return await step(visit, session) { session, app in
                    try await session.pay(amount: amount, to: account, description: description, by: app)
                }
            },
            page("POST", "/sign") { [self] visit, session in
                let (gesture, credential) = (visit.gesture, visit.field("credential"))
                return await step(visit, session) { session, app in
                    if session.phone.profile == nil {
                        try await session.sign(browserAssertion: credential, by: app)
                    } else {
                        try await session.sign(gesture, by: app)
                    }
                }
            },
            page("POST", "/payments") { [self] visit, session in
                await step(visit, session) { session, _ in
                    session.forgetFlow()
                    session.change { $0.finishPayment() }
                }
            },
            page("POST", "/again") { [self] visit, session in
                await step(visit, session) { session, _ in
                    session.change { $0.startAgain() }
                    session.restart()
                }
            },
            page("POST", "/remove") { [self] _, session in
                try await phones.remove(session)
                return .redirect(to: PhoneVisit.home)
            },
        ]
    }

    /// A route of one phone.
    func page(
        _ method: String, _ path: String = "",
        _ handler: @escaping @Sendable (PhoneVisit, PhoneSession) async throws -> SandboxResponse
    ) -> Route {
        route(method, "/{phone}\(path)") { [self] visit in
            guard let session = try await phones.phone(visit.request.parameter("phone")) else {
                return visit.notice(
                    title: visit.texts[.phoneUnknownTitle], text: visit.texts[.phoneUnknown], status: 404)
            }
            return try await handler(visit, session)
        }
    }

    /// Performs a step, and leads back to the phone's page.
    private func step(
        _ visit: PhoneVisit, _ session: PhoneSession,
        _ body: @Sendable (isolated PhoneSession, PhoneApp) async throws -> Void
    ) async -> SandboxResponse {
        await session.perform(at: visit.place, body)
        return .redirect(to: "\(PhoneVisit.home)/\(session.id)")
    }

    private func show(_ session: PhoneSession, _ visit: PhoneVisit) async throws -> SandboxResponse {
        await session.look(at: visit.place)
        return try await PhonePage(session, visit).response(isAsking: visit.request.query("ask") != nil)
    }
}

extension PhoneVisit {
    /// The sheet's button; an unknown one declines.
    var gesture: PhoneSheet.Answer { PhoneSheet.Answer(rawValue: field("gesture")) ?? .decline }
}
