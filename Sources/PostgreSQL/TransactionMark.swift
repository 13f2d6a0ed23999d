/// Tells a transaction from all others. Each connection has a row whose number its transactions raise, so that the row
/// says which of them were committed, also at a server that was restarted or took over. The server's own ids would not
/// do: one that crashes gives the ids of transactions that it had not yet written to others.
public struct TransactionMark: Sendable, Hashable {
    let connection: String
    let number: Int64

    /// Creates the table of the rows, which all transactions of the database need.
    public static let table = """
        CREATE TABLE transaction_mark (
            connection text COLLATE "C" PRIMARY KEY, number bigint NOT NULL, moment timestamptz NOT NULL DEFAULT now()
        )
        """

    /// Nobody looks for the outcome of a transaction for as long. The rows of connections that begin one meanwhile are
    /// passed over, so that nobody waits.
    static let removal = """
        DELETE FROM transaction_mark WHERE connection IN (
            SELECT connection FROM transaction_mark WHERE moment < now() - interval '1 day' FOR UPDATE SKIP LOCKED)
        """

    static let raising = """
        INSERT INTO transaction_mark (connection, number) VALUES (?, 1)
        ON CONFLICT (connection) DO UPDATE SET number = transaction_mark.number + 1, moment = now() RETURNING number
        """

    /// Writes, because a row that is only read would not wait for the transaction that writes it first.
    static let reading = """
        INSERT INTO transaction_mark (connection, number) VALUES (?, 0)
        ON CONFLICT (connection) DO UPDATE SET number = transaction_mark.number RETURNING number
        """

    /// No two connections have the same.
    static func makeConnection() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }
}
