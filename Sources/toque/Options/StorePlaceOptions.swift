import ArgumentParser

/// Which of the stores is meant.
struct StorePlaceOptions: ParsableArguments {
    @OptionGroup var store: StoreOptions

    @Flag(help: "Use the store of `--authenticator soft`. Default: the store of a served key.")
    var credentials = false

    var place: StoreOptions.Place { credentials ? .credentials : .key }

    /// Its key file, there or not.
    func keyPath() throws -> String { try store.keyPath(place) }
}
