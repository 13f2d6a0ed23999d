import PixAPI
import ToqueEncoding

/// The data that a flow needs to continue in another process. The server knows the stage; this is what the server does
/// not know.
protocol FlowProgress: JSONStructure {
    associatedtype Request: JSONStructure & Equatable
    /// Its name in the journal.
    static var flow: String { get }

    init(request: Request, externalID: String)
    var request: Request { get }
    /// Submissions that were sent, with or without a response.
    var sent: Set<Submission> { get set }
    /// Drops the input of a refused submission, so that it is created again.
    mutating func forget(_ submission: Submission)
}

/// A submission that a server accepts once.
enum Submission: String, JSONChoice {
    case creation, redirection, confirmation, authorization
}

extension FlowProgress {
    static var version: Int { 1 }

    /// Its form in the journal.
    var bytes: [UInt8] {
        let object: JSON = ["flow": .string(Self.flow), "version": .int(Self.version), "progress": json]
        return object.utf8
    }

    /// - Throws: `PixFlowError.otherFlow`, ``FlowJournalError``.
    init(journal bytes: [UInt8]) throws {
        let reader: JSONReader
        do {
            reader = JSONReader(try JSON(parsing: bytes), path: "journal")
            let flow = try reader.member("flow", expected: "the name of a flow").string()
            guard flow == Self.flow else { throw PixFlowError.otherFlow("found \(flow), expected \(Self.flow)") }
            let version = try reader.member("version", expected: "an integer").int()
            guard version == Self.version else {
                throw FlowJournalError(
                    description:
                        "the journal has version \(version), expected \(Self.version); finish the flow with the "
                        + "software that began it")
            }
            self = try Self(reader.member("progress", expected: "an object"))
        } catch let error as PixFlowError {
            throw error
        } catch let error as FlowJournalError {
            throw error
        } catch {
            throw FlowJournalError(
                description: "the journal cannot be read (\(error)); restore it, or remove it to begin anew")
        }
    }
}

extension JSONCoder {
    /// In the order of the cases.
    mutating func sent(_ submissions: inout Set<Submission>) {
        var sent = Submission.allCases.filter(submissions.contains)
        optional("sent", &sent)
        submissions = Set(sent)
    }
}
