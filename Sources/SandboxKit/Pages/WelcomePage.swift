import Pages
import Sandbox

extension ObjectProvider {
    /// Explains the sandbox to a person who opens it in a browser, and serves what pages load. Programs get the nearest
    /// endpoint.
    package func page(for request: SandboxRequest) -> SandboxResponse? {
        if let file = PageFile.at(request.path) { return .file(file) }
        guard request.path == "/", request.accepts("text/html") else { return nil }
        let visitor = request.visitor(usual: .english)
        let texts = PageTexts.of(visitor.language)
        let page = HTMLPage(
            .welcome, title: "Toque sandbox",
            [
                "text": texts[.welcomeText, ["provider": name]],
                "command": "curl \(guide.curl(request.publicURL, "ID:SECRET"))", "document": "/_toque/openapi.json",
                "footer": texts[.welcomeFooter],
            ], modules: [.copying])
        return .page(page, for: visitor)
    }

    package func page(of refusal: SandboxError, for request: SandboxRequest) -> SandboxResponse? {
        let visitor = request.visitor(usual: .english)
        let texts = PageTexts.of(visitor.language)
        return NoticePage(
            .bad, title: texts[refusal.status == 404 ? .dashboardNotFound : .dashboardRefused],
            text: texts[.pageRefused], reason: (refusal.code, refusal.message), footer: texts[.welcomeFooter],
            institution: "Sandbox"
        ).response(to: visitor, status: refusal.status)
    }
}
