import PixAPI
import SandboxKit

extension Operation {
    static let paymentIntents = [
        Operation(
            method: .post, path: "payment-intents", id: "createPaymentIntent", tag: .paymentIntents,
            summary: "Create a payment",
            about: "A repeated request creates a second payment; find both by external_id.",
            body: .of(.createPaymentIntent),
            answers: [
                .created(
                    .paymentIntent, "The payment, with the options for the device",
                    links: [
                        .toObject("showPaymentIntent"), .toObject("authorizePaymentIntent"),
                        .toObject("completePaymentIntent"), .to("showCharge", "$response.body#/charges/0/id"),
                    ])
            ],
            refusals: [
                .required("amount", "Found nothing, expected an amount above 0 with at most two decimals."),
                .invalid("customer", "There is no such customer."),
                .invalid(
                    "payment_method_details.\(Enrollment.type).beneficiary_bank_account",
                    "There is no such active account of a business."),
                .invalid(
                    "payment_method_details.\(Enrollment.type).enrollment", "The customer has no such enrollment."),
                .invalidStatus("The enrollment is failed; only a succeeded one can pay."),
            ],
            takesScenario: true),
        Operation(
            method: .get, path: "payment-intents", id: "listPaymentIntents", tag: .paymentIntents,
            summary: "List payments, newest first", list: PixProvider.paymentIntentParameters,
            answers: [.list(.paymentIntent, "A page of payments")]),
        Operation(
            method: .get, path: "payment-intents/{id}", id: "showPaymentIntent", tag: .paymentIntents,
            summary: "Show a payment", answers: [.shown(.paymentIntent, "The payment")],
            refusals: [.notFound("There is no such payment intent.")]),
        Operation(
            method: .patch, path: "payment-intents/{id}", id: "completePaymentIntent", tag: .paymentIntents,
            summary: "Complete a payment of the redirect product, which the sandbox does not have",
            body: .of(.completePaymentIntent), answers: [],
            refusals: [
                .required("confirm", "Found nothing, expected true."),
                .invalidStatus("A payment intent of this type is confirmed when it is made."),
                .notFound("There is no such payment intent."),
            ]),
        Operation(
            method: .post, path: "payment-intents/{id}/authorize", id: "authorizePaymentIntent", tag: .paymentIntents,
            summary: "Submit the device's signature",
            about: "The bank judges it later: poll the payment.",
            body: .of(.authorizePaymentIntent), answers: [.accepted("The signature was received")],
            refusals: [
                .required("risk_signals.deviceId", "Found nothing, expected a string."),
                .invalid("assertion.rawId", "Found another text, expected the same credential ID as id."),
                .invalidStatus("The payment intent is succeeded; an assertion is taken once."),
                .notFound("There is no such payment intent."),
            ]),
    ]
}
