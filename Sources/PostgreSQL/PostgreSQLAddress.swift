import CLibPQ

/// Where a database is: a URI of libpq (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING). Secrets
/// are not a part of it: they come from `PGPASSWORD`, a password file or a service file.
public struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible {
    /// The URI.
    public let description: String

    /// True if the text begins like such a URI.
    public static func isAddress(_ text: String) -> Bool {
        ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
    }

    /// - Parameter uri: such as `postgresql://toque@db.example/sandbox?sslmode=verify-full`.
    /// - Throws: for a text that libpq does not read, and for a password in it. The error never shows the text.
    public init(_ uri: String) throws(PostgreSQLError) {
        let pq = try LibPQ.functions()
        guard Self.isAddress(uri), !uri.utf8.contains(0), let options = pq.pointee.PQconninfoParse(uri, nil) else {
            throw PostgreSQLError(
                .address,
                "the address is not a PostgreSQL URI; write "
                    + "postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full")
        }
        defer { pq.pointee.PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if String(cString: keyword).hasSuffix("password"), option.pointee.val != nil {
                throw PostgreSQLError(
                    .address,
                    "the address has a password, which other users of this machine could read; set "
                        + "PGPASSWORD, or name a passfile or service that has it")
            }
            option += 1
        }
        description = uri
    }
}
