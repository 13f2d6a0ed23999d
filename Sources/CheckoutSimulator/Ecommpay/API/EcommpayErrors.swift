import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension SandboxError {
    /// An error with a code of the app's SDK.
    static func device(_ code: EcommpayPaymentErrorCode, _ message: String, field: String? = nil) -> SandboxError {
        SandboxError(status: 400, code: code.rawValue, message: message, field: field)
    }

    /// An error of Gate, for which every invalid request is a validation error.
    static func gate(_ message: String, field: String? = nil) -> SandboxError {
        SandboxError(status: 400, code: "invalid", message: message, field: field)
    }

    /// The same error with a code of the app's SDK; errors that apply to every request do not change.
    var forDevice: SandboxError {
        guard status == 400, EcommpayPaymentErrorCode(rawValue: code) == nil else { return self }
        let code: EcommpayPaymentErrorCode = code == "invalid_status" ? .illegalState : .illegalArguments
        var error = SandboxError(
            status: 400, code: code.rawValue, message: message, field: field, assumption: assumption)
        error.others = others
        error.concealsRequest = concealsRequest
        return error
    }
}

extension SandboxRequest {
    /// True if it comes from an app, whose errors have another form.
    var isOfDevice: Bool { path.drop { $0 == "/" }.hasPrefix("sdk/") }

    /// Handles an app's request and converts its errors to those of the SDK.
    func asDevice<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as SandboxError {
            throw error.forDevice
        }
    }
}

extension EcommpayProvider {
    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON {
        let message = ([error] + error.others).map { error in
            (error.field.map { "\($0): " } ?? "") + error.message
        }.joined(separator: " ")
        guard let code = EcommpayPaymentErrorCode(rawValue: error.code) else {
            return [
                "status": "error", "code": .string(Self.gateCode(of: error.code)), "message": .string(message),
            ]
        }
        return ["code": .string(code.rawValue), "message": .string(message)]
    }

    /// Gate has numbers.
    static func gateCode(of code: String) -> String {
        let isOurs = code == SandboxError.unavailable.code || code == "overloaded"
        return String((isOurs ? EcommpayOperationCode.internalError : .validationError).rawValue)
    }

    func assumption(of error: SandboxError) -> String? { EcommpayFidelity.followed(by: error)?.id }

    func errorSchema(_ codes: [String]) -> JSONSchema {
        let device = codes.filter { EcommpayPaymentErrorCode(rawValue: $0) != nil }
        let gate = codes.filter { EcommpayPaymentErrorCode(rawValue: $0) == nil }.map(Self.gateCode)
        var schemas: [JSONSchema] = []
        if !device.isEmpty { schemas.append(.answer(.required("code", .choice(device)), .required("message", .text))) }
        if !gate.isEmpty {
            let codes = Set(gate).sorted()
            schemas.append(
                .answer(
                    .required("status", .choice(["error"])), .required("code", .choice(codes)),
                    .required("message", .text)))
        }
        return schemas.count == 1 ? schemas[0] : .any(of: schemas)
    }
}
