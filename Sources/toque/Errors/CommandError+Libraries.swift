import BiometricPixFlow
import CheckoutPresentation
import CredentialStore
import PixAPI
import RiskSignals
import Sandbox
import SoftAuthenticator
import ToqueEncoding
import ToqueFiles
import ToqueWebAuthn
import VirtualKey
import WebAuthnClient

extension CommandError {
    /// Converts an error of this command or of the layers below, which know no options or commands; nil for any other.
    init?(of error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as ControlError: self.init(error)
        case let error as PixClientError: self.init(error)
        case let error as BelvoApiException: self.init(error.cause ?? .unreadable(request: "", reason: "\(error)"))
        case let error as RiskSignalsError: self.init(error)
        case let error as WebAuthnError: self.init(error)
        case let error as ApprovalError: self.init(error)
        case let error as OptionsError: self.init(.invalidContent, telling: "\(error)")
        case let error as JSONMemberError: self.init(.invalidContent, telling: "\(error)")
        case let error as CredentialStorageError: self.init(.unusableStore, telling: error.message)
        case let error as FlowJournalError: self.init(.unusableStore, telling: error.description)
        case let error as VirtualKeyError: self.init(.unusableKey, telling: error.message)
        case let error as FileError: self.init(writing: error)
        case is CancellationError: self.init(.canceled, "canceled")
        default:
            // The argument parser wraps validation errors.
            guard let error = Self.wrapped(in: error) else { return nil }
            self = error
        }
    }

    /// Splits a one-line error: the place, unless it is given, the problem, and after a semicolon the solution.
    init(_ code: ErrorCode, at named: String? = nil, telling text: String, hint given: String? = nil) {
        var what = text[...]
        var place = named
        if place == nil, let range = what.firstRange(of: ": "), !what[..<range.lowerBound].contains(" ") {
            place = String(what[..<range.lowerBound])
            what = what[range.upperBound...]
        }
        guard given == nil, let range = what.ranges(of: "; ").last else {
            self.init(code, at: place, String(what), hint: given)
            return
        }
        self.init(code, at: place, String(what[..<range.lowerBound]), hint: String(what[range.upperBound...]))
    }

    /// - Parameters:
    ///   - argument: the one that names the database.
    ///   - hint: for an error that says nothing of what to do.
    init(_ error: SandboxStoreError, of argument: String, hint: String? = nil) {
        self.init(
            error.isMisuse ? .invalidValue : .unusableStore, at: error.isMisuse ? argument : error.place, error.problem,
            hint: error.remedy ?? hint)
    }

    private init(_ error: PixClientError) {
        switch error {
        case .unreachable(let server, let reason):
            self.init(
                .unreachable, at: server, "no answer (\(reason))",
                hint: "start one with `toque simulate`, or pass another --server")
        case .interrupted(let server, let reason):
            self.init(.interrupted, at: server, "the connection broke (\(reason))", hint: "run the same command again")
        case .unreadable(let request, let reason):
            self.init(
                .unreadableAnswer, at: request.isEmpty ? nil : request, "the answer cannot be read: \(reason)",
                hint: "pass another --server: this one does not speak the provider's API")
        case .refused(let request, let status, let errors):
            self.init(request, status, errors)
        case .timedOut: self.init(.timedOut, "\(error)")
        }
    }

    /// A refusal of the provider.
    private init(_ request: String, _ status: Int, _ errors: [APIErrorItem]) {
        let reasons = errors.map(\.description).joined(separator: "; ")
        if let item = errors.first, errors.count == 1, status == 400, let option = Self.option(of: item.field) {
            self.init(.invalidValue, at: option, (item.message?.stringValue ?? item.description).uncapitalized)
            return
        }
        let (code, hint): (ErrorCode, String?) =
            switch status {
            case 401: (.unauthorized, "pass --api-keys FILE, or set TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET")
            case 404 where errors.isEmpty:
                (.notFound, "pass another --server: this one does not speak the provider's API")
            case 404: (.notFound, nil)
            default: (.refused, nil)
            }
        self.init(
            code, at: request, "the server answered \(status)\(reasons.isEmpty ? "" : ": \(reasons)")", hint: hint)
    }

    /// The option that sets a request's member.
    private static func option(of field: String?) -> String? {
        switch field {
        case "amount": "--amount"
        case "customer", "details.customer": "--customer"
        case "details.institution": "--institution"
        case "payment_method_details.open_finance_biometric_pix.beneficiary_bank_account": "--beneficiary"
        case "payment_method_details.open_finance_biometric_pix.enrollment": "--enrollment"
        default: nil
        }
    }

    private init(_ error: RiskSignalsError) {
        switch error {
        case .accountTenureFormat(let found):
            self = .invalid("--account-tenure", found, expected: "a date such as 2024-01-31")
        case .accountTenureNotADate(let found):
            self = .invalid("--account-tenure", found, expected: "a day of the calendar")
        case .accountTenureInFuture(let found, let today):
            self.init(.invalidValue, at: "--account-tenure", "\(found) is in the future, today is \(today)")
        case .unknownField: self.init(.invalidValue, telling: "--set: \(error)")
        case .fieldType(let name, let found, let expected):
            self.init(.invalidValue, at: "--set", "\(name) is \(expected), and \(found) is not")
        case .unreadableFixture(let name, let reason): self.init(.unreadableFile, at: name, reason)
        case .missingSignals: self.init(.invalidContent, telling: "--platform: \(error)")
        case .stateNotKept: self.init(.unwritableFile, telling: "\(error)")
        case .damagedState: self.init(.unreadableFile, telling: "\(error)")
        }
    }

    private init(_ error: WebAuthnError) {
        // WebAuthn has no name for a key that is absent.
        guard !error.isUnreachable else {
            self.init(.unusableKey, telling: error.message)
            return
        }
        let isOrigin = error.name == .securityError
        self.init(
            .ceremonyFailed, "\(error)",
            hint: isOrigin ? "pass --origin https://HOST; the RP ID is HOST or a parent domain of it" : nil)
    }

    private init(_ error: ApprovalError) {
        switch error {
        case .connection: self.init(.unreachable, telling: "\(error)")
        case .ceremony(let error): self.init(error)
        case .url: self.init(.invalidValue, "\(error)")
        case .refused: self.init(.refused, "\(error)")
        case .unreadable, .challenge: self.init(.unreadableAnswer, "\(error)")
        case .options(let error): self.init(.invalidContent, telling: "\(error)")
        }
    }

    /// Finds one of our errors inside another one.
    private static func wrapped(in value: Any, depth: Int = 0) -> CommandError? {
        if let error = value as? CommandError { return error }
        guard depth < 6 else { return nil }
        for child in Mirror(reflecting: value).children {
            if let error = wrapped(in: child.value, depth: depth + 1) { return error }
        }
        return nil
    }
}
