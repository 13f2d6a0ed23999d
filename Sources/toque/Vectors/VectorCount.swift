/// How many vectors there were, in words.
struct VectorCount: CustomStringConvertible {
    var vectors = 0
    var unexpected = 0

    var description: String {
        let all = vectors == 1 ? "1 verdict" : "\(vectors) verdicts"
        return unexpected == 0 ? "\(all), as expected" : "\(all), \(unexpected) not as expected"
    }
}
