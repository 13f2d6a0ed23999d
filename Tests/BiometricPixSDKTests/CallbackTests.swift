import BiometricPixSDK
import Testing
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

@Suite struct CallbackTests {
    private let registration: String
    private let signing = GuideOptions.signing()

    init() throws { registration = try GuideOptions.registration() }

    private func sdk(
        _ interaction: any UserInteraction = Person(gesture: .approve), origin: Origin? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> BiometricPixSDK {
        BiometricPixSDK(
            authenticator: StubAuthenticator(), interaction: interaction,
            device: try DeviceRoot(fixture: .laptop), origin: origin, clock: clock)
    }

    /// Starts something and waits for the one callback; a second one would resume the continuation twice and trap.
    private func once(_ start: (@escaping () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in start { continuation.resume() } }
    }

    @Test("One object can be both callbacks")
    func oneObjectIsBothCallbacks() async throws {
        let model = PixViewModel(sdk: try sdk())
        await once {
            model.onChange = $0
            model.register(fidoOptions: registration)
        }
        let id = Base64URL.encode(StubAuthenticator.made)
        #expect(model.confirmation?["id"] == id)
        #expect(model.confirmation?["rawId"] == id)
        let clientData = try #require(model.confirmation?["clientDataJSON"].flatMap(Base64URL.decode))
        #expect(try CollectedClientData(parsing: clientData).origin == "https://belvo.com")

        await once {
            model.onChange = $0
            model.sign(fidoOptions: signing)
        }
        #expect(model.authorization?["id"] == id)
        #expect(model.authorization?["authenticatorData"] == "BAUG")
        #expect(model.authorization?["signature"] == "Bwj_")
        #expect(model.authorization?["userHandle"] == "")
        #expect(model.assertion?.encodedUserHandle == "")
        #expect(model.assertion?.signature?.toBase64String() == "Bwj/")
        #expect(model.errorMessage == nil)
    }

    @Test("A callback in the spelling of the header is called")
    func theHeadersSpelling() async throws {
        let model = HeaderViewModel()
        let sdk = try sdk()
        await once {
            model.onChange = $0
            sdk.startRegistration(fidoResponseString: registration, callback: model)
        }
        #expect(model.attestation?.encodedId == Base64URL.encode(StubAuthenticator.made))
    }

    @Test("A callback without onSuccess gets an error that says so")
    func aCallbackWithoutOnSuccessIsTold() async throws {
        let model = ForgetfulCallback()
        let sdk = try sdk()
        await once {
            model.onChange = $0
            sdk.startRegistration(fidoResponseString: registration, callback: model)
        }
        #expect(model.errorMessage?.hasPrefix("the credential was made, but this callback implements no") == true)
    }

    @Test(
        "Wrong registration options are reported to onError",
        arguments: [
            ("{}", "rp: found nothing, expected an object"),
            (
                GuideOptions.signing(),
                "user: found sign options (rpId or allowCredentials, and no user), expected registration options"
            ),
        ])
    func wrongOptions(options: String, message: String) async throws {
        let model = PixViewModel(sdk: try sdk())
        await once {
            model.onChange = $0
            model.register(fidoOptions: options)
        }
        #expect(model.errorMessage == message)
        #expect(model.attestation == nil)
    }

    @Test("A declined gesture is reported to onError")
    func declining() async throws {
        let model = PixViewModel(sdk: try sdk(Person(gesture: .decline)))
        await once {
            model.onChange = $0
            model.sign(fidoOptions: signing)
        }
        #expect(model.errorMessage == "NotAllowedError: the person declined")
    }

    @Test("The given clock measures the timeout")
    func theTimeIsMeasuredByTheClockGiven() async throws {
        let model = PixViewModel(sdk: try sdk(AbsentPerson(), clock: ExpiredClock()))
        await once {
            model.onChange = $0
            model.sign(fidoOptions: signing)
        }
        #expect(model.errorMessage == "NotAllowedError: nobody confirmed within 300.0 seconds; try again")
    }

    @Test("The client data contains the given origin")
    func anOriginGivenIsSigned() async throws {
        let origin = "android:apk-key-hash:" + Base64URL.encode([UInt8](repeating: 7, count: 32))
        let response = try await sdk(origin: try Origin(origin)).startSigning(
            fidoResponseString: signing, fallbackCredential: nil)
        #expect(try CollectedClientData(parsing: Array(response.clientDataJSON)).origin == origin)
    }

    @Test("cleanup() ends a ceremony, whose callback is still called")
    func cleanupEndsWhatIsUnderWayAndTheCallbackStillComes() async throws {
        let person = AbsentPerson()
        let sdk = try sdk(person)
        let model = PixViewModel(sdk: sdk)
        await withCheckedContinuation { continuation in
            model.onChange = { continuation.resume() }
            model.register(fidoOptions: registration)
            Task {
                await person.isAsked()
                sdk.cleanup()
            }
        }
        #expect(model.errorMessage == "AbortError: the ceremony was canceled by its caller")
    }

    /// Records its events, and reports when its last reference is gone.
    private final class Witness: FidoRegistrationCallback {
        private var calls: [String] = []
        private let end: ([String]) -> Void

        init(end: @escaping ([String]) -> Void) { self.end = end }

        deinit { end(calls) }

        func onSuccess(response: AttestationResponse) { calls.append(response.encodedId) }
        func onError(error: String) { calls.append(error) }
    }

    @Test("The SDK holds a callback until it is called and no longer", .timeLimit(.minutes(1)))
    func theCallbackLivesUntilItIsCalledAndNoLonger() async throws {
        let person = AbsentPerson()
        let sdk = try sdk(person)
        let (ended, end) = AsyncStream<[String]>.makeStream()
        sdk.startRegistration(fidoResponseString: registration, callback: Witness { end.yield($0) })
        // From here on, only the SDK holds the callback.
        await person.isAsked()
        sdk.cleanup()
        var ends = ended.makeAsyncIterator()
        #expect(await ends.next() == ["AbortError: the ceremony was canceled by its caller"])
    }

    @Test("The async calls return responses and throw typed errors")
    func asyncTwins() async throws {
        let sdk = try sdk()
        let attestation = try await sdk.startRegistration(fidoResponseString: registration)
        #expect(Array(attestation.rawId) == StubAuthenticator.made)
        await #expect(throws: BiometricPixError.self) {
            try await sdk.startRegistration(fidoResponseString: signing)
        }
        let declining = try self.sdk(Person(gesture: .decline))
        do throws(BiometricPixError) {
            _ = try await declining.startSigning(fidoResponseString: signing, fallbackCredential: nil)
            Issue.record("a declined ceremony succeeded")
        } catch .ceremony(let error) {
            #expect(error.name == .notAllowedError)
        } catch {
            Issue.record("\(error)")
        }
    }
}
