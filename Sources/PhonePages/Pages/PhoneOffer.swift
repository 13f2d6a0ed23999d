import BiometricPixFlow

/// What the API offers for a phone's next step.
struct PhoneOffer: Sendable {
    var customers: [Customer] = []
    var banks: [Institution] = []
    var recipients: [BankAccount] = []
}

extension PhoneSession {
    /// What an app does when it is opened: it asks the API how things stand, and what can be chosen.
    func look(at place: PhonePlace) async {
        await attempt(at: place) { session, app in
            try await session.refresh(by: app)
            var offer = PhoneOffer()
            switch session.phone.stage {
            case .bank:
                offer.customers = try await app.pix.customers()
                offer.banks = try await app.pix.institutions().filter(\.active)
            case .ready:
                offer.recipients = try await app.pix.bankAccounts().filter { $0.active && $0.holderType == "BUSINESS" }
            case .signals, .approval, .options, .registration, .verdict, .signature, .settlement, .paid, .ended,
                .forgotten:
                break
            }
            session.offer = offer
        }
    }
}
