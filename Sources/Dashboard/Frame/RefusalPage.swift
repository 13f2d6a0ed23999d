import Pages
import Sandbox
import SandboxKit

/// A refusal as a page.
enum RefusalPage {
    /// - Parameters:
    ///   - texts: of the page. Refusals of the engine are in English, those of views in the page's language.
    ///   - back: the link to continue with.
    static func values(_ error: SandboxError, _ texts: PageTexts, back: String) -> [String: Any] {
        var values: [String: Any] = [
            "code": error.code, "message": error.message, "english": !texts.contains(error.message), "back": back,
        ]
        values["field"] = error.field
        return values
    }

    /// Without the frame: whoever asks may not see the sandbox, or names a tenant that is none.
    static func response(to error: SandboxError, of request: SandboxRequest) -> SandboxResponse {
        let visitor = request.visitor(usual: .english)
        let texts = PageTexts.of(visitor.language)
        // A link of another site leads here; from here, the same link works.
        let isFollowedLink = error.code == "cross_origin" && request.method == "GET"
        let back = isFollowedLink && ViewRequest.isOwn(request.target) ? request.target : "/\(ControlPath.index)/"
        var values = values(error, texts, back: back)
        values["footer"] = texts[.dashboardFooter]
        let title = texts[error.status == 404 ? .dashboardNotFound : .dashboardRefused]
        return .page(HTMLPage(.outside, title: title, values), for: visitor, status: error.status)
    }
}
