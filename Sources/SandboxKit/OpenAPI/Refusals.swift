import Sandbox

/// The refusals in the document, each with an example message.
extension SandboxError {
    /// An abbreviation for tables.
    package init(_ status: Int, _ code: String, _ message: String, field: String? = nil) {
        self.init(status: status, code: code, message: message, field: field)
    }

    /// The engine's own refusals of any request.
    static func ofEveryOperation(_ access: Route.Access) -> [SandboxError] {
        let ofKeys =
            access.isOpen
            ? [] : [SandboxError(401, "authentication_failed", "The API key is missing or wrong.")] + ofTheDefaultKey
        return ofKeys + [
            SandboxError(400, "invalid", "The query is not UTF-8."),
            .invalid(SandboxRequest.scenarioField, "There is no scenario of this name."),
            SandboxError(400, "invalid_body", "The body is malformed or ended before its time."),
            SandboxError(405, "method_not_allowed", "The path takes other methods."),
            SandboxError(413, "body_too_large", "A body of more than 262144 bytes is not read."),
            SandboxError(
                503, "service_unavailable",
                "The sandbox cannot serve this request; a scenario or its log says why."),
            SandboxError(
                503, "overloaded",
                "67200000 bytes of answers wait for clients that do not read them; try again later."),
        ]
    }

    /// For endpoints with key authentication.
    package static let ofTheDefaultKey = [
        SandboxError(
            403, "forbidden_host",
            "The default key answers under a loopback name or the public URL's; found \"evil.example\". Use 127.0.0.1, "
                + "or configure a key of your own, or --public-url.", field: "Host"),
        SandboxError(403, "cross_origin", "The default key takes no requests from pages of other origins."),
    ]

    /// For lists.
    static func ofLists(_ sizes: PageSizes) -> [SandboxError] {
        [
            invalid("page", "Found \"0\", expected an integer from 1 to \(sizes.last)."),
            invalid("page_size", "Found \"0\", expected an integer of 1 or more."),
            invalid("pagesize", "This list has no such parameter."),
        ]
    }
}
