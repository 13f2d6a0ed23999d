import Pages
import Sandbox
import SandboxKit

/// Asks a browser once for the control token, for all pages that control guards.
package enum TokenPage {
    private static let field = "token"

    /// - Parameter next: the page that the token leads to; nil for the requested one, or the overview after a form.
    package static func ask(_ request: SandboxRequest, next: String? = nil) -> SandboxResponse {
        ask(request, isWrong: false, next: next)
    }

    private static func ask(_ request: SandboxRequest, isWrong: Bool, next: String?) -> SandboxResponse {
        let visitor = request.visitor(usual: .english)
        let texts = PageTexts.of(visitor.language)
        let target = next ?? request.target
        let isPage = request.method == "GET" || next != nil
        let values: [String: Any] = [
            "action": "/\(ControlPath.token)", "wrong": isWrong,
            "next": isPage && ViewRequest.isOwn(target) ? target : "/\(ControlPath.index)/",
            "footer": texts[.dashboardFooter],
        ]
        return .page(HTMLPage(.token, title: texts[.dashboardTokenTitle], values), for: visitor, status: 401)
    }

    /// - Throws: `SandboxError` with status 403 for the form of a page of another site.
    static func receive(_ request: SandboxRequest, _ control: ControlCaller) throws(SandboxError) -> SandboxResponse {
        let view = try ViewRequest(request, control)
        let next = view.field("next").flatMap { ViewRequest.isOwn($0) ? $0 : nil } ?? "/\(ControlPath.index)/"
        guard
            let cookie = control.cookie(forToken: view.field(field) ?? "", of: request)
        else { return ask(request, isWrong: true, next: next) }
        var response = SandboxResponse.redirect(to: next)
        response.headers.append(("Set-Cookie", cookie))
        return response
    }
}
