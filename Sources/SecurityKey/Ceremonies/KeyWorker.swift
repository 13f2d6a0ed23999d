import CTAP
import CLibFIDO2
import ToqueWebAuthn

/// Does all work with a key, one operation at a time, on its own thread.
actor KeyWorker {
    private nonisolated let thread = KeyThread()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let candidates: @Sendable () throws(WebAuthnError) -> [KeyCandidate]
    private let patience: KeyHandle.Patience
    private nonisolated let queue = CommandQueue()
    private nonisolated let operations = OngoingOperations()
    /// Of several keys, the one that was touched.
    private var chosen: String?

    init(
        patience: KeyHandle.Patience = .init(),
        candidates: @escaping @Sendable () throws(WebAuthnError) -> [KeyCandidate]
    ) {
        self.patience = patience
        self.candidates = candidates
    }

    /// Ends all current operations.
    nonisolated func cancel() { operations.cancelAll() }

    /// Runs an operation with the key, which is open only during the operation.
    /// - Parameter interaction: asks which of several keys to use.
    nonisolated func run<Value: Sendable>(
        _ interaction: any UserInteraction,
        _ operation: @escaping @Sendable (isolated KeyWorker, FIDODevice) async throws(WebAuthnError) -> Value
    ) async throws(WebAuthnError) -> Value {
        try await operations.run { () async throws(WebAuthnError) in
            // Not on the key's thread, which another operation may block.
            guard await self.queue.enter() else { throw FIDODevice.canceled }
            defer { self.queue.leave() }
            return try await self.perform(interaction, operation)
        }
    }

    private func perform<Value: Sendable>(
        _ interaction: any UserInteraction,
        _ operation: @Sendable (isolated KeyWorker, FIDODevice) async throws(WebAuthnError) -> Value
    ) async throws(WebAuthnError) -> Value {
        let handles = OpenHandles()
        return try await withTaskCancellationHandler { () async -> Result<Value, WebAuthnError> in
            do throws(WebAuthnError) {
                let device = try await open(interaction, handles)
                return .success(try await operation(self, device))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            handles.cancel()
        }.get()
    }

    private func open(
        _ interaction: any UserInteraction, _ handles: OpenHandles
    ) async throws(WebAuthnError) -> FIDODevice {
        let keys = try candidates()
        if let key = keys.first(where: { $0.id == chosen }) ?? (keys.count == 1 ? keys.first : nil) {
            return try FIDODevice(key, patience: patience, handles: handles)
        }
        let device = try await select(keys, interaction, handles)
        chosen = device.key
        return device.device
    }

    /// Requests a touch on all keys and takes the touched one; the others are canceled.
    private func select(
        _ keys: [KeyCandidate], _ interaction: any UserInteraction, _ handles: OpenHandles
    ) async throws(WebAuthnError) -> (key: String, device: FIDODevice) {
        var asked: [(key: String, device: FIDODevice)] = []
        // A key that cannot be asked cannot be the touched one.
        for key in keys {
            guard let device = try? FIDODevice(key, patience: patience, handles: handles),
                device.call({ fido_dev_get_touch_begin($0) }) == .ok
            else { continue }
            asked.append((key.id, device))
        }
        defer { for other in asked { _ = other.device.call { fido_dev_cancel($0) } } }
        await interaction.showTouchRequest(GesturePrompt(operation: .select, verification: .none))
        while !asked.isEmpty {
            for index in asked.indices.reversed() {
                guard !Task.isCancelled else { throw FIDODevice.canceled }
                var isTouched: Int32 = 0
                let status = asked[index].device.call { fido_dev_get_touch_status($0, &isTouched, Self.selectionSlice) }
                if isTouched != 0 { return asked.remove(at: index) }
                // libfido2 returns OK while the key waits. A key that gave up or was unplugged is out.
                if status != .ok || asked[index].device.handle.failure != nil { asked.remove(at: index) }
            }
        }
        throw WebAuthnError(.notAllowedError, "\(keys.count) security keys are there and none was touched; touch one")
    }

    /// The polling time for each of several keys, in milliseconds.
    private static let selectionSlice: Int32 = 50
}
