import Testing
import ToqueCBOR
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Policy")
struct PolicyTests {
    private func verdict(
        _ policy: VerificationPolicy, _ change: (inout AuthenticationDraft) -> Void
    ) throws -> Verdict<AuthenticatedCredential> {
        var draft = try AuthenticationDraft()
        change(&draft)
        return RelyingParty(policy: policy).verify(try draft.ceremony())
    }

    @Test("A counter that decreased is reported if the policy says so")
    func aCounterThatRegressedMayBeReported() throws {
        let verdict = try verdict(.expected { $0.counter = .report }) { $0.stored.signCount = 9 }
        #expect(verdict.value?.credential.signCount == 9)
        #expect(verdict.checks.filter { !$0.passed }.map(\.name) == [.counter])
    }

    @Test("An unsolicited extension output is reported, and refused only by a policy that says so")
    func unsolicitedExtensions() throws {
        let changes: [(inout AuthenticationDraft) -> Void] = [
            {
                $0.data.extensions = CBORMap([("unknown", 1)])
                $0.data.flags.insert(.extensionData)
            },
            { $0.changeCeremony = { $0.response.clientExtensionResults = ["credProps": ["rk": true]] } },
        ]
        for change in changes {
            let reported = try verdict(Expected.policy, change)
            #expect(reported.isValid)
            #expect(reported.checks.filter { !$0.passed }.map(\.name) == [.extensions])
            let refused = try verdict(.expected { $0.unsolicitedExtensions = .reject }, change)
            #expect(refused.failure?.code == .extensionNotRequested)
        }
    }

    @Test("Invalid or changed backup flags are reported if the policy says so")
    func backupFlagsMayBeReported() throws {
        let verdict = try verdict(.expected { $0.backupFlags = .report }) {
            $0.stored.backupEligible = true
            $0.data.flags.insert(.backupState)
        }
        #expect(verdict.value?.credential.backupState == true)
        #expect(verdict.value?.credential.backupEligible == true)
        #expect(verdict.checks.filter { !$0.passed }.map(\.name) == [.backupFlags, .backupEligibility])
    }

    @Test("An assertion of type payment.get is accepted if the policy allows payment")
    func paymentsMayBeAllowed() throws {
        let policy = VerificationPolicy.expected { $0.allowPayment = true }
        #expect(try verdict(policy) { $0.clientData.type = "payment.get" }.isValid)
        #expect(try verdict(policy) { _ in }.isValid)
    }

    @Test("A cross-origin assertion is accepted if the policy allows it and lists any topOrigin")
    func framesMayBeAllowed() throws {
        let policy = VerificationPolicy.expected {
            $0.allowCrossOrigin = true
            $0.topOrigins = ["https://top.example"]
        }
        #expect(try verdict(policy) { $0.clientData.crossOrigin = true }.isValid)
        #expect(
            try verdict(policy) {
                $0.clientData.crossOrigin = true
                $0.clientData.topOrigin = "https://top.example"
            }.isValid)
    }

    @Test("An assertion without UP is accepted if the policy makes user presence optional")
    func userPresenceMayBeOptional() throws {
        #expect(
            try verdict(.expected { $0.userPresence = .optional }) { $0.data.flags.remove(.userPresent) }.isValid)
    }

    @Test("An attestation format that the policy does not list is refused")
    func formatsMayBeListed() throws {
        let relyingParty = RelyingParty(policy: .expected { $0.allowedFormats = [.packed] })
        #expect(relyingParty.verify(try RegistrationDraft().ceremony()).isValid)
        #expect(
            relyingParty.verify(try RegistrationDraft(format: .none).ceremony()).failure?.code
                == .attestationFormatNotAllowed)
    }

    @Test("A credential ID of 1024 bytes is refused, whatever length the policy allows")
    func noPolicyAllowsLongerCredentialIDsThanTheSpecification() throws {
        var draft = try RegistrationDraft()
        draft.data.attestedCredentialData?.credentialID = [UInt8](repeating: 7, count: 1024)
        let relyingParty = RelyingParty(policy: .expected { $0.maximumCredentialIDLength = 2000 })
        #expect(relyingParty.verify(try draft.ceremony()).failure?.code == .credentialIDTooLong)
    }

    /// Looking them up must not take quadratic time.
    @Test("An assertion with 100,000 requested extensions verifies within a minute", .timeLimit(.minutes(1)))
    func manyExtensions() throws {
        let names = (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",")
        let extensions = try #require(JSON(parsing: "{\(names)}", limits: .init(size: .max)).objectValue)
        #expect(
            try verdict(Expected.policy) {
                $0.options.extensions = extensions
                $0.changeCeremony = { $0.response.clientExtensionResults = extensions }
            }.isValid)
    }

    @Test("The policy's user verification overrides that of the options")
    func userVerificationOverridesTheOptions() throws {
        #expect(
            try verdict(.expected { $0.userVerification = .preferred }) {
                $0.options.userVerification = .required
                $0.data.flags.remove(.userVerified)
            }.isValid)
        #expect(
            try verdict(.expected { $0.userVerification = .required }) { $0.data.flags.remove(.userVerified) }
                .failure?.code == .userNotVerified)
    }
}
