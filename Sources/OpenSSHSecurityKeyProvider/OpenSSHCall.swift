import COpenSSH
import Glibc
import ToqueCrypto

/// The common part of OpenSSH's calls.
struct OpenSSHCall {
    private let pin: UnsafePointer<CChar>?
    private let options: UnsafePointer<UnsafePointer<sk_option>?>?

    /// - Parameters:
    ///   - pin: C string or null.
    ///   - options: null-terminated array, or null.
    init(pin: UnsafePointer<CChar>?, options: UnsafePointer<UnsafePointer<sk_option>?>?) {
        self.pin = pin
        self.options = options
    }

    /// Runs an operation of the key and waits for it.
    /// - Parameter handOver: receives the response.
    /// - Returns: 0 or an error code. The error's message goes to stderr, which OpenSSH shows; OpenSSH's own texts know
    ///   only the codes.
    func answer<Answer: Sendable>(
        _ ask: @escaping @Sendable (OpenSSHProvider) async throws(OpenSSHError) -> Answer, handOver: (Answer) -> Void
    ) -> Int32 {
        do throws(OpenSSHError) {
            let provider = try OpenSSHProvider(
                options: OpenSSHOptions(OpenSSHInput.options(options)) { getenv($0).map { String(cString: $0) } },
                pin: GivenPIN(OpenSSHInput.secret(pin)))
            let answer: Result<Answer, OpenSSHError> = waiting {
                do throws(OpenSSHError) {
                    return .success(try await ask(provider))
                } catch {
                    return .failure(error)
                }
            }
            handOver(try answer.get())
            return 0
        } catch {
            if let message = error.message { Self.report(message) }
            return error.code.rawValue
        }
    }

    private static func report(_ message: String) {
        // A path may contain anything, and the message must be one line.
        let line = "libtoque-sk: \(message)".map { $0.isNewline ? " " : $0 }
        let bytes = Array(String(line).utf8) + [0x0A]
        // Writing the message is best effort: there is no other way to report it.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// A copy of OpenSSH's input.
enum OpenSSHInput {
    static func bytes(_ pointer: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    /// nil for a null pointer.
    static func secret(_ pointer: UnsafePointer<CChar>?) -> SecretBytes? {
        guard let pointer else { return nil }
        return SecretBytes(copying: UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
    }

    static func options(_ list: UnsafePointer<UnsafePointer<sk_option>?>?) -> [OpenSSHOptions.Option] {
        guard var next = list else { return [] }
        var options: [OpenSSHOptions.Option] = []
        while let option = next.pointee?.pointee {
            options.append(
                OpenSSHOptions.Option(
                    name: text(option.name), value: text(option.value), isRequired: option.required != 0))
            next += 1
        }
        return options
    }
}
