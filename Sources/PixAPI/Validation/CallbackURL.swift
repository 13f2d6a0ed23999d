import ToqueEncoding

/// Where the bank may send the account holder back to.
public enum CallbackURL {
    /// The URL with parameters added to its query, or as its fragment.
    public static func adding(
        _ parameters: [(name: String, value: String)], to url: String, inFragment: Bool = false
    ) -> String {
        "\(url)\(inFragment ? "#" : url.contains("?") ? "&" : "?")\(FormURLEncoding.encode(parameters))"
    }
}

extension JSONReader {
    /// An `EndpointURL`; RFC 6749 section 3.1.2 asks for an absolute URL without a fragment, too.
    func optionalCallbackURL(_ name: String) throws(JSONMemberError) -> String? {
        guard let reader = try optional(name) else { return nil }
        let url = try reader.string()
        if let problem = EndpointURL.problem(of: url) { throw reader.mismatch(expected: problem.expectation) }
        return url
    }
}
