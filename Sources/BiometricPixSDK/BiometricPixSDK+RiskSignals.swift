import Dispatch
import RiskSignals

extension BiometricPixSDK {
    /// Asks the person, unless already asked, for permission to read location, cell and call data.
    /// - Parameter onResult: called once, on the SDK's own queue, with the answer; also false if the answer cannot be
    ///   stored, because it then has no effect.
    public func requestPermission(onResult: @escaping (Bool) -> Void) {
        let carried = UncheckedSendable(onResult)
        blocking.async { [self] in
            let isAllowed = permission()
            callbacks.async { carried.value(isAllowed) }
        }
    }

    /// Asks the person, unless already asked, for permission to read location, cell and call data.
    /// - Returns: the answer; also false if it cannot be stored, because it then has no effect.
    public func requestPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            requestPermission { continuation.resume(returning: $0) }
        }
    }

    private func permission() -> Bool {
        let permission = LocationPermission(state: device.state)
        guard let askPermission else { return permission.answer ?? false }
        return (try? permission.request(ask: askPermission)) ?? false
    }

    /// Reads the device's risk signals. Blocks; with permission, until there is a position or ten seconds have passed.
    /// - Parameter accountTenure: `yyyy-MM-dd`, the date when the person became a customer.
    /// - Throws: one of the accountTenure errors, or `stateNotKept`.
    public func collectRiskSignals(accountTenure: String) throws(RiskSignalsError) -> RiskSignals {
        try RiskSignalsCollector(root: device).collect(
            accountTenure: accountTenure, permission: LocationPermission(state: device.state).answer ?? false
        ).signals
    }

    /// The older name, from the first iOS package.
    public func collectRiskSignals(customerCreatedAt: String) throws(RiskSignalsError) -> RiskSignals {
        try collectRiskSignals(accountTenure: customerCreatedAt)
    }

    /// Reads the device's risk signals without blocking the caller's thread.
    /// - Parameter accountTenure: `yyyy-MM-dd`, the date when the person became a customer.
    /// - Throws: one of the accountTenure errors, or `stateNotKept`.
    public func riskSignals(accountTenure: String) async throws(RiskSignalsError) -> RiskSignals {
        let result = await withCheckedContinuation { continuation in
            blocking.async { [self] in
                continuation.resume(
                    returning: Result { () throws(RiskSignalsError) in
                        try collectRiskSignals(accountTenure: accountTenure)
                    })
            }
        }
        return try result.get()
    }

    /// The device's id, as in its risk signals. The provider lists a device's enrollments by it.
    /// - Throws: `stateNotKept` or `damagedState`, if the machine has no id of its own.
    public func getDeviceId() throws(RiskSignalsError) -> String { try RiskSignalsCollector(root: device).deviceID() }
}
