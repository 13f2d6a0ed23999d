import APIClient
import BiometricPixFlow
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// Options that a person pasted, from their own backend.
enum PastedOptions: Sendable {
    case registration(PublicKeyCredentialCreationOptions)
    case authentication(PublicKeyCredentialRequestOptions)

    /// - Throws: `OptionsError`, of the kind of options that the text looks like.
    init(_ text: String) throws(OptionsError) {
        let bytes = Array(text.utf8)
        do throws(OptionsError) {
            self = .authentication(try OptionsReader().requestOptions(bytes).options)
        } catch {
            // `user` or `pubKeyCredParams`: a registration's. Otherwise the first error is the better one.
            guard text.contains("\"user\"") || text.contains("\"pubKeyCredParams\"") else { throw error }
            self = .registration(try OptionsReader().creationOptions(bytes).options)
        }
    }

    /// In W3C's form, for a browser.
    var json: JSON {
        switch self {
        case .registration(let options):
            var standard = options.json.objectValue ?? [:]
            standard["extensions"] = nil
            return .object(standard)
        case .authentication(let options): return options.json
        }
    }

    var isRegistration: Bool { if case .registration = self { true } else { false } }
}

extension PhoneSession {
    /// The body that the backend must send to the provider, by Toque's authenticator.
    func body(for options: PastedOptions, _ answer: PhoneSheet.Answer, by app: PhoneApp) async throws -> JSON {
        sheet.prepare(answer)
        switch options {
        case .registration(let creation):
            let attestation = try await app.sdk(for: creation.rp.id)
                .startRegistration(fidoResponseString: options.json.serialized())
            return ConfirmEnrollmentRequest(attestation).json
        case .authentication(let request):
            let assertion = try await app.sdk(for: request.rpID)
                .startSigning(fidoResponseString: options.json.serialized(), fallbackCredential: nil)
            return AuthorizePaymentIntentRequest(assertion, riskSignals: try signals()).json
        }
    }

    /// The same from the response of the browser's authenticator.
    func body(for options: PastedOptions, browserResponse text: String) throws -> JSON {
        let response = try JSON(parsingPasted: text)
        switch options {
        case .registration: return ConfirmEnrollmentRequest(try RegistrationResponse(json: response)).json
        case .authentication:
            return AuthorizePaymentIntentRequest(
                try AuthenticationResponse(json: response), riskSignals: try signals().members
            ).json
        }
    }

    private func signals() throws -> RiskSignals {
        try phone.riskSignals(accountTenure: phone.accountTenure ?? "2024-01-31")
    }
}

/// A request to the person's own backend, which they asked for.
struct BackendRequest: Sendable {
    /// The shown part of an answer, in characters.
    static let answerLimit = 4000

    let url: String
    /// `Name: value`; empty for none. Not kept.
    let header: String
    let body: JSON

    /// Sends the body; no redirect is followed.
    /// - Throws: `PhoneProblem` for a URL or a header that cannot be used, and if there is no answer.
    func send(by transport: any HTTPTransport) async throws -> (status: Int, body: String) {
        guard let (server, path) = ServerURL.locate(url) else {
            throw PhoneProblem("url", url, .phoneAdviceURL)
        }
        var request = APIRequest(.post, path, body: .json(body))
        if !header.isEmpty {
            let parts = header.split(separator: ":", maxSplits: 1)
            let name = parts.first ?? ""
            let isName = !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
            guard parts.count == 2, isName, header.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                // Without the text, which may be a secret.
                throw PhoneProblem("header", "", .phoneAdviceHeader)
            }
            request.headers = [(String(name), String(parts[1].drop { $0 == " " }))]
        }
        do {
            let answer = try await transport.send(request, to: server)
            let json = try? JSON(parsing: answer.body).serialized(pretty: true)
            return (
                answer.status, String((json ?? String(decoding: answer.body, as: UTF8.self)).prefix(Self.answerLimit))
            )
        } catch {
            throw PhoneProblem("no_answer", "\(error)", .phoneAdviceBackend)
        }
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
