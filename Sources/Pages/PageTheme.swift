/// The colors of the pages. Without a choice, the browser's preference decides.
package enum PageTheme: String, CaseIterable, Sendable {
    case light
    case dark
}
