import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

extension BiometricPixSDK {
    /// Makes a credential for an enrollment.
    /// - Parameters:
    ///   - fidoResponseString: the JSON that `fido-registration-options` answered.
    ///   - callback: is told the result once, and kept alive until then.
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

    /// Makes a credential for an enrollment. Cancelling the task ends it with an AbortError.
    /// - Parameter fidoResponseString: the JSON that `fido-registration-options` answered.
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
    ///   - fallbackCredential: base64url of the credential ID that serves where the options name none that the
    ///     authenticator knows.
    ///   - callback: is told the result once, and kept alive until then.
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

    /// Signs a payment with a credential of this device. Cancelling the task ends it with an AbortError.
    /// - Parameters:
    ///   - fidoResponseString: the JSON of a payment intent's `fido_options`.
    ///   - fallbackCredential: base64url of the credential ID that serves where the options name none that the
    ///     authenticator knows.
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
            return PublicKeyCredentialDescriptor(id: id)
        }
        do throws(WebAuthnError) {
            return AssertionResponse(try await sign(parsed.options, fallback: fallback))
        } catch {
            throw .ceremony(error)
        }
    }

    private func sign(
        _ options: PublicKeyCredentialRequestOptions, fallback: PublicKeyCredentialDescriptor?
    ) async throws(WebAuthnError) -> AuthenticationResponse {
        guard let fallback else { return try await client(interaction).get(options, origin: origin) }
        if !options.allowCredentials.isEmpty {
            let watched = WatchedInteraction(interaction)
            do throws(WebAuthnError) {
                return try await client(watched).get(options, origin: origin)
            } catch {
                // NotAllowedError is also the name of a refusal, which no other credential may get around.
                guard error.name == .notAllowedError, !watched.wasAsked else { throw error }
            }
        }
        var options = options
        options.allowCredentials = [fallback]
        return try await client(interaction).get(options, origin: origin)
    }

    private func client(_ interaction: any UserInteraction) -> WebAuthnClient {
        WebAuthnClient(authenticator: authenticator, interaction: interaction, clock: clock)
    }
}

/// A caller's object or closure on its way to the callback queue. What view models are made of is seldom Sendable and
/// need not be: between the call that hands it over and the one use on that queue nobody here touches it.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
