import ToqueCrypto
import ToqueEncoding

/// What one request is called in the answer, the journal and the log.
enum RequestID {
    /// The client's own, where it can stand anywhere as it is; else a new one.
    static func of(header: String?) -> String {
        if let header, isSane(header) { return header }
        // Not from the injected random source: how often a client polls must not change the objects' ids.
        return Hex.encode(SystemRandom().bytes(16))
    }

    private static func isSane(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
