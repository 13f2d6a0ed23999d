/// The kind of an error, as a word for programs. Each code belongs to one exit code. A test compares this list with the
/// one in docs/errors.md.
enum ErrorCode: String, CaseIterable, Sendable {
    // MARK: Exit code 2

    case unknownCommand = "unknown_command"
    case unknownOption = "unknown_option"
    case unknownScenario = "unknown_scenario"
    case missingArgument = "missing_argument"
    case unexpectedArgument = "unexpected_argument"
    case invalidValue = "invalid_value"
    case conflictingOptions = "conflicting_options"
    case ambiguous = "ambiguous"
    case noTerminal = "no_terminal"

    // MARK: Exit code 1

    case notFound = "not_found"
    case invalidContent = "invalid_content"
    case insecureFile = "insecure_file"
    case unauthorized = "unauthorized"
    case refused = "refused"
    case ceremonyFailed = "ceremony_failed"
    case enrollmentFailed = "enrollment_failed"
    case paymentFailed = "payment_failed"
    case signatureMismatch = "signature_mismatch"
    case expectationFailed = "expectation_failed"
    case timedOut = "timed_out"
    case canceled = "canceled"
    case unexpected = "unexpected"

    // MARK: Exit code 3

    case unreachable = "unreachable"
    case interrupted = "interrupted"
    case unreadableAnswer = "unreadable_answer"
    case unreadableFile = "unreadable_file"
    case unwritableFile = "unwritable_file"
    case unusableStore = "unusable_store"
    case unusableKey = "unusable_key"
    case cannotStart = "cannot_start"

    // MARK: Exit code 4

    case notKnownYet = "not_known_yet"

    var status: ExitStatus {
        switch self {
        case .unknownCommand, .unknownOption, .unknownScenario, .missingArgument, .unexpectedArgument, .invalidValue,
            .conflictingOptions, .ambiguous, .noTerminal:
            .usage
        case .notFound, .invalidContent, .insecureFile, .unauthorized, .refused, .ceremonyFailed, .enrollmentFailed,
            .paymentFailed, .signatureMismatch, .expectationFailed, .timedOut, .canceled, .unexpected:
            .failed
        case .unreachable, .interrupted, .unreadableAnswer, .unreadableFile, .unwritableFile, .unusableStore,
            .unusableKey, .cannotStart:
            .unreachable
        case .notKnownYet: .notKnownYet
        }
    }

    /// One sentence, as in docs/errors.md.
    var meaning: String {
        switch self {
        case .unknownCommand: "No command, action or event has this name."
        case .unknownOption: "The command has no such option."
        case .unknownScenario: "The sandbox has no such scenario."
        case .missingArgument: "A required argument, option or value is missing."
        case .unexpectedArgument: "The command takes fewer arguments."
        case .invalidValue: "A value is malformed or out of range."
        case .conflictingOptions: "Two options exclude each other, or one requires another."
        case .ambiguous: "Several objects fit, and none is named."
        case .noTerminal: "The command needs an answer, and stdin is not a terminal."
        case .notFound: "The server has no such object."
        case .invalidContent: "A file or message was read, and its content is wrong."
        case .insecureFile: "Other users can use a file that holds a secret."
        case .unauthorized: "The server does not accept the API key or the token."
        case .refused: "The server, or the state of a store, refuses the request."
        case .ceremonyFailed: "The authenticator refused or failed; the message names WebAuthn's error."
        case .enrollmentFailed: "The enrollment failed or was canceled; the message names the reason."
        case .paymentFailed: "The payment failed or was declined; the message names the reason."
        case .signatureMismatch: "A signature is not the expected one."
        case .expectationFailed: "A check found another result than expected."
        case .timedOut: "A result did not come in time."
        case .canceled: "The person did not confirm, or the command was canceled."
        case .unexpected: "An error that Toque does not expect: please report it."
        case .unreachable: "No server answers at the URL."
        case .interrupted: "The connection broke before the answer was complete."
        case .unreadableAnswer: "Another program answers at the URL."
        case .unreadableFile: "A file cannot be read."
        case .unwritableFile: "A file, or stdout, cannot be written."
        case .unusableStore: "A credential store, database or journal cannot be used."
        case .unusableKey: "A security key cannot be opened or served."
        case .cannotStart: "The sandbox or the command behind `--` cannot be started."
        case .notKnownYet: "The result of a payment is not known yet: do not pay again."
        }
    }
}
