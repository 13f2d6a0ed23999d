import CTAP
import Synchronization
import Testing
import ToqueCBOR
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct PINTests {
    private static let info = ScriptedKey.info(options: ["rk": true, "clientPin": true])

    /// A key that refuses the first PINs as wrong.
    private static func key(refusing statuses: CTAPStatus...) -> ScriptedKey {
        let left = Mutex(statuses)
        return ScriptedKey(info: info) { request in
            guard request.command == 0x06 else { return .ok(ScriptedKey.assertion()) }
            return ScriptedKey.clientPIN(
                request, retries: 5,
                token: left.withLock { $0.isEmpty ? ScriptedKey.token : .status($0.removeFirst()) })
        }
    }

    @Test("The PIN is requested if user verification is required")
    func thePINIsAskedForWhereUserVerificationIsWanted() async throws {
        let key = Self.key()
        let person = TestInteraction(pins: "1234")
        _ = try await SecurityKey(key).getAssertion(.sample(userVerification: true), interaction: person)
        #expect(person.askedPINs == [PINPrompt(device: "the test's key", retriesLeft: 5)])
        #expect(person.askedTouches.map(\.verification) == [.pin])
        #expect(key.requests(0x02).first?.parameters[6] != nil)
    }

    @Test("No PIN is requested if user verification is not required")
    func noPINIsAskedForWithoutNeed() async throws {
        let key = Self.key()
        let person = TestInteraction(pins: "1234")
        _ = try await SecurityKey(key).getAssertion(.sample(), interaction: person)
        #expect(person.askedPINs.isEmpty)
        #expect(key.requests(0x02).first?.parameters[6] == nil)
    }

    /// Without `makeCredUvNotRqd`, the client knows in advance (CTAP 2.3 section 6.1.2).
    @Test(
        "A registration that needs the PIN asks for it once, after one refusal at most",
        arguments: [true, false], [true, false])
    func aKeyThatDemandsThePINGetsIt(_ makesWithoutUV: Bool, _ isDiscoverable: Bool) async throws {
        let options: CBOR = ["clientPin": true, "rk": true, "makeCredUvNotRqd": .bool(makesWithoutUV)]
        let key = ScriptedKey(info: ScriptedKey.info(options: options)) { request in
            switch request.command {
            case 0x06: ScriptedKey.clientPIN(request, retries: 8, token: ScriptedKey.token)
            case _ where request.parameters[8] == nil: .status(.puatRequired)
            default: .ok(ScriptedKey.credential())
            }
        }
        let person = TestInteraction(pins: "1234")
        _ = try await SecurityKey(key).makeCredential(.sample(residentKey: isDiscoverable), interaction: person)
        #expect(person.askedPINs.count == 1)
        #expect(key.requests(0x01).count == (makesWithoutUV && !isDiscoverable ? 2 : 1))
    }

    @Test("After a wrong PIN, the PIN is requested again with the number of tries left")
    func aWrongPINIsAskedForAgain() async throws {
        let person = TestInteraction(pins: "1111", "1234")
        let key = Self.key(refusing: .pinInvalid)
        _ = try await SecurityKey(key).getAssertion(.sample(userVerification: true), interaction: person)
        #expect(person.askedPINs.map(\.isRetry) == [false, true])
        #expect(person.askedPINs.last?.retriesLeft == 5)
    }

    @Test("The same wrong PIN is not sent twice")
    func theSameWrongPINIsNotSentTwice() async {
        let person = TestInteraction(pins: "1111")
        let key = Self.key(refusing: .pinInvalid, .pinInvalid)
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(key).getAssertion(.sample(userVerification: true), interaction: person)
        }
        #expect(error?.name == .notAllowedError)
        #expect(error?.message.contains("5 tries are left") == true)
        #expect(key.requests.filter { $0.subCommand == 5 || $0.subCommand == 9 }.count == 1)
    }

    @Test(
        "A blocked PIN is not asked for again, and the error says what to do",
        arguments: [(CTAPStatus.pinBlocked, "reset"), (.pinAuthBlocked, "unplug"), (.pinAuthInvalid, "try again")])
    func aBlockedPINIsNotAskedForAgain(_ status: CTAPStatus, _ remedy: String) async {
        let person = TestInteraction(pins: "1111", "1234")
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(Self.key(refusing: status)).getAssertion(
                .sample(userVerification: true), interaction: person)
        }
        #expect(error?.name == .notAllowedError)
        #expect(error?.message.contains(remedy) == true)
        #expect(person.askedPINs.count == 1)
    }

    @Test("No PIN is requested if no tries are left")
    func noPINIsAskedForWhereNoTriesAreLeft() async {
        let key = ScriptedKey(info: Self.info) { ScriptedKey.clientPIN($0, retries: 0, token: .status(.pinBlocked)) }
        let person = TestInteraction(pins: "1234")
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(key).getAssertion(.sample(userVerification: true), interaction: person)
        }
        #expect(error?.message.contains("reset") == true)
        #expect(person.askedPINs.isEmpty)
    }

    @Test("A PIN that no key accepts is not sent", arguments: ["12\u{0}4", String(repeating: "1", count: 64)])
    func whatNoKeyTakesAsAPINIsNotSent(_ pin: String) async {
        let key = Self.key()
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(key).getAssertion(
                .sample(userVerification: true), interaction: TestInteraction(pins: pin))
        }
        #expect(error?.name == .typeError)
        #expect(key.requests.allSatisfy { $0.subCommand == 1 })
    }

    @Test("A person who enters no PIN ends the operation")
    func aPersonWhoGivesNoPINEndsTheOperation() async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(Self.key()).getAssertion(
                .sample(userVerification: true), interaction: TestInteraction())
        }
        #expect(error == WebAuthnError(.notAllowedError, "the person gives no PIN"))
    }

    @Test("A key without user verification refuses a request that requires it")
    func verificationThatCannotBeHadIsRefused() async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(ScriptedKey()).getAssertion(
                .sample(userVerification: true), interaction: TestInteraction())
        }
        #expect(error?.name == .constraintError)
    }

    @Test("A key that requires a PIN change is refused before the PIN is requested")
    func aKeyThatWantsItsPINChangedSaysSo() async {
        let key = ScriptedKey(info: ScriptedKey.info(options: ["clientPin": true], more: [(0x0C, true)]))
        let person = TestInteraction(pins: "1234")
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(key).getAssertion(.sample(userVerification: true), interaction: person)
        }
        #expect(error?.name == .notAllowedError)
        #expect(error?.message.contains("changed first") == true)
        #expect(person.askedPINs.isEmpty)
    }

    @Test("A key that requires user verification gets a fingerprint rather than the PIN")
    func aKeyThatWantsItsUserVerifiedGetsAFingerBeforeThePIN() async throws {
        let key = ScriptedKey(info: ScriptedKey.info(options: ["clientPin": true, "uv": true])) { request in
            request.parameters[5] == ["uv": true] ? .ok(ScriptedKey.assertion()) : .status(.puatRequired)
        }
        let person = TestInteraction()
        _ = try await SecurityKey(key).getAssertion(.sample(), interaction: person)
        #expect(person.askedTouches.map(\.verification) == [.none, .fingerprint])
        #expect(person.askedPINs.isEmpty)
    }

    @Test("The PIN replaces a blocked fingerprint sensor")
    func thePINTakesOverFromABlockedSensor() async throws {
        let key = ScriptedKey(info: ScriptedKey.info(options: ["clientPin": true, "uv": true])) { request in
            switch request.command {
            case 0x06: ScriptedKey.clientPIN(request, retries: 8, token: ScriptedKey.token)
            case _ where request.parameters[5] == ["uv": true]: .status(.uvBlocked)
            default: .ok(ScriptedKey.assertion())
            }
        }
        let person = TestInteraction(pins: "1234")
        _ = try await SecurityKey(key).getAssertion(.sample(userVerification: true), interaction: person)
        #expect(person.askedTouches.map(\.verification) == [.fingerprint, .pin])
        #expect(person.askedPINs == [PINPrompt(device: "the test's key", retriesLeft: 8, isFallback: true)])
        #expect(key.requests(0x02).last?.parameters[5] == nil)
    }
}
