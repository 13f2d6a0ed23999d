import ToqueEncoding

extension Provider {
    func openAPI(publicURL: String) -> JSON {
        OpenAPIDocument(publicURL: publicURL, routes: routes, prefixes: prefixes, scenarios: scenarios).json
    }
}
