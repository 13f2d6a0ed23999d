/// The texts of the bank's pages.
struct ApprovalTexts: Sendable {
    let question: String
    let device: String
    let unnamed: String
    let holder: String
    let platform: String
    let approve: String
    let decline: String
    let footer: String
    let unknown: String
    let malformed: String
    let decided: String
    let expired: String
    let failed: String
    let canceled: String
    let returned: String

    /// Replaces the form.
    func sentence(_ refusal: ApprovalRefusal) -> String {
        switch refusal {
        case .unknown: unknown
        case .malformed: malformed
        case .decided: decided
        case .ended(let enrollment) where enrollment.isTooLate: expired
        case .ended(let enrollment):
            (enrollment.status == .canceled ? canceled : failed) + enrollment.shownReason
        }
    }

    static func of(_ language: BankLanguage) -> ApprovalTexts {
        switch language {
        case .portuguese: portuguese
        case .english: english
        }
    }

    private static let portuguese = ApprovalTexts(
        question: "quer vincular este dispositivo à sua conta para pagar com Pix por biometria.",
        device: "Dispositivo", unnamed: "sem nome", holder: "Titular (CPF ou CNPJ)", platform: "Plataforma",
        approve: "Autorizar", decline: "Recusar",
        footer: "Ambiente de testes: banco, loja e titular são inventados, e nenhum valor é movimentado.",
        unknown: "Não há nenhum pedido neste endereço.",
        malformed: "A resposta precisa ser autorizar ou recusar.",
        decided: "Este pedido já foi respondido.",
        expired: "O prazo deste pedido expirou. Volte ao aplicativo e comece de novo.",
        failed: "Este pedido falhou", canceled: "Este pedido foi cancelado",
        returned: "Pronto. Volte ao aplicativo.")

    private static let english = ApprovalTexts(
        question: "wants to link this device to your account, to pay by Pix with biometrics.",
        device: "Device", unnamed: "without a name", holder: "Account holder (CPF or CNPJ)", platform: "Platform",
        approve: "Approve", decline: "Decline",
        footer: "Test environment: bank, shop and account holder are invented, and no money moves.",
        unknown: "This address leads to no request.",
        malformed: "The answer is neither approve nor decline.",
        decided: "This request has been answered already.",
        expired: "The time for this request is over. Go back to the app and start again.",
        failed: "This request has failed", canceled: "This request was canceled",
        returned: "Done. Go back to the app.")
}
