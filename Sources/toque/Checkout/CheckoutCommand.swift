import ArgumentParser

struct CheckoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkout",
        abstract: "Pay as an app with a provider's SDK; sign and verify messages.",
        discussion: "Example: toque checkout verify ecommpay callback.json --secret-file secret.txt",
        subcommands: [CheckoutPayCommand.self, CheckoutSignCommand.self, CheckoutVerifyCommand.self])
}

struct CheckoutPayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Pay as an app with a provider's SDK.",
        discussion: """
            The same command resumes an interrupted payment. Exit code 4: not known yet, do not pay again.

            Example: toque checkout pay ecommpay --options options.json --sign-url http://127.0.0.1:3000/sign
            """,
        subcommands: [
            EcommpayPayCommand.self, PlacetoPayPayCommand.self, TakeMePayCommand.self, YunoPayCommand.self,
        ])
}

struct CheckoutSignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a message as a provider or its merchant.",
        discussion: "Example: toque checkout sign ecommpay params.json --secret-file secret.txt",
        subcommands: [
            EcommpaySignCommand.self, PlacetoPaySignCommand.self, YunoSignCommand.self, TakeMeSignCommand.self,
        ])
}

struct CheckoutVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a signed message, and show any difference.",
        discussion: """
            Exits 0 if the signature is valid, 1 if not.

            Example: toque checkout verify ecommpay callback.json --secret-file secret.txt
            """,
        subcommands: [
            EcommpayVerifyCommand.self, PlacetoPayVerifyCommand.self, YunoVerifyCommand.self, TakeMeVerifyCommand.self,
        ])
}
