extension PixSimulator {
    /// Who the bank takes itself for in ceremonies.
    public struct RelyingPartyIdentity: Sendable, Hashable {
        /// RP ID; the guide's samples have this one.
        public var id = "belvo.com"
        /// The shop that enrolls devices.
        public var name = "Loja Exemplo"
        /// Exact origins, of the web (`https://belvo.com`) or of apps (`android:apk-key-hash:...`).
        public var origins = ["https://belvo.com"]

        public init() {}
    }
}
