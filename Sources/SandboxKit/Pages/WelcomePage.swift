import Sandbox

extension ObjectProvider {
    /// Explains the sandbox to a person who opens it in a browser, with links.
    package func welcome(_ request: SandboxRequest) -> SandboxResponse? {
        DecisionPage.response(
            language: "en", title: "Toque sandbox",
            text: "This sandbox simulates \(name). It answers programs; a first request: "
                + "curl \(guide.curl(request.publicURL, "ID:SECRET"))",
            footer: "All data is invented. No money moves.",
            link: ("The API as an OpenAPI document", "/_toque/openapi.json"))
    }
}
