import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

/// A request to a page of phones.
struct PhoneVisit: Sendable {
    static let root = "device"
    static let home = "/\(root)"

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

    // MARK: Answers

    /// Runs the handler for programs, and for forms of these pages alone.
    func answer(_ handler: (PhoneVisit) async throws -> SandboxResponse) async -> SandboxResponse {
        if request.method == "POST", request.isForeignForm(fields) {
            return notice(title: texts[.phoneRefusedPageTitle], text: texts[.pageForeignForm], status: 403)
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

    /// A request that the sandbox refused before it reached a phone.
    func refusal(_ error: SandboxError) -> SandboxResponse {
        let isForbidden = error.status == 403 || error.code == "control_off"
        let address = texts[.phoneAdviceRefused, ["url": "\(request.engine.localURL)\(Self.home)"]]
        return notice(
            title: texts[isForbidden ? .phoneRefusedPageTitle : .dashboardRefused],
            text: texts[isForbidden ? .phoneRefusedPage : .pageRefused], reason: (error.code, error.message),
            next: isForbidden ? address : nil, status: error.status)
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
