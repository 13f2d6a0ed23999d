import PixAPI
import Sandbox
import SandboxKit

/// The languages of the bank's pages.
enum BankLanguage: String, PageLanguage {
    case portuguese = "pt-BR"
    case english = "en"

    static let usual = portuguese
}

/// The page for the account holder's decision, and the notices that replace it.
enum ApprovalPage {
    static func form(
        _ record: EnrollmentRecord, institution: String, shop: String, language: BankLanguage
    ) -> SandboxResponse {
        let texts = ApprovalTexts.of(language)
        return DecisionPage.response(
            language: language.rawValue, title: institution, text: "\(shop) \(texts.question)",
            details: [
                (texts.device, record.enrollment.details.name ?? texts.unnamed),
                (texts.holder, record.customerIdentifier.shownToHolder),
                (texts.platform, record.enrollment.details.platform.rawValue),
            ], choices: [("approve", texts.approve), ("decline", texts.decline)], footer: texts.footer
        ).assuming(.bankPage)
    }

    static func refusal(_ refusal: ApprovalRefusal, language: BankLanguage) -> SandboxResponse {
        notice(ApprovalTexts.of(language).sentence(refusal), status: refusal.status, language: language)
    }

    /// The bank's redirect target if an enrollment has no callback URL.
    static func returned(language: BankLanguage) -> SandboxResponse {
        notice(ApprovalTexts.of(language).returned, status: 200, language: language)
    }

    private static func notice(_ sentence: String, status: Int, language: BankLanguage) -> SandboxResponse {
        DecisionPage.response(
            language: language.rawValue, title: "Sandbox", text: sentence, footer: ApprovalTexts.of(language).footer,
            status: status
        ).assuming(.bankPage)
    }
}
