import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct EcommpayFrictionlessTests {
    private static let hash = Base64URL.encode(Digest.sha256("x"))
    private static let data = "fido2;rp=loja.example;uv=1;cred=\(hash);sig=\(hash)"

    private func isGranted(
        method: EcommpayThreeDSecureAccountInfo.AuthenticationMethod? = .fido, time: String? = "01-03-202611:00",
        data: String? = data, indicator: EcommpayThreeDSecurePaymentInfo.ChallengeIndicator? = nil
    ) -> Bool {
        var account = EcommpayThreeDSecureAccountInfo()
        account.authMethod = method
        account.authTime = time
        account.authData = data
        var info = EcommpayThreeDSecureInfo()
        info.payment.challengeIndicator = indicator
        info.customer = EcommpayThreeDSecureCustomerInfo()
        info.customer?.account = account
        var options = EcommpaySandbox.options()
        options.threeDSecureInfo = info
        return EcommpayFrictionless.isGranted(options, at: EcommpaySandbox.start)
    }

    @Test("A passkey login of the last 24 hours avoids the challenge")
    func granted() {
        #expect(isGranted())
        #expect(isGranted(time: "28-02-202612:00"))
        #expect(isGranted(time: "01-03-202612:00"))
        #expect(isGranted(indicator: .noPreference))
        #expect(isGranted(indicator: .notWanted))
    }

    @Test("All other payments are challenged")
    func challenged() {
        #expect(!EcommpayFrictionless.isGranted(EcommpaySandbox.options(), at: EcommpaySandbox.start))
        #expect(!isGranted(method: .federated))
        #expect(!isGranted(method: nil))
        #expect(!isGranted(time: "28-02-202611:59"))
        #expect(!isGranted(time: "01-03-202612:01"))
        #expect(!isGranted(time: nil))
        #expect(!isGranted(data: nil))
        #expect(!isGranted(indicator: .wanted))
        #expect(!isGranted(indicator: .mandatory))
        for data in [
            "fido2;rp=;uv=1;cred=\(Self.hash);sig=\(Self.hash)",
            "fido2;rp=loja.example;uv=0;cred=\(Self.hash);sig=\(Self.hash)",
            "fido2;rp=loja.example;uv=1;cred=\(Self.hash)",
            "fido2;rp=loja.example;uv=1;cred=\(Self.hash);sig=\(Self.hash.dropLast())",
            "fido2;rp=loja.example;uv=1;cred=\(Self.hash);sig=\(Self.hash);more=1",
            "fido2;rp=loja.example;uv=1;sig=\(Self.hash);cred=\(Self.hash)", "",
        ] {
            #expect(!isGranted(data: data), "\(data)")
        }
    }

    @Test("A payment with such a login succeeds without a page")
    func payment() async throws {
        try await EcommpaySandbox.run { sandbox in
            var account = EcommpayThreeDSecureAccountInfo()
            account.authMethod = .fido
            account.authTime = "01-03-202611:59"
            account.authData = Self.data
            var options = EcommpaySandbox.options()
            options.threeDSecureInfo = EcommpayThreeDSecureInfo()
            options.threeDSecureInfo?.customer = EcommpayThreeDSecureCustomerInfo()
            options.threeDSecureInfo?.customer?.account = account
            let session = try await sandbox.session(options)
            #expect(try await sandbox.pay(session).paymentStatus == "success")
            // The merchant can still demand a challenge.
            options.paymentID = "ord-2"
            options.threeDSecureInfo?.payment.challengeIndicator = .mandatory
            let other = try await sandbox.session(options)
            #expect(try await sandbox.pay(other).paymentStatus == "awaiting 3ds result")
        }
    }
}
