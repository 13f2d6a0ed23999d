import ToqueCrypto
import ToqueEncoding

/// Shared by the targets of the checkout providers.
enum CheckoutModels {
    /// A response or a webhook must survive writing and reading again.
    static func answer<Model: JSONModel>(_ type: Model.Type, _ json: JSON) {
        guard let read = try? Model(json: json) else { return }
        require((try? Model(json: read.json))?.json == read.json, "\(type) changes on its way")
    }

    /// The same for the body of a request.
    static func request<Model: RequestModel>(_ type: Model.Type, _ json: JSON) {
        guard let read = try? Model(validating: JSONReader(json)) else { return }
        let again = try? Model(validating: JSONReader(read.json))
        require(again?.json == read.json, "\(type) changes on its way")
    }

    /// The bytes with one bit changed, at a position that they determine; nil if there are none.
    static func flipped(_ bytes: [UInt8]) -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        let digest = Digest.sha256(bytes)
        let place = Int(digest[0]) << 16 | Int(digest[1]) << 8 | Int(digest[2])
        var flipped = bytes
        flipped[place % bytes.count] ^= 1 << (digest[3] % 8)
        return flipped
    }

    /// The same for a text.
    static func flipped(_ text: String) -> String? {
        flipped(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    static func succeeds(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            return false
        }
    }
}
