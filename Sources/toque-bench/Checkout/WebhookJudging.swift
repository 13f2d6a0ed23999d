import CLibCrypto
import ToqueCrypto

/// The verification of webhooks, compared to OpenSSL's own time for each signature's HMAC or digest.
enum WebhookJudging {
    static func run() async throws {
        print(
            "Webhooks judged, from the bytes to the model, in turns with OpenSSL's HMAC alone over what is signed (aim "
                + "for ecommpay: below 10 times):\n")
        for sample in try WebhookSample.all() {
            try sample.judge()
            let key = Array(WebhookSample.secret.utf8)
            let rates = try await Stopwatch.rates(
                [
                    Workload("OpenSSL", batch: 100) { authenticate(sample.digest, key, sample.signed) },
                    Workload(sample.name, batch: 100) { try sample.judge() },
                ])
            let (ceiling, judged) = (rates[0], rates[1])
            print(
                padded("\(sample.name), \(sample.size) bytes", 24)
                    + padded("\(Int(judged.perSecond))/s", 12, left: true)
                    + padded("\(rounded(judged.microseconds)) us", 14, left: true)
                    + padded("\(rounded(ceiling.microseconds)) us", 14, left: true)
                    + padded("\(rounded(judged.microseconds / ceiling.microseconds)) x", 12, left: true))
        }
        print("")
    }

    /// OpenSSL's one-call function.
    private static func authenticate(_ digest: DigestAlgorithm, _ key: [UInt8], _ message: [UInt8]) {
        var tag = [UInt8](repeating: 0, count: digest.size)
        var length = UInt32(0)
        let function = digest == .sha512 ? EVP_sha512() : EVP_sha256()
        _ = CLibCrypto.HMAC(function, key, Int32(key.count), message, message.count, &tag, &length)
        precondition(length == tag.count, "the benchmark's own message")
    }
}
