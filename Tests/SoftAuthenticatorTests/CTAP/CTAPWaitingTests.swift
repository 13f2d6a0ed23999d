import CTAP
import Glibc
import Synchronization
import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Waiting in the CTAP face")
struct CTAPWaitingTests {
    static let touchingCommands: [CTAPCommand] = [
        .makeCredential(.sample(user: Sample.user(9), options: .init(rk: true))), .getAssertion(.sample()), .selection,
        .reset,
    ]

    @Test("Canceling the task cancels the command, which changes no state", arguments: touchingCommands)
    func cancellation(_ command: CTAPCommand) async throws {
        let storage = MemoryCredentialStore()
        let id = try await Device(storage: storage).fill(1)
        let interaction = SilentInteraction()
        let device = Device(interaction: interaction, storage: storage)
        let waiting = Task { await status { _ = try await device.send(command) } }
        await interaction.waitUntilAsked()
        waiting.cancel()
        #expect(await waiting.value == .keepaliveCancel)
        #expect(storage.credentials(rpID: nil).map(\.id) == id)
        #expect(storage.signCount() == 0)
    }

    @Test("An excluded credential is not revealed to a platform that has canceled")
    func canceledExclusion() async throws {
        let storage = MemoryCredentialStore()
        let id = try await Device(storage: storage).make().credentialID
        let interaction = SilentInteraction()
        let device = Device(interaction: interaction, storage: storage)
        let waiting = Task { await status { _ = try await device.make(.sample(exclude: [id])) } }
        await interaction.waitUntilAsked()
        waiting.cancel()
        #expect(await waiting.value == .keepaliveCancel)
    }

    @Test("A command waits for the user no longer than the timeout", arguments: touchingCommands)
    func timeout(_ command: CTAPCommand) async throws {
        let storage = MemoryCredentialStore()
        _ = try await Device(storage: storage).fill(1)
        let clock = HastyClock()
        let device = Device(
            interaction: ScriptedInteraction(.timeout), storage: storage, userActionTimeout: .seconds(30), clock: clock)
        let expected: CTAPStatus = [.selection, .reset].contains(command) ? .userActionTimeout : .operationDenied
        #expect(await status { _ = try await device.send(command) } == expected)
        #expect(clock.asked.withLock { $0 } == [.seconds(30)])
        #expect(storage.discoverableCount() == 1)
    }

    @Test("Only a command that waits for the user sends keepalives", arguments: touchingCommands)
    func keepalives(_ command: CTAPCommand) async throws {
        let storage = MemoryCredentialStore()
        _ = try await Device(storage: storage).fill(1)
        let told = Mutex<[KeepaliveStatus]>([])
        _ = try await Device(storage: storage).key.process(command) { status in told.withLock { $0.append(status) } }
        #expect(told.withLock { $0 }.isEmpty)
        let interaction = SilentInteraction()
        let device = Device(interaction: interaction, storage: storage)
        let waiting = Task {
            await status { _ = try await device.key.process(command) { status in told.withLock { $0.append(status) } } }
        }
        await interaction.waitUntilAsked()
        waiting.cancel()
        _ = await waiting.value
        #expect(told.withLock { $0 } == [.upNeeded, .processing])
    }

    /// Cannot prompt, as without a terminal.
    private struct BrokenInteraction: UserInteraction {
        func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
            throw WebAuthnError(.abortError, "nobody can be asked here")
        }
    }

    @Test("A registration is denied if no prompt is possible")
    func whoCannotBeAskedDenies() async throws {
        let device = Device(interaction: BrokenInteraction())
        #expect(await status { _ = try await device.make() } == .operationDenied)
    }

    // MARK: One after another

    @Test("A second command waits until the first has ended")
    func aSecondCommandWaitsForTheFirst() async throws {
        let interaction = SilentInteraction()
        let device = Device(interaction: interaction)
        let first = Task { await status { _ = try await device.make() } }
        await interaction.waitUntilAsked()
        // The second command starts only when the first one has ended, so that two prompts are never open at once.
        let second = Task.immediate { await status { _ = try await device.send(.selection) } }
        let third = Task.immediate { await status { _ = try await device.send(.getInfo) } }
        second.cancel()
        #expect(await second.value == .keepaliveCancel)
        first.cancel()
        #expect(await first.value == .keepaliveCancel)
        #expect(await third.value == nil)
        // Only the first command's prompts.
        interaction.asked.continuation.finish()
        var rest = 0
        for await _ in interaction.asked.stream { rest += 1 }
        #expect(rest == 0)
    }

    @Test("Concurrent assertions are all answered, each with its own counter value")
    func manyAtOnceAreAllAnswered() async throws {
        let device = Device()
        let id = try await device.make().credentialID
        let counters = try await withThrowingTaskGroup(of: UInt32.self) { group in
            for _ in 0..<100 {
                group.addTask { try await device.get(.sample(allow: [id])).data.signCount }
            }
            return try await group.reduce(into: [UInt32]()) { $0.append($1) }
        }
        #expect(counters.sorted() == Array(1...100))
    }

    // MARK: Threads

    @Test("A command that does not wait ends within the call")
    func runsWhereItIsCalled() async throws {
        let device = Device()
        let commands: [CTAPCommand] =
            [.getInfo, .clientPIN(.init(.getPINRetries)), .makeCredential(.sample(options: .init(rk: true)))]
            + Self.touchingCommands
        for command in commands {
            #expect(Self.endsAtOnce(command, device) == true, "\(command)")
        }
    }

    /// Whether a command that ended within the call did so on its thread; nil if it has not ended.
    private static func endsAtOnce(_ command: CTAPCommand, _ device: Device) -> Bool? {
        let ended = Ended()
        Task.immediate {
            _ = try? await device.send(command)
            ended.thread.withLock { $0 = pthread_self() }
        }
        return ended.thread.withLock { $0 }.map { pthread_equal($0, pthread_self()) != 0 }
    }

    private final class Ended: Sendable {
        let thread = Mutex<pthread_t?>(nil)
    }
}
