/// The journeys, by the names of the journey file.
public enum JourneyKind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// An enrollment and a payment with it.
    case enrollAndPay
    /// A payment with a device that was enrolled before.
    case pay
    /// Lists and reads.
    case browse
    /// A payment at a checkout provider, which the payer approves.
    case checkout(CheckoutProvider)
    /// A registration and a sign-in at any relying party.
    case webAuthn

    /// The checkout providers of the sandbox.
    public enum CheckoutProvider: String, Sendable, CaseIterable {
        case yuno, ecommpay, placetopay, takeme
    }

    public static let allCases: [JourneyKind] =
        [.enrollAndPay, .pay, .browse] + CheckoutProvider.allCases.map(JourneyKind.checkout) + [.webAuthn]

    /// The name in the journey file.
    public var description: String {
        switch self {
        case .enrollAndPay: "enroll-and-pay"
        case .pay: "pay"
        case .browse: "browse"
        case .checkout(let provider): "checkout:\(provider.rawValue)"
        case .webAuthn: "webauthn"
        }
    }

    /// nil for text that names no journey.
    public init?(_ name: String) {
        guard let kind = Self.allCases.first(where: { $0.description == name }) else { return nil }
        self = kind
    }
}
