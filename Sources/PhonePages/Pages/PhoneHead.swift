import Pages
import SandboxKit
import SoftAuthenticator
import ToqueWebAuthn

/// What every page says about a phone.
struct PhoneHead {
    private let phone: Phone
    private let texts: PageTexts

    init(_ phone: Phone, _ texts: PageTexts) { (self.phone, self.texts) = (phone, texts) }

    /// For the template `phone_head`.
    var values: [String: Any] { Monogram(of: phone.name).values.merging(["kind": kind]) { $1 } }

    private var kind: String {
        phone.profile.map { texts[.phoneKindToque, ["profile": $0]] } ?? texts[.phoneKindBrowser]
    }

    /// The headline of the phone's step.
    var state: String {
        switch phone.stage {
        case .signals: texts[.phoneSignalsTitle]
        case .bank: texts[.phoneBankTitle]
        case .approval: texts[.phoneApprovalTitle]
        case .options: texts[.phoneOptionsTitle]
        case .registration: texts[.phoneRegistrationTitle]
        case .verdict: texts[.phoneVerdictTitle]
        case .ready: texts[.phoneReadyTitle]
        case .signature: texts[.phoneSignatureTitle]
        case .settlement: texts[.phoneSettlementTitle]
        case .paid: phone.outcome == nil ? texts[.phonePaidTitle] : texts[.phoneRefusedTitle]
        case .ended: texts[.phoneEndedTitle]
        case .forgotten: texts[.phoneForgottenTitle]
        }
    }

    /// One sentence about the step.
    var lead: String {
        switch phone.stage {
        case .signals: texts[.phoneSignalsLead]
        case .bank: texts[.phoneBankLead]
        case .approval: texts[.phoneApprovalLead, ["bank": phone.institution ?? ""]]
        case .options: texts[.phoneOptionsLead]
        case .registration: texts[.phoneRegistrationLead, ["method": method]]
        case .verdict: texts[.phoneVerdictLead]
        case .ready: texts[.phoneReadyLead, ["bank": phone.institution ?? ""]]
        case .signature: texts[.phoneSignatureLead, ["method": method]]
        case .settlement: texts[.phoneSettlementLead]
        case .paid: phone.outcome == nil ? texts[.phonePaidLead] : texts[.phoneRefusedLead]
        case .ended: texts[.phoneEndedLead]
        case .forgotten: texts[.phoneForgottenLead]
        }
    }

    // MARK: The sheet

    private var verification: GesturePrompt.Verification? {
        phone.profile.flatMap { AuthenticatorProfile(name: $0) }?.verification
    }

    /// How the phone recognizes its owner.
    var method: String {
        guard let verification else { return texts[.phoneMethodBrowser] }
        return switch verification {
        case .face: texts[.phoneMethodFace]
        case .fingerprint: texts[.phoneMethodFinger]
        case .pin: texts[.phoneMethodPin]
        case .none: texts[.phoneMethodTouch]
        }
    }

    /// For the template `phone_sheet`.
    /// - Parameters:
    ///   - cancel: the page without the sheet.
    ///   - options: pasted ones, which the form sends again.
    func sheet(_ text: String, action: String, cancel: String, options: String? = nil) -> [String: Any] {
        var values: [String: Any] = [
            "title": texts[.phoneSheetTitle, ["method": method]], "text": text, "action": action, "cancel": cancel,
            "approve": texts[.phoneApproveGesture], "face": verification == .face,
        ]
        values["options"] = options
        return values
    }
}
