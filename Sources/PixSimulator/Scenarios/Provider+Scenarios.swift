import Sandbox

extension Provider {
    var scenarios: [Scenario] {
        [Scenario("success", "Everything goes well.", appliesTo: [EnrollmentRecord.kind, PaymentIntentRecord.kind])]
    }

    var magicValues: [MagicValue] { [] }
}
