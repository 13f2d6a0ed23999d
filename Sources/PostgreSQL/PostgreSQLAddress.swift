import CLibPQ

/// Where a database is: a URI of libpq (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING). Secrets
/// are not a part of it: they come from `PGPASSWORD`, a password file or a service file.
public struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible {
    /// The URI.
    public let description: String

    /// True if the text begins like such a URI, in whichever case.
    public static func isAddress(_ text: String) -> Bool {
        ["postgresql://", "postgres://"].contains { text.prefix($0.count).lowercased() == $0 }
    }

    /// True for a text that is meant to be an address of some kind but is none: a URI of another scheme, or the
    /// `keyword=value` of libpq. It may have a password, so that nobody shows it or makes a file of this name.
    public static func resemblesAddress(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.indices.contains(where: { bytes[$0...].starts(with: "://".utf8) }) { return true }
        if ["postgresql:", "postgres:"].contains(where: { text.prefix($0.count).lowercased() == $0 }) { return true }
        let start = bytes.prefix { $0 != UInt8(ascii: "/") }
        guard let equals = start.firstIndex(of: UInt8(ascii: "=")) else { return false }
        // libpq takes spaces around the sign.
        let last = start[..<equals].last { $0 != UInt8(ascii: " ") }
        return last.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 == UInt8(ascii: "_") } ?? false
    }

    /// - Parameter uri: such as `postgresql://toque@db.example/sandbox?sslmode=verify-full`.
    /// - Throws: for a text that libpq does not read, and for a password in it. The error never shows the text.
    public init(_ uri: String) throws(PostgreSQLError) {
        let pq = try LibPQ.functions()
        // libpq takes the scheme in lower case only.
        let scheme = uri.prefix { $0 != ":" }
        let address = scheme.lowercased() + String(uri.dropFirst(scheme.count))
        guard Self.isAddress(uri), !uri.utf8.contains(0), let options = pq.pointee.PQconninfoParse(address, nil) else {
            throw PostgreSQLError(
                .address, "the address is not a PostgreSQL URI",
                remedy: "write postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full")
        }
        defer { pq.pointee.PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if String(cString: keyword).hasSuffix("password"), option.pointee.val != nil {
                throw PostgreSQLError(
                    .address, "the address has a password, which other users of this machine could read",
                    remedy: "set PGPASSWORD, or name a passfile or service that has it")
            }
            option += 1
        }
        description = address
    }
}
