import HTTPTypes
import ToqueEncoding

/// Protects endpoints for local programs from pages in a browser on this machine.
struct PageGuard: Sendable {
    /// The protected resource, capitalized: `Control`.
    let subject: String
    /// A remedy besides using the right host name, as the end of a sentence.
    let remedy: String

    /// - Parameters:
    ///   - publicURL: the server's external URL.
    ///   - takesForms: true if forms of pages without a referrer are taken, whose origin is `null`: their token decides.
    /// - Throws: `SandboxError` with status 403.
    func check(_ head: HTTPRequest, publicURL: String, takesForms: Bool = false) throws(SandboxError) {
        let own = head.authority.flatMap { Authority($0) }
        try checkHost(own, head, publicURL: publicURL)
        try checkOrigin(own, head, takesForms: takesForms)
    }

    /// A foreign DNS name that points at this machine makes a page same-origin with it (DNS rebinding). Loopback names
    /// cannot be registered.
    private func checkHost(_ own: Authority?, _ head: HTTPRequest, publicURL: String) throws(SandboxError) {
        guard let own, own.isLoopback || own.host == Authority(ofURL: publicURL)?.host
        else {
            throw SandboxError(
                status: 403, code: "forbidden_host",
                message: "\(subject) answers under a loopback name or the public URL's; found "
                    + "\((head.authority ?? "").quoted). Use 127.0.0.1, or \(remedy).",
                field: "Host")
        }
    }

    /// Pages of other origins may send requests, although they cannot read the responses (Fetch section 3.1, Fetch
    /// Metadata section 2.4).
    private func checkOrigin(_ own: Authority?, _ head: HTTPRequest, takesForms: Bool) throws(SandboxError) {
        let isForeign = head.values("origin").contains {
            Authority(ofURL: $0) != own && !(takesForms && $0 == "null")
        }
        let isFromAnotherSite = head.values("sec-fetch-site").contains { !["same-origin", "none"].contains($0) }
        guard !isForeign, !isFromAnotherSite else {
            throw SandboxError(
                status: 403, code: "cross_origin",
                message: "\(subject) takes no requests from pages of other origins.",
                field: isForeign ? "Origin" : "Sec-Fetch-Site")
        }
    }
}
