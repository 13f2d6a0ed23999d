import Pages
import Sandbox

extension SandboxResponse {
    /// A page with its protecting headers; its links' choices and its token are remembered by cookies.
    package static func page(_ page: HTMLPage, for visitor: PageVisitor, status: Int = 200) -> SandboxResponse {
        .html(
            page.render(for: visitor), status: status,
            headers: PageSecurity.headers + visitor.newCookies.map { ("Set-Cookie", $0) })
    }

    /// A redirect from a page or from its form.
    /// - Parameter status: 302, or 303 after a form.
    package static func redirect(_ status: Int = 303, to location: String) -> SandboxResponse {
        SandboxResponse(status: status, headers: PageSecurity.headers + [("Location", location)])
    }

    package static func file(_ file: PageFile) -> SandboxResponse {
        var response = SandboxResponse.content(file.contentType, file.bytes, headers: PageSecurity.fileHeaders)
        response.isRecorded = false
        return response
    }
}
