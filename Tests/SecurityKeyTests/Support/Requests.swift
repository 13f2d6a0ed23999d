import CTAP
import ToqueWebAuthn

@testable import SecurityKey

extension SecurityKey {
    /// Returns a key behind a transport, with a short timeout.
    convenience init(
        _ key: any ReportTransport, silence: Duration = .seconds(10), cancellation: Duration = .seconds(10)
    ) {
        self.init(
            worker: KeyWorker(patience: .init(silence: silence, cancellation: cancellation)) {
                [KeyCandidate(id: "key", name: "the test's key", transport: key)]
            })
    }
}

extension MakeCredentialRequest {
    static func sample(
        exclude: [[UInt8]] = [], residentKey: Bool = false, userVerification: Bool = false,
        extensions: RegistrationExtensionInputs = .init()
    ) -> MakeCredentialRequest {
        MakeCredentialRequest(
            clientDataHash: [UInt8](repeating: 3, count: 32), rpID: "bank.example", rpName: "Bank",
            user: PublicKeyCredentialUserEntity(id: [1, 1], name: "ana", displayName: "Ana"),
            algorithms: [.es512, .es256], excludeCredentials: exclude.map { PublicKeyCredentialDescriptor(id: $0) },
            requireResidentKey: residentKey, requireUserVerification: userVerification, extensions: extensions)
    }
}

extension GetAssertionRequest {
    static func sample(
        allow: [[UInt8]] = [[1, 2, 3, 4]], userVerification: Bool = false,
        extensions: AuthenticationExtensionInputs = .init()
    ) -> GetAssertionRequest {
        GetAssertionRequest(
            clientDataHash: [UInt8](repeating: 3, count: 32), rpID: "bank.example",
            allowCredentials: allow.map { PublicKeyCredentialDescriptor(id: $0) },
            requireUserVerification: userVerification, extensions: extensions)
    }
}

extension KeyManager {
    /// Returns the manager of a key behind a transport.
    convenience init(_ key: any ReportTransport, _ person: TestInteraction) {
        self.init(location: .transport(key, name: "the test's key"), interaction: person)
    }
}
