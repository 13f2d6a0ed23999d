/// An app's configuration, set once by `Yuno.initialize`. On Linux there is no card form, so all members except
/// `keepLoader` are stored without effect.
public final class YunoConfig: Sendable {
    /// The layout of the card form.
    public let cardFormType: CardFormType
    public let appearance: Yuno.Appearance
    /// True if the card form offers to save the card.
    public let saveCardEnabled: Bool
    /// True if the loader stays after a payment, until `Yuno.hideLoader()`.
    public let keepLoader: Bool
    /// True if the card form omits the cardholder's name.
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

    /// The names of newer versions.
    public static let multiStep = stepByStep
}

extension Yuno {
    /// An app's fonts and colors. On Linux there is nothing to set, because nothing is drawn.
    public struct Appearance: Sendable, Hashable {
        public init() {}
    }
}
