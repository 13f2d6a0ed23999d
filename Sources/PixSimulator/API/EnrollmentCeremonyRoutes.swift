import PixAPI
import Sandbox
import ToqueEncoding

extension Provider {
    var enrollmentCeremonyRoutes: [Route] {
        [
            Route("GET", "enrollments/{id}/fido-registration-options") { try await showRegistrationOptions($0) },
            Route("POST", "enrollments/{id}/confirm") { try await confirmEnrollment($0) },
        ]
    }

    /// 404 until the bank has made them.
    private func showRegistrationOptions(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard let record = try await request.read({ try EnrollmentRecord.find(request.parameter("id"), $0) }) else {
            throw Self.unknownEnrollment
        }
        switch record.state {
        case .awaitingDecision, .approved, .declined, .awaitingOptions: break
        case .awaitingCredential:
            if let options = bank.registrationOptions(record) { return .json(options) }
        case .awaitingResult, .succeeded, .failed, .canceled:
            // The challenge is used up, or never comes: polling on would be in vain.
            throw SandboxError.invalidStatus("The enrollment is \(record.state.rawValue).")
        }
        throw SandboxError.notFound("The registration options are not ready.")
    }

    /// 204 whatever the credential is worth: the bank says so later.
    private func confirmEnrollment(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode(ConfirmEnrollmentRequest.init(json:))
        try await request.write { transaction in
            guard var record = try EnrollmentRecord.find(request.parameter("id"), transaction) else {
                throw Self.unknownEnrollment
            }
            guard enrollmentMachine.outcome(of: .credentialReceived, in: record.state) != nil else {
                throw SandboxError.invalidStatus(
                    "The enrollment is \(record.state.rawValue); a credential is taken once, after the options.")
            }
            let isKnown =
                try transaction.objects(
                    kind: EnrollmentRecord.kind,
                    filters: [.equals("$.credential.id", Base64URL.encode(body.credentialID))], limit: 1
                ).count > 0
            switch bank.verify(body, for: record, knownCredentialIDs: isKnown ? [body.credentialID] : []) {
            case .success(let credential): record.credential = credential
            case .failure(let failure): record.refusal = "\(failure)"
            }
            try enrollments.require(.credentialReceived, to: &record, transaction)
        }
        return .noContent
    }
}
