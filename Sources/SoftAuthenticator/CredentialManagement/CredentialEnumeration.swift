import CTAP

/// An enumeration between two of its steps (CTAP 2.3 sections 6.8.3 and 6.8.4). It keeps names alone: each credential
/// is read when it is its turn.
struct CredentialEnumeration {
    enum Rest {
        /// RP IDs.
        case relyingParties(ArraySlice<String>)
        /// Credential IDs of an RP.
        case credentials(rpID: String, ids: ArraySlice<[UInt8]>)
    }

    /// An enumeration that waits longer for its next step is over (section 6).
    static let stepLimit: Duration = .seconds(30)

    /// What is to come.
    let rest: Rest
    /// By what it was begun.
    let authority: ManagementAuthority
    private let lastStep: Duration

    /// After a step.
    init(_ rest: Rest, by authority: ManagementAuthority, _ pin: borrowing PINUVAuthState) {
        self.rest = rest
        self.authority = authority
        lastStep = pin.now
    }

    /// Whether it may go on: its token is good still, and the last step was not too long ago.
    func isAlive(_ pin: borrowing PINUVAuthState) -> Bool {
        authority.isAlive(pin) && pin.now - lastStep < Self.stepLimit
    }
}
