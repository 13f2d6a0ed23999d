import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

extension BiometricPixSDK {
    /// Creates a credential for an enrollment.
    /// - Parameters:
    ///   - fidoResponseString: the JSON from `fido-registration-options`.
    ///   - callback: receives the result once, and is kept alive until then.
    public func startRegistration(fidoResponseString: String, callback: any FidoRegistrationCallback) {
        let carried = UncheckedSendable(callback)
        ceremonies.start { [self] in
            do throws(BiometricPixError) {
                let response = try await startRegistration(fidoResponseString: fidoResponseString)
                callbacks.async { carried.value.onSuccess(response_: response) }
            } catch {
                callbacks.async { carried.value.onError(error: "\(error)") }
            }
        }
    }

    /// Creates a credential for an enrollment. Canceling the task ends it with an AbortError.
    /// - Parameter fidoResponseString: the JSON from `fido-registration-options`.
    public func startRegistration(
        fidoResponseString: String
    ) async throws(BiometricPixError) -> AttestationResponse {
        let parsed: ParsedOptions<PublicKeyCredentialCreationOptions>
        do throws(OptionsError) {
            parsed = try OptionsReader().creationOptions(Array(fidoResponseString.utf8))
        } catch {
            throw .options(error)
        }
        do throws(WebAuthnError) {
            return AttestationResponse(try await client(interaction).create(parsed.options, origin: origin))
        } catch {
            throw .ceremony(error)
        }
    }

    /// Signs a payment with a credential of this device.
    /// - Parameters:
    ///   - fidoResponseString: the JSON of a payment intent's `fido_options`.
    ///   - fallbackCredential: base64url of the credential ID to use if the authenticator knows none in the options.
    ///   - callback: receives the result once, and is kept alive until then.
    public func startSigning(
        fidoResponseString: String, fallbackCredential: String?, callback: any FidoAuthenticationCallback
    ) {
        let carried = UncheckedSendable(callback)
        ceremonies.start { [self] in
            do throws(BiometricPixError) {
                let response = try await startSigning(
                    fidoResponseString: fidoResponseString, fallbackCredential: fallbackCredential)
                callbacks.async { carried.value.onSuccess(response: response) }
            } catch {
                callbacks.async { carried.value.onError(error: "\(error)") }
            }
        }
    }

    /// Signs a payment with a credential of this device. Canceling the task ends it with an AbortError.
    /// - Parameters:
    ///   - fidoResponseString: the JSON of a payment intent's `fido_options`.
    ///   - fallbackCredential: base64url of the credential ID to use if the authenticator knows none in the options.
    public func startSigning(
        fidoResponseString: String, fallbackCredential: String?
    ) async throws(BiometricPixError) -> AssertionResponse {
        let parsed: ParsedOptions<PublicKeyCredentialRequestOptions>
        do throws(OptionsError) {
            parsed = try OptionsReader().requestOptions(Array(fidoResponseString.utf8))
        } catch {
            throw .options(error)
        }
        let fallback = try fallbackCredential.map { (text) throws(BiometricPixError) in
            guard let (id, _) = Base64URL.decodeTolerant(text), !id.isEmpty else { throw .fallbackCredential }
            return id
        }
        do throws(WebAuthnError) {
            return AssertionResponse(try await sign(parsed.options, fallback: fallback))
        } catch {
            throw .ceremony(error)
        }
    }

    private func sign(
        _ options: PublicKeyCredentialRequestOptions, fallback: [UInt8]?
    ) async throws(WebAuthnError) -> AuthenticationResponse {
        let client = client(interaction)
        guard let fallback else { return try await client.get(options, origin: origin) }
        return try await client.get(options, fallback: fallback, origin: origin)
    }

    private func client(_ interaction: any UserInteraction) -> WebAuthnClient {
        WebAuthnClient(authenticator: authenticator, interaction: interaction, clock: clock)
    }
}

/// Carries a caller's object or closure to the callback queue. View models are seldom Sendable and need not be: between
/// the caller's call and the single use on that queue, the SDK does not touch them.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
