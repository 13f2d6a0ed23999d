/// The cookies of a request.
public enum Cookies {
    /// A browser keeps the cookies of all ports of a host together (RFC 6265 section 8.5): the name makes those of two
    /// servers on one host different.
    /// - Parameter authority: the request's, such as `127.0.0.1:8420`.
    public static func name(_ name: String, at authority: String?) -> String {
        guard let port = authority.flatMap({ Authority($0) })?.port else { return name }
        return "\(name)_\(port)"
    }

    /// The values of a cookie, the most specific one first (RFC 6265 section 5.4).
    /// - Parameters:
    ///   - name: as in the header.
    ///   - header: pairs between semicolons.
    public static func values(of name: String, in header: String) -> [String] {
        header.split(separator: ";").compactMap { pair in
            let pair = pair.drop(while: \.isWhitespace)
            return pair.hasPrefix("\(name)=") ? String(pair.dropFirst(name.count + 1)) : nil
        }
    }
}
