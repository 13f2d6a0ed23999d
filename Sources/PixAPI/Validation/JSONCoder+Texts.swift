import ToqueEncoding

extension JSONCoder {
    mutating func externalID(_ id: inout String?) {
        optional("external_id", &id, upTo: TextLimit.externalID, about: "The caller's own id")
    }

    /// An `EndpointURL`; RFC 6749 section 3.1.2 also requires an absolute URL without a fragment.
    mutating func callbackURL(_ url: inout String?) {
        optional(
            "callback_url", &url,
            .url.with("maxLength", .int(EndpointURL.limit)).about("https, or http on the loopback interface"))
        check("callback_url", url.flatMap(EndpointURL.problem)?.expectation)
    }

    mutating func email(_ email: inout String?) { self.email("email", &email) }
}
