/// What a device does wrong on purpose, so that a load test also meets the target's refusals.
public enum DeviceFault: String, Sendable, CaseIterable {
    /// An assertion whose signature does not verify.
    case badSignature = "bad-signature"
    /// The device's last assertion again, instead of a new one.
    case replay
    /// The person declines the gesture.
    case decline
    /// The app ends before it authorizes the payment, and goes on over a new connection with what the server knows.
    case crashAndResume = "crash-and-resume"
}

/// Why a device made no response.
public struct DeviceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// True if the person declined, which a fault may have asked for.
    public let isDeclined: Bool
    /// Without IDs, so that equal failures count together.
    public let description: String

    init(_ description: String, isDeclined: Bool = false) {
        self.description = description
        self.isDeclined = isDeclined
    }
}
