import Pages
import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// A request to a page of phones.
struct PhoneVisit: Sendable {
    static let home = "/device"
    private static let cookie = "toque_device"

    let request: SandboxRequest
    let visitor: PageVisitor
    let configuration: PhonePages.Configuration
    private let fields: [(name: String, value: String)]

    init(_ request: SandboxRequest, _ configuration: PhonePages.Configuration) {
        self.request = request
        self.configuration = configuration
        visitor = request.visitor(usual: .portuguese)
        fields = request.method == "POST" ? (try? request.form()) ?? [] : []
    }

    var texts: PageTexts { .of(visitor.language) }

    /// A field of the form; empty if it is missing.
    func field(_ name: String) -> String { fields.last { $0.name == name }?.value ?? "" }

    /// The sandbox's address, as the visitor's browser has it.
    var visited: String {
        let scheme =
            request.publicURL.hasPrefix("https:") || request.engine.localURL.hasPrefix("https:") ? "https" : "http"
        return request.authority.map { "\(scheme)://\($0)" } ?? request.publicURL
    }

    var place: PhonePlace {
        PhonePlace(
            engine: request.engine, keys: configuration.keys, transport: configuration.transport,
            origin: configuration.browserOrigin, visited: visited)
    }

    // MARK: Who may come in

    /// Runs the handler for those who may use control, and for forms of these pages alone.
    func admitted(_ handler: (PhoneVisit) async throws -> SandboxResponse) async -> SandboxResponse {
        do {
            try request.checkLocalPage("The phone")
        } catch {
            return notice(
                title: texts[.phoneRefusedPageTitle], text: texts[.phoneRefusedPage],
                reason: (error.code, error.message),
                next: texts[.phoneAdviceRefused, ["url": "\(request.engine.localURL)\(Self.home)"]],
                status: error.status)
        }
        if request.method == "POST", request.isForeignForm(fields) {
            return notice(title: texts[.phoneRefusedPageTitle], text: texts[.pageForeignForm], status: 403)
        }
        if let proof = request.controlProof(for: Self.cookie), !holds(proof) {
            return unlocked(proof) ?? locked(isWrong: request.path == "\(Self.home)/token")
        }
        do {
            return try await handler(self)
        } catch {
            // For example a full disk, or a damaged file of phones.
            let problem = PhoneProblem(error)
            return notice(
                title: texts[.phoneTitle], text: texts[problem.advice], reason: (problem.code, problem.message),
                status: 503)
        }
    }

    private func holds(_ proof: String) -> Bool {
        let cookies = request.header("Cookie")?.split(separator: ";") ?? []
        return cookies.contains { cookie in
            Digest.sha256(String(cookie.drop(while: \.isWhitespace)))
                .constantTimeEquals(Digest.sha256("\(Self.cookie)=\(proof)"))
        }
    }

    /// Remembers a visitor who typed the control token.
    private func unlocked(_ proof: String) -> SandboxResponse? {
        guard request.method == "POST", request.isControlToken(field("control_token")) else { return nil }
        let isSecure = visited.hasPrefix("https:") ? "; Secure" : ""
        var response = SandboxResponse.redirect(to: Self.home)
        response.headers.append(
            ("Set-Cookie", "\(Self.cookie)=\(proof); Path=\(Self.home); HttpOnly; SameSite=Strict\(isSecure)"))
        return response
    }

    private func locked(isWrong: Bool) -> SandboxResponse {
        let values: [String: Any] = ["locked": ["wrong": isWrong] as [String: Any], "footer": texts[.phoneFooter]]
        return .page(HTMLPage(.phones, title: texts[.phoneTitle], values), for: visitor, status: 401)
    }

    func notice(
        title: String, text: String, reason: (code: String, message: String?)? = nil, next: String? = nil, status: Int
    ) -> SandboxResponse {
        NoticePage(
            .bad, title: title, text: text, reason: reason, next: next, footer: texts[.phoneFooter],
            institution: texts[.phoneTitle], link: (texts[.phoneGoToPhones], Self.home)
        ).response(to: visitor, status: status)
    }
}

extension PhoneProblem {
    /// For a template.
    func values(_ texts: PageTexts) -> [String: Any] {
        ["code": code, "message": message, "advice": texts[advice]]
    }
}
