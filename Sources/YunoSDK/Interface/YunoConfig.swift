/// What an app sets once, by `Yuno.initialize`. On Linux no card form is drawn, so that its members are kept and change
/// nothing, but for `keepLoader`.
public final class YunoConfig: Sendable {
    /// How the card form is laid out.
    public let cardFormType: CardFormType
    public let appearance: Yuno.Appearance
    /// Whether the card form offers to save the card.
    public let saveCardEnabled: Bool
    /// Whether the loader stays after a payment, until `Yuno.hideLoader()`.
    public let keepLoader: Bool
    /// Whether the card form leaves out the cardholder's name.
    public let hideCardholderName: Bool

    public init(
        cardFormType: CardFormType = .oneStep, appearance: Yuno.Appearance = .init(), saveCardEnabled: Bool = false,
        keepLoader: Bool = false, hideCardholderName: Bool = false
    ) {
        self.cardFormType = cardFormType
        self.appearance = appearance
        self.saveCardEnabled = saveCardEnabled
        self.keepLoader = keepLoader
        self.hideCardholderName = hideCardholderName
    }
}

/// The flow of the card form.
public enum CardFormType: String, Sendable, Hashable, CaseIterable {
    case oneStep = "ONE_STEP"
    case stepByStep = "STEP_BY_STEP"

    /// As newer editions name it.
    public static let multiStep = stepByStep
}

extension Yuno {
    /// Fonts and colors of an app. Nothing is drawn on Linux, so that there is nothing to set.
    public struct Appearance: Sendable, Hashable {
        public init() {}
    }
}
