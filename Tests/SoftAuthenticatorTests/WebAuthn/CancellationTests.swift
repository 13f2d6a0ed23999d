import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Cancellation")
struct CancellationTests {
    private static func start(
        _ authenticator: SoftAuthenticator, _ interaction: SilentInteraction, user: UInt8 = 1
    ) -> Task<WebAuthnError.Name?, Never> {
        Task {
            await errorName {
                _ = try await authenticator.makeCredential(
                    Sample.make(user: Sample.user(user)), interaction: interaction)
            }
        }
    }

    @Test("cancel() ends all operations in progress but no later one")
    func cancelEndsAllOperationsUnderWayAndNoneThatComesAfter() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let interaction = SilentInteraction()
        let first = Self.start(authenticator, interaction, user: 1)
        let second = Self.start(authenticator, interaction, user: 2)
        await interaction.waitUntilAsked(times: 2)
        authenticator.cancel()
        #expect(await first.value == .notAllowedError)
        #expect(await second.value == .notAllowedError)
        _ = try await authenticator.make()
    }

    @Test("Canceling a task ends only its own operation")
    func cancelingATaskEndsItsOperationAlone() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let (left, right) = (SilentInteraction(), SilentInteraction())
        let first = Self.start(authenticator, left, user: 1)
        let second = Self.start(authenticator, right, user: 2)
        await left.waitUntilAsked()
        await right.waitUntilAsked()
        first.cancel()
        #expect(await first.value == .notAllowedError)
        #expect(!second.isCancelled)
        _ = try await authenticator.make()
        second.cancel()
        #expect(await second.value == .notAllowedError)
    }

    @Test("cancel() ends an assertion, which does not increment the counter")
    func anAssertionIsCanceledToo() async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(.windows, storage)
        _ = try await authenticator.make()
        let interaction = SilentInteraction()
        let assertion = Task {
            await errorName { _ = try await authenticator.getAssertion(Sample.get(), interaction: interaction) }
        }
        await interaction.waitUntilAsked()
        authenticator.cancel()
        #expect(await assertion.value == .notAllowedError)
        #expect(storage.signCount() == 0)
    }

    /// Cancels the authenticator before the prompt, and approves all the same.
    private struct CancelingInteraction: UserInteraction {
        let authenticator: SoftAuthenticator

        func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
            authenticator.cancel()
            return .approve
        }
    }

    @Test("An approval after cancel() creates no credential")
    func anApprovalThatComesTooLateDoesNotCount() async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(.ios, storage)
        let interaction = CancelingInteraction(authenticator: authenticator)
        #expect(
            await errorName { _ = try await authenticator.makeCredential(Sample.make(), interaction: interaction) }
                == .notAllowedError)
        #expect(storage.credentials(rpID: nil).isEmpty)
    }

    @Test("A task that is already canceled asks for no gesture")
    func aCanceledTaskAsksNobody() async throws {
        let authenticator = SoftAuthenticator(.ios)
        let interaction = RecordingInteraction()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await errorName {
                _ = try await authenticator.makeCredential(Sample.make(), interaction: interaction)
            }
        }
        #expect(await task.value == .notAllowedError)
        #expect(interaction.prompts.isEmpty)
    }

    /// Cannot prompt, as without a terminal.
    private struct BrokenInteraction: UserInteraction {
        func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
            throw WebAuthnError(.abortError, "nobody can be asked here")
        }
    }

    @Test("An error that the interaction throws reaches the caller")
    func theErrorsOfAnInteractionPass() async {
        let name = await errorName {
            _ = try await SoftAuthenticator(.ios).makeCredential(Sample.make(), interaction: BrokenInteraction())
        }
        #expect(name == .abortError)
    }
}
