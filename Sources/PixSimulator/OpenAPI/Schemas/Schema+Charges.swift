import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    static let charge = answer(
        .required("id", .uuid),
        .required("created_by", .uuid),
        .required("created_at", .timestamp),
        .required("updated_at", .timestamp),
        .required("status", .choice(ChargeStatus.self)),
        .required("amount", .amount),
        .required("currency", .constant("BRL")),
        .required("customer", .uuid),
        .required("payment_intent", .uuid),
        .required("payment_method_type", methodType),
        .required("payment_method_details", methodDetails.orNull),
        .required("payment_method_information", methodInformation(fidoOptions: Schema(["type": "null"])).orNull),
        .required("payer_information", payerInformation.orNull),
        .required("provider", .text.orNull),
        .required("description", .text.orNull),
        .required("statement_description", .text.orNull),
        .required("failure_code", .reasonCode.orNull),
        .required("failure_message", .text.orNull),
        .required("transactions", .array(of: .uuid).about("One where the charge succeeded")),
        .required("metadata", .freeObject))

    static let transaction = answer(
        .required("id", .uuid),
        .required("created_by", .uuid),
        .required("created_at", .timestamp),
        .required("amount", .amount),
        .required("currency", .constant("BRL")),
        .required("description", .text),
        .required("transaction_type", .choice(PaymentTransaction.Direction.self)),
        .required("beneficiary", .uuid.about("The bank account that was paid")),
        .required("payment_intent", .uuid),
        .required("charge", .uuid.orNull),
        .required("customer", .uuid))
}
