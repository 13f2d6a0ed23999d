import CheckoutContracts
import ToqueEncoding

/// Whether the issuer skips the challenge, because the app has just authenticated the person with a passkey.
enum EcommpayFrictionless {
    /// The maximum age of the login.
    private static let window = Duration.seconds(86_400)

    static func isGranted(_ options: EcommpayPaymentOptions, at now: Timestamp) -> Bool {
        switch options.threeDSecureInfo?.payment.challengeIndicator {
        case .wanted, .mandatory: return false
        case nil, .noPreference, .notWanted: break
        }
        guard let account = options.threeDSecureInfo?.customer?.account, account.authMethod == .fido,
            let data = account.authData, isAssertion(data),
            let time = account.authTime.flatMap(Timestamp.init(authTime:))
        else { return false }
        return time <= now && now - time <= window
    }

    /// `fido2;rp=RP ID;uv=1;cred=...;sig=...`, the last two SHA-256 in base64url: an app computes it from a verified
    /// assertion.
    private static func isAssertion(_ data: String) -> Bool {
        let parts = data.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "fido2", parts[2] == "uv=1",
            let rpID = value(of: "rp", in: parts[1]), let credential = value(of: "cred", in: parts[3]),
            let signature = value(of: "sig", in: parts[4])
        else { return false }
        return !rpID.isEmpty && [credential, signature].allSatisfy { Base64URL.decode($0)?.count == 32 }
    }

    private static func value(of name: String, in part: Substring) -> String? {
        part.hasPrefix("\(name)=") ? String(part.dropFirst(name.count + 1)) : nil
    }
}

extension Timestamp {
    /// `DD-MM-YYYYhh:mm`, in UTC.
    fileprivate init?(authTime text: String) {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        self.init("\(parts[2])-\(parts[1])-\(parts[0])T\(text.dropFirst(10)):00Z")
    }
}
