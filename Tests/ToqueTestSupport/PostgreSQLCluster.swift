import Foundation
import PostgreSQL
import Synchronization

/// A PostgreSQL server of the test process: in a temporary folder, on a Unix socket only, gone with the process. It sorts
/// text as people do by default, so that a column which must sort by bytes has to say so.
public final class PostgreSQLCluster: Sendable {
    /// Debian's package `postgresql-15` has the programs here.
    private static let programs = "/usr/lib/postgresql/15/bin"
    public static var isInstalled: Bool { access("\(programs)/postgres", X_OK) == 0 }

    public struct Failure: Error {
        let log: String
    }

    private static let shared = Result { try PostgreSQLCluster() }

    /// Its folder, which has the socket.
    private let folder: String
    private let databases = Mutex(0)
    /// The number of schemas, which share databases: a new database costs the server a third of a second of processor
    /// time, a new schema a twentieth of that.
    private let schemas = Mutex(0)
    /// So many that tests seldom meet: the locks of tenants are those of a database.
    private static let sharedDatabases = 32
    /// The server ends when this is closed, as at the end of the process.
    private let lifeline: Pipe

    /// The address of a new, empty database of the process's server.
    public static func makeDatabase() throws -> PostgreSQLAddress { try shared.get().makeDatabase() }

    /// The address of a new, empty schema for a test that would keep its data in memory, if the tests run with
    /// `TOQUE_TEST_POSTGRESQL=1`; otherwise nil.
    public static func schemaInsteadOfMemory() throws -> PostgreSQLAddress? {
        ProcessInfo.processInfo.environment["TOQUE_TEST_POSTGRESQL"] == "1" ? try shared.get().makeSchema() : nil
    }

    private init() throws {
        var template = Array("/tmp/toque-pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(log: "no temporary folder") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        lifeline = Pipe()
        let script = """
            cd '\(folder)'
            '\(Self.programs)/initdb' -D data -U toque -A trust --no-sync -E UTF8 --locale=C.UTF-8 \
                --locale-provider=icu --icu-locale=en >log 2>&1 || exit 1
            '\(Self.programs)/postgres' -D data -k '\(folder)' -c listen_addresses= -c fsync=off \
                -c max_connections=300 -c max_prepared_transactions=0 -c autovacuum=off >>log 2>&1 </dev/null &
            read -r end
            kill -QUIT $!
            wait
            rm -rf '\(folder)'
            """
        let process = Process()
        // initdb and postgres refuse root.
        let isRoot = geteuid() == 0
        if isRoot, let user = getpwnam("postgres") { chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) }
        process.executableURL = URL(filePath: isRoot ? "/usr/bin/setpriv" : "/bin/sh")
        let user = ["--reuid=postgres", "--regid=postgres", "--init-groups", "/bin/sh"]
        process.arguments = (isRoot ? user : []) + ["-c", script]
        process.standardInput = lifeline
        try process.run()
        while true {
            do {
                _ = try PostgreSQLConnection(address("postgres"))
                return
            } catch {
                guard process.isRunning else {
                    let log = try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)
                    throw Failure(log: log ?? "\(error)")
                }
                usleep(20_000)
            }
        }
    }

    private func address(_ database: String, _ options: String = "") throws -> PostgreSQLAddress {
        try PostgreSQLAddress("postgresql:///\(database)?host=\(folder)&user=toque\(options)")
    }

    private func makeDatabase() throws -> PostgreSQLAddress {
        let name = databases.withLock { count in
            count += 1
            return "test\(count)"
        }
        try PostgreSQLConnection(address("postgres")).script("CREATE DATABASE \(name)")
        return try address(name)
    }

    private func makeSchema() throws -> PostgreSQLAddress {
        let (database, schema) = try schemas.withLock { count in
            let database = "shared\(count % Self.sharedDatabases)"
            if count < Self.sharedDatabases {
                try PostgreSQLConnection(address("postgres")).script("CREATE DATABASE \(database)")
            }
            count += 1
            return (database, "test\(count)")
        }
        try PostgreSQLConnection(address(database)).script("CREATE SCHEMA \(schema)")
        return try address(database, "&options=-csearch_path%3D\(schema)")
    }
}
