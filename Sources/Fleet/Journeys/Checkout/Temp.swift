extension JourneyKind.CheckoutProvider { var steps: [JourneyStep] { [] } }
