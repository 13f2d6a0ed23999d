/// The URL to which a person returns.
public enum CallbackURL {
    /// The URL with parameters added to its query, or as its fragment.
    public static func adding(
        _ parameters: [(name: String, value: String)], to url: String, inFragment: Bool = false
    ) -> String {
        "\(url)\(inFragment ? "#" : url.contains("?") ? "&" : "?")\(FormURLEncoding.encode(parameters))"
    }
}
