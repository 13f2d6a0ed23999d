import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    var enrollmentCeremonyRoutes: [Route] {
        [
            Route("GET", "enrollments/{id}/fido-registration-options", access: .keyOrToken) {
                try await showRegistrationOptions($0)
            },
            Route("POST", "enrollments/{id}/confirm", access: .keyOrToken) { try await confirmEnrollment($0) },
        ]
    }

    /// 404 until the bank has created them.
    private func showRegistrationOptions(_ request: SandboxRequest) async throws -> SandboxResponse {
        let record = try await request.object(EnrollmentRecord.self)
        switch record.state {
        case .awaitingDecision, .approved, .declined, .awaitingOptions: break
        case .awaitingCredential:
            if let options = bank.registrationOptions(record) { return .json(options).assuming(.userVerification) }
        case .awaitingResult, .succeeded, .failed, .canceled:
            // The challenge is used up or will never exist, so further polling is useless.
            throw SandboxError.invalidStatus("The enrollment is \(record.state.rawValue).").assuming(.optionsOver)
        }
        throw SandboxError.notFound("The registration options are not ready.").assuming(.optionsNotReady)
    }

    /// 204 for valid and invalid credentials: the bank's verdict follows later.
    private func confirmEnrollment(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = try request.id(of: EnrollmentRecord.self)
        let body: ConfirmEnrollmentRequest = try body(of: request, as: .confirmEnrollment)
        let faults: [Fault]? = try await request.judging { time, transaction in
            try enrollments.ceremony(body, for: .existing(id, transaction), at: time, transaction)
        } write: { judged, transaction in
            var record = try EnrollmentRecord.existing(id, transaction)
            guard let scenario = try record.admitRequest(transaction) else { return nil }
            try enrollments.receive(judged, for: &record, transaction)
            return scenario.faults(striking: .confirmation)
        }
        guard let faults else { throw SandboxError.unavailable }
        return .noContent.struck(by: faults)
    }
}
