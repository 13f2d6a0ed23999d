/// Identifiers of the extensions that this client processes.
enum ClientExtension {
    /// Whether the new credential is discoverable (section 10.1.3).
    static let credProps = "credProps"
}
