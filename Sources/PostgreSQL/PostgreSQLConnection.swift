import CLibPQ
import Glibc

/// A connection in pipeline mode: statements whose outcome nobody waits for are queued, and travel with the next one
/// that is waited for. For one thread at a time; it blocks that thread.
public final class PostgreSQLConnection {
    /// What an answer of the server belongs to, in the order of the questions.
    enum Expectation {
        case ignored, wanted, commit, synchronization
        case mark
        case preparation(of: String)
    }

    /// Statements that wait for their answers.
    private static let longestQueue = 1000
    /// Bytes of parameters that wait. At 64 KiB, libpq would send them without a synchronization (`settle`).
    private static let largestQueue = 48 << 10
    /// How long the server may take to answer.
    private let patience: Duration
    let pq: UnsafePointer<ToquePQFunctions>
    /// nil once the connection is lost or closed.
    private var handle: OpaquePointer?
    private var expected: [Expectation] = []
    /// The size of the queued parameters.
    private var queuedBytes = 0
    /// The names of prepared statements, by their SQL.
    private var statements: [String: String] = [:]
    private var prepared = 0
    /// Of the connection in marks of its transactions.
    let identity = TransactionMark.makeConnection()
    /// True once a transaction with a mark was committed.
    var hasMark = false
    /// The mark of the open transaction, once it is known.
    var mark: TransactionMark?
    /// True once the open transaction has a mark, or waits for it.
    public internal(set) var isIdentified = false
    /// True between the beginning of a transaction and its end.
    public internal(set) var isInTransaction = false
    /// True once a prepared statement was found not to fit the tables any more: others may not fit either.
    public private(set) var isStale = false

    /// Connects.
    /// - Parameters:
    ///   - settings: of the session, such as `synchronous_commit`.
    ///   - patience: how long the server may take for an answer before the connection counts as lost.
    public init(
        _ address: PostgreSQLAddress, settings: [String: String] = [:], patience: Duration = .seconds(15)
    ) throws(PostgreSQLError) {
        pq = try LibPQ.functions()
        self.patience = patience
        // Those before `dbname` are defaults, which the address overrides.
        let options = [
            ("fallback_application_name", "toque"), ("connect_timeout", "3"), ("keepalives_idle", "5"),
            ("tcp_user_timeout", "10000"), ("dbname", address.description), ("client_encoding", "UTF8"),
        ]
        handle = CStrings.with(options.map(\.0)) { names in
            CStrings.with(options.map(\.1)) { values in pq.pointee.PQconnectdbParams(names, values, 1) }
        }
        guard let handle, pq.pointee.PQstatus(handle) == CONNECTION_OK else {
            let problem = message
            close()
            throw PostgreSQLError(
                .connecting, "the database \(address) cannot be reached: \(problem)", remedy: Self.remedy(for: problem))
        }
        // Notices would go to standard error.
        _ = pq.pointee.PQsetNoticeReceiver(handle, toque_pq_ignore, nil)
        let commands = settings.sorted { $0.key < $1.key }.map { "SET \($0.key) = '\($0.value)';" }
        try script((["SET client_min_messages = warning;"] + commands).joined())
    }

    /// - Parameter problem: in the words of libpq and the server, which give no code to a client without a connection.
    private static func remedy(for problem: String) -> String? {
        let lacksPassword = ["no password supplied", "password authentication failed"].contains { problem.contains($0) }
        return lacksPassword ? "set PGPASSWORD to the password, or PGPASSFILE to a file that has it" : nil
    }

    deinit { close() }

    /// False once the connection is lost or closed.
    public var isOpen: Bool { handle != nil }

    public func close() {
        if let handle { pq.pointee.PQfinish(handle) }
        handle = nil
        (expected, queuedBytes) = ([], 0)
        statements = [:]
        endTransaction()
    }

    func endTransaction() { (isInTransaction, isIdentified, mark) = (false, false, nil) }

    // MARK: Statements

    /// Queues a statement. Its error comes with the next one that is waited for.
    /// - Parameters:
    ///   - sql: with `?` for each parameter.
    ///   - values: of the parameters.
    public func run(_ sql: String, _ values: [PostgreSQLValue] = []) throws(PostgreSQLError) {
        try send(sql, values, .ignored)
    }

    /// Runs a statement and waits for its outcome.
    /// - Parameters:
    ///   - sql: with `?` for each parameter.
    ///   - values: of the parameters.
    public func query(_ sql: String, _ values: [PostgreSQLValue] = []) throws(PostgreSQLError) -> PostgreSQLResult {
        try send(sql, values, .wanted)
        guard let result = try settle() else { throw lose("the server's answer is missing") }
        return result
    }

    /// Runs several statements without parameters, separated by semicolons.
    public func script(_ sql: String) throws(PostgreSQLError) {
        try synchronize()
        guard let handle else { throw Self.closed }
        _ = pq.pointee.PQexitPipelineMode(handle)
        let result = pq.pointee.PQexec(handle, sql)
        defer { pq.pointee.PQclear(result) }
        guard let result, pq.pointee.PQstatus(handle) == CONNECTION_OK else { throw lose(message) }
        let failure = failure(of: result)
        guard pq.pointee.PQenterPipelineMode(handle) == 1 else { throw lose(message) }
        if let failure { throw failure }
    }

    func send(
        _ sql: String, _ values: [PostgreSQLValue], _ expectation: Expectation
    ) throws(PostgreSQLError) {
        guard let handle else { throw Self.closed }
        let name: String
        if let known = statements[sql] {
            name = known
        } else {
            prepared += 1
            name = "s\(prepared)"
            guard pq.pointee.PQsendPrepare(handle, name, Placeholders.numbered(sql), 0, nil) == 1 else {
                throw lose(message)
            }
            statements[sql] = name
            expected.append(.preparation(of: sql))
        }
        let isSent = CStrings.with(values) { texts in
            pq.pointee.PQsendQueryPrepared(handle, name, Int32(values.count), texts, nil, nil, 0)
        }
        guard isSent == 1 else { throw lose(message) }
        expected.append(expectation)
        for case .text(let text) in values { queuedBytes += text.utf8.count }
        // Answers collect in memory until somebody waits.
        let isFull = expected.count >= Self.longestQueue || queuedBytes >= Self.largestQueue
        if case .ignored = expectation, isFull { try settle() }
    }

    // MARK: Answers

    /// Waits for the answers to everything queued. Outside a transaction, this also makes it durable. Inside one, the
    /// server then waits for this client with its limit for idle transactions; without a synchronization, it would wait
    /// for ever, and keep the transaction's locks.
    /// - Returns: the last one that is wanted.
    /// - Throws: the first error. The statements behind it were not run.
    @discardableResult
    func settle() throws(PostgreSQLError) -> PostgreSQLResult? {
        if expected.isEmpty { return nil }
        return try synchronize()
    }

    /// Like `settle`, also with an empty queue. The connection accepts statements afterwards, whatever happened.
    @discardableResult
    func synchronize() throws(PostgreSQLError) -> PostgreSQLResult? {
        guard let handle else { throw Self.closed }
        guard pq.pointee.PQpipelineStatus(handle) != PQ_PIPELINE_OFF else { return nil }
        guard pq.pointee.PQpipelineSync(handle) == 1 else { throw lose(message) }
        expected.append(.synchronization)
        return try receive()
    }

    private func receive() throws(PostgreSQLError) -> PostgreSQLResult? {
        let expectations = expected
        (expected, queuedBytes) = ([], 0)
        guard let handle else { throw Self.closed }
        guard pq.pointee.PQflush(handle) == 0 else { throw lose(message) }
        var wanted: PostgreSQLResult?
        var failure: PostgreSQLError?
        let deadline = ContinuousClock.now + patience
        for expectation in expectations {
            guard let result = try next(before: deadline) else { throw failure.map(lose) ?? lose(message) }
            defer { pq.pointee.PQclear(result) }
            if let problem = self.failure(of: result) ?? take(result, expectation, &wanted) {
                if case .preparation(let sql) = expectation { statements[sql] = nil }
                if problem.isStale { isStale = true }
                failure = failure ?? problem
            }
            let isLost = failure?.kind == .lost || pq.pointee.PQstatus(handle) != CONNECTION_OK
            if isLost { throw failure.map(lose) ?? lose(message) }
            if case .synchronization = expectation { continue }
            // Each command's answers end with an empty one.
            if let surplus = try next(before: deadline) {
                pq.pointee.PQclear(surplus)
                throw lose("the server's answers are out of step")
            }
        }
        if let failure { throw failure }
        return wanted
    }

    /// - Returns: the error that the answer means, or nil.
    private func take(
        _ result: OpaquePointer, _ expectation: Expectation, _ wanted: inout PostgreSQLResult?
    ) -> PostgreSQLError? {
        switch expectation {
        case .ignored, .preparation, .synchronization: break
        case .wanted: wanted = PostgreSQLResult(result, pq)
        case .mark:
            if case .integer(let number) = PostgreSQLResult(result, pq).first {
                mark = TransactionMark(connection: identity, number: number)
            }
        case .commit:
            // The answer to COMMIT after an error is no error.
            if String(cString: pq.pointee.PQcmdStatus(result)) != "COMMIT" {
                return PostgreSQLError(.refused, state: "40000", "the transaction was rolled back")
            }
        }
        return nil
    }

    /// - Returns: the server's next answer; nil behind the last one of a command.
    private func next(before deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> OpaquePointer? {
        guard let handle else { throw Self.closed }
        while pq.pointee.PQisBusy(handle) == 1 {
            let rest = deadline - .now
            var descriptor = pollfd(fd: pq.pointee.PQsocket(handle), events: Int16(POLLIN), revents: 0)
            let milliseconds = rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000
            let ready = rest > .zero ? poll(&descriptor, 1, Int32(clamping: milliseconds + 1)) : 0
            if ready == 0 { throw lose("it does not answer") }
            if ready > 0, pq.pointee.PQconsumeInput(handle) == 0 { throw lose(message) }
        }
        return pq.pointee.PQgetResult(handle)
    }

    private func failure(of result: OpaquePointer) -> PostgreSQLError? {
        let status = pq.pointee.PQresultStatus(result)
        if [PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC].contains(status) { return nil }
        if status == PGRES_PIPELINE_ABORTED {
            return PostgreSQLError(.refused, state: "25P02", "an earlier statement failed")
        }
        // Only the primary message: the details show values.
        func field(_ name: String) -> String? {
            name.utf8.first.flatMap { pq.pointee.PQresultErrorField(result, Int32($0)) }.map { String(cString: $0) }
        }
        // The server ends the connection.
        let isFatal = ["FATAL", "PANIC"].contains(field("V") ?? "")
        return PostgreSQLError(isFatal ? .lost : .refused, state: field("C"), field("M") ?? message)
    }

    // MARK: Loss

    static let closed = PostgreSQLError(.lost, "the connection to the database is closed")

    /// Closes the connection.
    /// - Returns: the error to throw.
    private func lose(_ problem: String) -> PostgreSQLError { lose(PostgreSQLError(.lost, problem)) }

    private func lose(_ failure: PostgreSQLError) -> PostgreSQLError {
        close()
        return PostgreSQLError(
            .lost, state: failure.state, "the connection to the database was lost: \(failure.description)")
    }

    /// libpq's message, in one line.
    private var message: String {
        let text = handle.flatMap { pq.pointee.PQerrorMessage($0) }.map { String(cString: $0) } ?? ""
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" || $0 == " " } }
        return lines.isEmpty ? "no reason given" : lines.joined(separator: "; ")
    }
}
