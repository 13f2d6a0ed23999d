import Dispatch
import RiskSignals

extension BiometricPixSDK {
    /// Asks the person, unless that was done before, whether location, cell and call facts may be read.
    /// - Parameter onResult: called once, on the SDK's own queue, with the answer; false also where the answer cannot
    ///   be remembered, as it then has no effect.
    public func requestPermission(onResult: @escaping (Bool) -> Void) {
        let carried = UncheckedSendable(onResult)
        blocking.async { [self] in
            let isAllowed = permission()
            callbacks.async { carried.value(isAllowed) }
        }
    }

    /// Asks the person, unless that was done before, whether location, cell and call facts may be read.
    /// - Returns: the answer; false also where it cannot be remembered, as it then has no effect.
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

    /// Reads the device's risk signals. Blocks while it reads, with permission until there is a position or ten
    /// seconds have passed.
    /// - Parameter accountTenure: `yyyy-MM-dd`, when the person became a customer.
    /// - Throws: one of the accountTenure errors, or `stateNotKept`.
    public func collectRiskSignals(accountTenure: String) throws(RiskSignalsError) -> RiskSignals {
        try RiskSignalsCollector(root: device).collect(
            accountTenure: accountTenure, permission: LocationPermission(state: device.state).answer ?? false
        ).signals
    }

    /// The older name of the same, as the first iOS package has it.
    public func collectRiskSignals(customerCreatedAt: String) throws(RiskSignalsError) -> RiskSignals {
        try collectRiskSignals(accountTenure: customerCreatedAt)
    }

    /// Reads the device's risk signals without blocking the caller's thread.
    /// - Parameter accountTenure: `yyyy-MM-dd`, when the person became a customer.
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

    /// The device's id, the same as in its risk signals: what the provider lists a device's enrollments by.
    /// - Throws: where the machine has no id of its own, `stateNotKept` or `damagedState`.
    public func getDeviceId() throws(RiskSignalsError) -> String { try RiskSignalsCollector(root: device).deviceID() }
}
