import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider: DocumentedProvider {
    var title: String { "Biometric Pix API of the Toque sandbox" }
    var operations: [Operation] { Operation.all.map(rules.applied) }
    var components: [Component] { Component.all.map(rules.applied) }
    /// The API reference ends each path with a slash.
    var pathEnd: String { "/" }
    var pathParameters: [Parameter] { [.handle] }
    var answerHeaders: [AnswerHeader] { [.location] }
    var exampleID: String { Seeds.customer }
    var pageSizes: PageSizes { PageSizes(usual: 100, largest: 1000, last: 1_000_000) }

    func errorSchema(_ codes: [String]) -> JSONSchema {
        JSONSchema.component(.errors).with("items", ["properties": ["code": JSONSchema.choice(codes).json]])
    }
}

extension Operation {
    /// The table of all endpoints, in the order of the document.
    static let all: [Operation] = [
        institutions, customers, bankAccounts, enrollments, enrollmentCeremonies, paymentIntents, charges,
        accessTokens, bankPages, bankDiscovery, wellKnown,
    ].flatMap { $0 }
}

/// Example ids are those of seeded objects, if there are any.
extension Tag {
    static let institutions = Tag(
        "Institutions", "Banks that customers can enroll at.", exampleID: Seeds.institution)
    static let customers = Tag("Customers", "Persons and companies that pay.", exampleID: Seeds.customer)
    static let bankAccounts = Tag(
        "Bank accounts", "Accounts that pay or are paid.", exampleID: Seeds.beneficiaryBankAccount)
    static let enrollments = Tag(
        "Enrollments", "Devices that may authorize payments of a customer at an institution.",
        exampleID: Examples.enrollment.id)
    static let paymentIntents = Tag(
        "Payment intents", "Payments that a device authorizes.", exampleID: Examples.paymentIntentID)
    static let charges = Tag(
        "Charges", "Movements of money that payment intents ask for.", exampleID: Examples.chargeID)
    static let transactions = Tag(
        "Transactions", "Movements of money that took place.", exampleID: Examples.paymentIntentID)
    static let tokens = Tag(
        "Access tokens", "Tokens from a backend for an app, whose SDK then calls the API itself.",
        exampleID: Examples.paymentIntentID)
    static let bank = Tag(
        "The bank's pages",
        "Pages that the account holder sees in a browser. They need no key: their URLs are secret.",
        exampleID: Examples.paymentIntentID, isOfPages: true)
    static let relyingParty = Tag(
        "The relying party's domain", "What phones ask the domain for, without a key.",
        exampleID: Examples.paymentIntentID, isOfPages: true)
}

extension Answer {
    /// 200 with a page of a list.
    static func list(_ component: Component, _ about: String) -> Answer {
        let page: JSON = ["count": 1, "next": .null, "previous": .null, "results": [component.example]]
        return Answer(
            status: 200, about: about, content: .json(Page<Customer>.schema(of: .component(component)), example: page))
    }
}

extension AnswerHeader {
    static let location = AnswerHeader("Location", "The callback URL with the bank's answer.", .url)
}

extension Parameter {
    static let handle = Parameter(
        place: .path, name: "handle", about: "Secret part of the page's URL",
        schema: .text(matching: "^[A-Za-z0-9_-]{22}$"), example: .string(Examples.handle))

    /// Customers and bank accounts have two forms, both accepted under either version.
    static let resourceVersion = Parameter(
        place: .header, name: ResourceVersion.header, about: "Version of the resource's form",
        schema: .choice(ResourceVersion.self), example: .string(ResourceVersion.v2.rawValue))
}

extension SandboxError {
    static let ofResourceVersion = invalid(
        ResourceVersion.header, "Found \"V3\", expected Payments-BR.V2, or no header for version 1.")

    /// An example of its response.
    var example: JSON { PixProvider.errorArray([self], requestID: Examples.requestID) }
}
