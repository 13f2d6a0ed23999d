import ArgumentParser

struct CheckoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkout",
        abstract: "Sign and verify messages of payment providers.",
        subcommands: [CheckoutSignCommand.self, CheckoutVerifyCommand.self])
}

struct CheckoutSignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a message as a provider or its merchant does.",
        discussion: "Example: toque checkout sign ecommpay params.json --secret-file secret.txt",
        subcommands: [
            EcommpaySignCommand.self, PlacetoPaySignCommand.self, YunoSignCommand.self, TakeMeSignCommand.self,
        ])
}

struct CheckoutVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a signed message, and say what differs.",
        discussion: """
            Exits 0 when the signature is right, and 1 when it is not.

            Example: toque checkout verify ecommpay callback.json --secret-file secret.txt
            """,
        subcommands: [
            EcommpayVerifyCommand.self, PlacetoPayVerifyCommand.self, YunoVerifyCommand.self, TakeMeVerifyCommand.self,
        ])
}
