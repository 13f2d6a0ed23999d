import CTAP
import Testing
import ToqueTestSupport
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("U2F: the touch that hosts poll for", .timeLimit(.minutes(5)))
final class U2FTouchTests {
    private let person = LateInteraction()
    private let device: Device

    init() { device = Device(interaction: person) }

    /// The prompt and the device hold each other: neither would be released.
    deinit { person.answer(.timeout) }

    private let request = U2FCommand.register(.sample())

    /// Polls once, is told to poll again, and returns when the answer is in, before the next poll.
    private func touch(for request: U2FCommand, _ gesture: UserGesture = .approve) async {
        #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        person.answer(gesture)
        await device.u2fAnswer()
    }

    @Test("Polls are answered at once and ask the person only once")
    func theAnswerIsThereAtOnce() async throws {
        for _ in 0..<3 {
            #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        }
        // Another poll does not prompt the person again.
        #expect(person.prompts.count == 1)
        person.answer(.approve)
        guard case .register(let made) = try await device.poll(request) else { throw Device.UnexpectedResponse() }
        #expect(person.prompts.count == 1)
        let signing = U2FCommand.authenticate(.sample(made.keyHandle))
        #expect(await statusWord { _ = try await device.u2f(signing) } == .conditionsNotSatisfied)
        person.answer(.approve)
        guard case .authenticate = try await device.poll(signing) else { throw Device.UnexpectedResponse() }
        #expect(person.prompts.map(\.operation) == [.register, .authenticate])
    }

    @Test("A touch answers its request once")
    func aTouchIsGoodOnce() async throws {
        await touch(for: request)
        _ = try await device.u2f(request)
        #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        #expect(person.prompts.count == 2)
    }

    @Test("A touch is valid for 10 seconds", arguments: [(Duration.seconds(10), true), (.milliseconds(10_001), false)])
    func aTouchIsGoodForAShortTime(_ time: Duration, _ isGood: Bool) async throws {
        await touch(for: request)
        device.uptime.advance(by: time)
        let word = await statusWord { _ = try await device.u2f(request) }
        #expect(word == (isGood ? nil : .conditionsNotSatisfied))
        #expect(person.prompts.count == (isGood ? 1 : 2))
    }

    @Test("A touch is lost if another request comes first")
    func aTouchIsGoodForItsRequestAlone() async throws {
        await touch(for: request)
        let other = U2FCommand.register(.sample(application: "other.example"))
        #expect(await statusWord { _ = try await device.u2f(other) } == .conditionsNotSatisfied)
        #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        #expect(person.prompts.count == 3)
    }

    @Test("Another request replaces the prompt of the one before")
    func anotherRequestTakesThePersonOver() async throws {
        #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        let other = U2FCommand.register(.sample(application: "other.example"))
        #expect(await statusWord { _ = try await device.u2f(other) } == .conditionsNotSatisfied)
        #expect(person.prompts.map(\.rpID).count == 2)
        #expect(person.prompts[0].rpID != person.prompts[1].rpID)
        #expect(await eventually { person.isAsked })
        person.answer(.approve)
        _ = try await device.poll(other)
    }

    /// A host would poll again after 6985.
    @Test("A declined request is refused without another prompt")
    func whoDeclinesIsNotAskedAgain() async throws {
        await touch(for: request, .decline)
        #expect(await statusWord { _ = try await device.u2f(request) } == .commandNotAllowed)
        #expect(person.prompts.count == 1)
        // A later request prompts again.
        #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
    }

    @Test("A prompt that timed out is repeated at the next poll")
    func whoDoesNothingInTimeIsAskedAgain() async throws {
        await touch(for: request, .timeout)
        #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        #expect(person.prompts.count == 2)
        let silent = Device(interaction: GestureInteraction(.timeout))
        #expect(await statusWord { _ = try await silent.u2f(request) } == .conditionsNotSatisfied)
    }

    @Test(
        "A finger counts as a touch even if it cannot be read",
        arguments: [UserGesture.finger("thumb"), .badTouch(.poorQuality)])
    func anyTouchIsOne(_ gesture: UserGesture) async throws {
        _ = try await Device(interaction: GestureInteraction(gesture)).register()
    }

    @Test("A request is refused without a person to touch the key")
    func nobodyCanBeAsked() async throws {
        let device = Device(interaction: NobodyInteraction())
        #expect(await statusWord { _ = try await device.u2f(request) } == .commandNotAllowed)
    }

    private struct NobodyInteraction: UserInteraction {
        func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
            throw WebAuthnError(.notAllowedError, "there is no terminal")
        }
    }

    @Test("A power cycle discards a touch and ends a prompt", arguments: [true, false])
    func powerCycle(isTouched: Bool) async throws {
        if isTouched {
            await touch(for: request)
        } else {
            #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        }
        device.key.powerCycle()
        if !isTouched { #expect(!person.isAsked) }
        #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        #expect(person.prompts.count == 2)
    }

    @Test("A CTAP2 command that asks for a touch replaces the prompt and touch of U2F", arguments: [true, false])
    func takenOver(isTouched: Bool) async throws {
        if isTouched {
            await touch(for: request)
        } else {
            #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
        }
        let selecting = Task { [device] in await status { _ = try await device.send(.selection) } }
        #expect(await eventually { person.prompts.last?.operation == .select && person.isAsked })
        person.answer(.approve)
        #expect(await selecting.value == nil)
        #expect(await statusWord { _ = try await device.u2f(request) } == .conditionsNotSatisfied)
    }

    @Test("A command that asks for no touch leaves that of U2F valid")
    func whatAsksForNoTouchLeavesIt() async throws {
        await touch(for: request)
        _ = try await device.getInfo()
        device.key.channelChanged()
        _ = try await device.u2f(.version)
        _ = try await device.u2f(request)
    }

    /// U2F has no command like authenticatorGetNextAssertion.
    @Test("A U2F command ends getNextAssertion")
    func itEndsWhatGoesOnFromCommandToCommand() async throws {
        let device = Device()
        _ = try await device.fill(2)
        _ = try await device.get()
        _ = try await device.u2f(.version)
        #expect(await status { _ = try await device.getNext() } == .notAllowed)
    }
}

extension Device {
    /// Waits for the person's answer to a U2F request.
    func u2fAnswer() async {
        guard let face = key as? CTAPFace else { return }
        #expect(await eventually { face.touch.state.withLock { $0.question?.answer != nil } })
    }
}
