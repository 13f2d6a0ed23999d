import PixAPI
import ToqueFiles

/// The API keys of a sandbox, and how a shell names the first one without showing it.
struct KeySource {
    let keys: [PixClient.Key]
    /// `id:secret` for `curl --user`, as a word of a shell's command line.
    let shellWord: String

    /// - Parameter file: an `--api-keys` file; nil for the environment's key, or else the sandbox's own.
    /// - Throws: status 3 or 1 where the file cannot be read or has no key, status 2 for half a key in the environment.
    init(file: String?) throws(CommandError) {
        if let file {
            let found = try APIKeyFile.keys(of: file)
            guard !found.isEmpty else { throw CommandError(.failed, "\(file): no key in it, expected id:secret") }
            keys = found
            shellWord = #""$(grep -m1 '^[^#]' \#(file.shellQuoted))""#
        } else if let key = try PixClient.Key.ofEnvironment() {
            keys = [key]
            shellWord = #""$TOQUE_API_KEY_ID:$TOQUE_API_KEY_SECRET""#
        } else {
            keys = [.sandbox]
            shellWord = "\(PixClient.Key.sandbox.id):\(PixClient.Key.sandbox.secret)"
        }
    }

    /// The first one, which is the default tenant.
    var first: PixClient.Key { keys.first ?? .sandbox }
}
