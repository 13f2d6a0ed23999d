import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Extensions of the WebAuthn face")
struct ExtensionTests {
    private static func make(
        _ extensions: RegistrationExtensionInputs, user: UInt8 = 1, requireResidentKey: Bool = false
    ) -> MakeCredentialRequest {
        var request = Sample.make(user: Sample.user(user), requireResidentKey: requireResidentKey)
        request.extensions = extensions
        return request
    }

    private static func get(_ extensions: AuthenticationExtensionInputs, allow: [[UInt8]] = []) -> GetAssertionRequest {
        var request = Sample.get(allow: allow)
        request.extensions = extensions
        return request
    }

    @Test("A request without extensions gets no extension outputs")
    func nothingIsAnsweredUnasked() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let made = try await authenticator.make()
        #expect(made.extensions == RegistrationExtensionOutputs())
        #expect(try made.authenticatorData.extensions == nil)
        let assertion = try await authenticator.get()
        #expect(assertion.extensions == AuthenticationExtensionOutputs())
        #expect(try assertion.data.extensions == nil)
    }

    @Test("prf results repeat for a credential and differ between credentials")
    func prfGivesTheSameEachTime() async throws {
        let authenticator = SoftAuthenticator(.windows)
        let values = PRFValues(first: [1, 2], second: [])
        let made = try await authenticator.make(Self.make(.init(prf: true, prfEvaluation: values)))
        #expect(made.extensions.prfEnabled == true)
        let results = try #require(made.extensions.prfResults)
        #expect(results.first.count == 32)
        #expect(results.second?.count == 32)
        #expect(results.first != results.second)
        // The salt of WebAuthn section 10.1.4, with the seed of verified users.
        let seed = try authenticator.engine.wrappingKeys().credRandom(of: made.credentialID, userVerified: true)
        let salt = Digest.sha256(Array("WebAuthn PRF".utf8) + [0, 1, 2])
        #expect(results.first == HMAC.sha256(key: seed, message: salt))
        #expect(try await authenticator.get(Self.get(.init(prfEvaluation: values))).extensions.prfResults == results)
        let one = try await authenticator.get(Self.get(.init(prfEvaluation: PRFValues(first: [1, 2]))))
        #expect(one.extensions.prfResults == PRFValues(first: results.first))
        let other = try await authenticator.make(Self.make(.init(prf: true, prfEvaluation: values), user: 2))
        #expect(other.extensions.prfResults != results)
    }

    @Test("prf prefers evalByCredential to eval")
    func prfByCredentialGoesFirst() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let made = try await authenticator.make(Self.make(.init(prf: true)))
        #expect(made.extensions == RegistrationExtensionOutputs(prfEnabled: true))
        let (general, own) = (PRFValues(first: [1]), PRFValues(first: [2]))
        let expected = try await authenticator.get(Self.get(.init(prfEvaluation: own))).extensions.prfResults
        let inputs = AuthenticationExtensionInputs(
            prfEvaluation: general, prfEvaluationByCredential: [made.credentialID: own])
        #expect(
            try await authenticator.get(Self.get(inputs, allow: [made.credentialID])).extensions.prfResults
                == expected)
    }

    @Test("prf gives no results without user verification")
    func prfIsForVerifiedUsers() async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let values = PRFValues(first: [1])
        let made = try await authenticator.make(Self.make(.init(prf: true, prfEvaluation: values)))
        #expect(made.extensions == RegistrationExtensionOutputs(prfEnabled: true))
        let assertion = try await authenticator.get(Self.get(.init(prfEvaluation: values), allow: [made.credentialID]))
        #expect(assertion.extensions.prfResults == nil)
    }

    @Test(
        "credProtect is reported and enforced at each level", arguments: CredentialProtectionPolicy.allCases,
        [true, false])
    func protection(_ policy: CredentialProtectionPolicy, isDiscoverable: Bool) async throws {
        let storage = MemoryCredentialStore()
        let key = SoftAuthenticator(.securityKey, storage)
        let made = try await key.make(
            Self.make(.init(credentialProtectionPolicy: policy), requireResidentKey: isDiscoverable))
        #expect(try made.authenticatorData.extensions == CBORMap([("credProtect", .int(Int(policy.rawValue)))]))
        #expect(storage.credentials(rpID: nil).map(\.protection) == (isDiscoverable ? [policy] : []))
        let listed = Sample.get(allow: [made.credentialID])
        let isUsable = policy != .userVerificationRequired
        #expect(await errorName { _ = try await key.get(listed) } == (isUsable ? nil : .notAllowedError))
        // A credential that must not be used must not be revealed either.
        let excluding = Sample.make(user: Sample.user(2), exclude: [made.credentialID])
        #expect(await errorName { _ = try await key.make(excluding) } == (isUsable ? .invalidStateError : nil))
        guard isDiscoverable else { return }
        let isFound = policy == .userVerificationOptional
        #expect(await errorName { _ = try await key.get() } == (isFound ? nil : .notAllowedError))
        let verifying = SoftAuthenticator(.windows, storage)
        #expect(try await verifying.get().credentialID == made.credentialID)
        #expect(try await verifying.get(listed).credentialID == made.credentialID)
        #expect(await errorName { _ = try await verifying.make(excluding) } == .invalidStateError)
    }

    @Test("thirdPartyPayment reports whether the credential was made for payments", arguments: [true, false])
    func payment(_ isForPayment: Bool) async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let made = try await authenticator.make(Self.make(.init(payment: isForPayment)))
        #expect(try made.authenticatorData.extensions == nil)
        let assertion = try await authenticator.get(Self.get(.init(payment: true), allow: [made.credentialID]))
        #expect(try assertion.data.extensions == CBORMap([("thirdPartyPayment", .bool(isForPayment))]))
        #expect(try made.verifies(assertion))
    }

    @Test("A full authenticator accepts only replacements and non-discoverable credentials")
    func aFullAuthenticatorTakesReplacementsAlone() async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(profile: .securityKey, storage: storage, capacity: 2)
        for user in [1, 2, 2, 1] as [UInt8] {
            _ = try await authenticator.make(Self.make(.init(), user: user, requireResidentKey: true))
        }
        let third = Self.make(.init(), user: 3, requireResidentKey: true)
        #expect(await errorName { _ = try await authenticator.make(third) } == .unknownError)
        _ = try await authenticator.make(Self.make(.init(), user: 3))
        #expect(storage.discoverableCount() == 2)
    }

    @Test(
        "A name over 128 bytes is cut between code points",
        arguments: [("a", 128), ("ação", 127), ("€", 126), ("𝄞", 128), ("e\u{301}", 127)])
    func longNamesAreCutBetweenCodePoints(_ text: String, _ size: Int) {
        let name = String(repeating: text, count: 200)
        let user = PublicKeyCredentialUserEntity(id: [1], name: name, displayName: "short").truncated
        #expect(Array(name.utf8).starts(with: user.name.utf8))
        #expect(user.name.utf8.count == size)
        #expect(user.displayName == "short")
        #expect(user.id == [1])
    }
}
