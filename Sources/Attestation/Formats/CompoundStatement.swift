import ToqueCBOR
import ToqueWebAuthn

/// The `compound` statement (section 8.9): several statements for one credential, none of them compound.
public struct CompoundStatement: FormatStatement {
    /// At least two.
    public var statements: [AttestationStatement]

    public init(statements: [AttestationStatement]) { self.statements = statements }

    static let format = AttestationFormat.compound
    var statement: AttestationStatement { .compound(self) }
    var summary: String { "\(statements.count) statements" }

    var encoded: CBOR {
        .array(statements.map { ["fmt": .text($0.format.rawValue), "attStmt": $0.encoded] })
    }

    init(_ object: AttestationObject) throws(AttestationStatementError) {
        guard case .array(let items) = object.statement, items.count >= 2 else {
            throw .malformed(.compound, "must be an array of two statements at least")
        }
        statements = []
        for item in items {
            guard case .map(let map) = item, map.count == 2, case .text(let format)? = map["fmt"],
                let statement = map["attStmt"]
            else { throw .malformed(.compound, "must hold maps with fmt, a text string, and attStmt alone") }
            guard format != AttestationFormat.compound.rawValue else {
                throw .malformed(.compound, "holds a compound statement")
            }
            statements.append(
                try AttestationStatement(
                    AttestationObject(
                        format: AttestationFormat(rawValue: format), statement: statement,
                        authenticatorData: object.authenticatorData)))
        }
    }

    /// Uses two formats that attest any algorithm.
    init(_ task: AttestationTask) throws {
        statements = try [.packed, .androidKey].map { try AttestationStatement($0, task) }
    }
}
