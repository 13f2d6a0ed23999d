import Sandbox
import ToqueEncoding
import ToqueWebAuthn

/// The decision that a page or a program sends, with the ceremonies that approve.
struct PayerSubmission: Sendable {
    enum Choice: String, CaseIterable, Sendable {
        case approve, decline, cancel
    }

    let choice: Choice
    var registration: RegistrationResponse?
    var authentication: AuthenticationResponse?

    /// Reads JSON, or the page's form with ceremonies as JSON texts.
    /// - Throws: `SandboxError` 400 with the invalid member; 415 for a body of another type.
    init(_ request: SandboxRequest) throws(SandboxError) {
        guard request.isForm else {
            try request.requireContentType("application/json")
            self = try request.decode { (json) throws(JSONMemberError) in try PayerSubmission(JSONReader(json)) }
            return
        }
        var members = JSONObject()
        for (name, value) in try request.form() {
            switch name {
            case "decision": members[name] = .string(value)
            case "registration", "authentication":
                do throws(JSONSyntaxError) {
                    members[name] = value.isEmpty ? .null : try JSON(parsing: value)
                } catch {
                    throw .invalid(name, "The field is not JSON: \(error)")
                }
            default: break
            }
        }
        do throws(JSONMemberError) {
            try self.init(JSONReader(.object(members)))
        } catch {
            throw SandboxError(error)
        }
    }

    private init(_ reader: JSONReader) throws(JSONMemberError) {
        choice = try reader.member("decision", expected: Choice.allCases.map(\.rawValue).joined(separator: " or "))
            .choice()
        registration = try reader.optional("registration").map(RegistrationResponse.init)
        authentication = try reader.optional("authentication").map(AuthenticationResponse.init)
    }
}

extension SandboxRequest {
    /// True if the body is an HTML form.
    var isForm: Bool {
        header("Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    }
}
