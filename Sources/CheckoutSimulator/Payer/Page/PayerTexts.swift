import SandboxKit

/// The languages of the payer's pages.
enum PayerLanguage: String, PageLanguage {
    case english = "en"
    case portuguese = "pt-BR"
    case spanish = "es"

    static let usual = english
}

/// The texts of the payer's pages.
package struct PayerTexts: Sendable {
    let question: String
    let payee: String
    let amount: String
    let currency: String
    let reference: String
    let account: String
    let approve: String
    let decline: String
    let cancel: String
    let card: String
    let choose: String
    let otherPasskey: String
    let footer: String
    let unsupported: String
    let failed: String
    let unknown: String
    let malformed: String
    let decided: String
    let over: String
    let approved: String
    let declined: String
    let canceled: String
    let refused: String
    let goOn: String
    let goBack: String
    let goBackToPage: String

    /// Shown instead of the form.
    func sentence(_ refusal: PayerRefusal) -> String {
        switch refusal {
        case .unknown: unknown
        case .malformed: malformed
        case .decided: decided
        case .over: over
        }
    }

    func sentence(_ decision: PayerDecision) -> String {
        switch decision {
        case .approved: approved
        case .declined: declined
        case .canceled: canceled
        case .refused(let code): "\(refused) (\(code.rawValue))"
        }
    }

    static func of(_ language: PayerLanguage) -> PayerTexts {
        switch language {
        case .english: english
        case .portuguese: portuguese
        case .spanish: spanish
        }
    }

    static let english = PayerTexts(
        question: "Do you approve this payment?", payee: "Payee", amount: "Amount", currency: "Currency",
        reference: "Reference", account: "From the account of", approve: "Approve", decline: "Decline",
        cancel: "Cancel and go back", card: "Test card", choose: "Change",
        otherPasskey: "Register another passkey",
        footer: "Test environment: payer, shop and institutions are invented, and no money moves.",
        unsupported: "This browser has no passkeys.", failed: "The passkey did not approve.",
        unknown: "This address leads to no payment.",
        malformed: "The page has no such answer: approve, decline, or cancel if it is offered.",
        decided: "This payment has been decided already.", over: "The time for this payment is over.",
        approved: "The payment is approved.", declined: "The payment is declined.",
        canceled: "The payment is canceled.", refused: "The passkey's signature was refused; no money moves.",
        goOn: "Continue", goBack: "You may go back to the shop.", goBackToPage: "Back")

    private static let portuguese = PayerTexts(
        question: "Você autoriza este pagamento?", payee: "Recebedor", amount: "Valor", currency: "Moeda",
        reference: "Referência", account: "Da conta de", approve: "Autorizar", decline: "Recusar",
        cancel: "Cancelar e voltar", card: "Cartão de teste", choose: "Alterar",
        otherPasskey: "Registrar outra chave de acesso",
        footer: "Ambiente de testes: pagador, loja e instituições são inventados, e nenhum valor é movimentado.",
        unsupported: "Este navegador não tem chaves de acesso.", failed: "A chave de acesso não autorizou.",
        unknown: "Não há nenhum pagamento neste endereço.",
        malformed: "A resposta não é nenhuma das que esta página tem.",
        decided: "Este pagamento já foi decidido.", over: "O prazo deste pagamento expirou.",
        approved: "O pagamento foi autorizado.", declined: "O pagamento foi recusado.",
        canceled: "O pagamento foi cancelado.",
        refused: "A assinatura da chave de acesso foi recusada; nenhum valor é movimentado.",
        goOn: "Continuar", goBack: "Volte à loja.", goBackToPage: "Voltar")

    private static let spanish = PayerTexts(
        question: "¿Autoriza este pago?", payee: "Beneficiario", amount: "Importe", currency: "Moneda",
        reference: "Referencia", account: "De la cuenta de", approve: "Autorizar", decline: "Rechazar",
        cancel: "Cancelar y volver", card: "Tarjeta de prueba", choose: "Cambiar",
        otherPasskey: "Registrar otra llave de acceso",
        footer: "Entorno de pruebas: pagador, tienda e instituciones son inventados, y no se mueve dinero.",
        unsupported: "Este navegador no tiene llaves de acceso.", failed: "La llave de acceso no autorizó.",
        unknown: "No hay ningún pago en esta dirección.",
        malformed: "La respuesta no es ninguna de las que tiene esta página.",
        decided: "Este pago ya fue decidido.", over: "El plazo de este pago ha terminado.",
        approved: "El pago está autorizado.", declined: "El pago fue rechazado.",
        canceled: "El pago fue cancelado.",
        refused: "La firma de la llave de acceso fue rechazada; no se mueve dinero.",
        goOn: "Continuar", goBack: "Vuelva a la tienda.", goBackToPage: "Volver")
}
