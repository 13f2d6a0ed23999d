import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension SandboxError {
    /// An error with one of Yuno's codes.
    init(_ code: YunoErrorCode, _ message: String, field: String? = nil) {
        self.init(
            status: code == .invalidCredentials ? 401 : 400, code: code.rawValue, message: message, field: field)
    }
}

extension YunoProvider {
    package func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        YunoAPIError(
            code: Self.code(of: error),
            messages: ([error] + error.others).map { error in
                [error.field, error.message].compactMap { $0 }.joined(separator: ": ")
            }
        ).json
    }

    package func assumption(of error: SandboxError) -> String? { Behavior.yunoFollowed(by: error)?.id }

    /// True if Yuno's documents have the code.
    static func isDocumented(_ code: String) -> Bool { YunoErrorCode(rawValue: code) != nil }

    /// Converts the engine's codes to Yuno's, or to capitals if Yuno has no equivalent.
    static func code(of error: SandboxError) -> String {
        switch error.code {
        case "required": YunoErrorCode.missingParameters.rawValue
        case "invalid": code(ofMember: error.field ?? "").rawValue
        case "card_data": YunoErrorCode.invalidParameters.rawValue
        case "invalid_json", "invalid_body": YunoErrorCode.invalidRequest.rawValue
        case "invalid_status", "expired": YunoErrorCode.invalidStatus.rawValue
        case "authentication_failed": YunoErrorCode.invalidCredentials.rawValue
        case "method_not_allowed": YunoErrorCode.unsupportedMethod.rawValue
        default: error.code.uppercased()
        }
    }

    private static func code(ofMember path: String) -> YunoErrorCode {
        switch path.split(separator: ".").last {
        case "account_id": .invalidAccountID
        case "country", "country_code": .countryNotSupported
        case "currency": .currencyNotAllowed
        case "value", "amount": .invalidAmount
        default: .invalidParameters
        }
    }

    package func errorSchema(_ codes: [String]) -> JSONSchema {
        let ofMembers: [YunoErrorCode] = [
            .invalidParameters, .invalidAccountID, .countryNotSupported, .currencyNotAllowed, .invalidAmount,
        ]
        let possible = codes.flatMap { code in
            code == "invalid"
                ? ofMembers.map(\.rawValue) : [Self.code(of: SandboxError(status: 400, code: code, message: ""))]
        }
        let unique = possible.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return .answer(
            .required("code", .choice(unique)),
            .required("messages", JSONSchema.array(of: .text).with("minItems", 1)))
    }
}
