import ToqueEncoding

extension Provider {
    func openAPI(publicURL: String) -> JSON { ["openapi": "3.1.0"] }
}
