extension JourneyKind.CheckoutProvider {
    /// A payment that its payer approves.
    var steps: [JourneyStep] {
        switch self {
        case .yuno: YunoSteps.payment
        case .ecommpay: EcommpaySteps.payment
        case .placetopay: PlacetoPaySteps.payment
        case .takeme: TakeMeSteps.payment
        }
    }

    /// The key that `toque simulate` has by default.
    var sandboxKey: FleetKey {
        switch self {
        case .yuno, .placetopay: FleetKey(id: "sandbox", secret: "sandbox")
        case .ecommpay: FleetKey(id: "10", secret: "your_secret")
        case .takeme: FleetKey(id: "pk_test_sandbox", secret: "sk_test_sandbox")
        }
    }
}
