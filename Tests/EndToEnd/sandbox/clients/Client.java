// Enrolls and pays with java.net.http.HttpClient and its defaults: its first request asks for an upgrade to HTTP/2.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;

public class Client {
    static final String METHOD = "open_finance_biometric_pix";
    static final HttpClient HTTP = HttpClient.newHttpClient();

    static String env(String name) {
        return System.getenv(name);
    }

    /** The body of the answer; null if the object does not exist yet. */
    static String call(String method, String path, String body) throws Exception {
        String key = env("TOQUE_API_KEY_ID") + ":" + env("TOQUE_API_KEY_SECRET");
        var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        var request = HttpRequest.newBuilder(URI.create(env("TOQUE_SERVER") + path))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(60))
                .method(method, publisher)
                .build();
        var answer = HTTP.send(request, BodyHandlers.ofString());
        if (method.equals("GET") && answer.statusCode() == 404) return null;
        if (answer.statusCode() >= 300) throw new Exception(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        return answer.body();
    }

    /** Polls until the object exists and is no longer pending. */
    static String poll(String path) throws Exception {
        while (true) {
            String answer = call("GET", path, null);
            if (answer != null && !answer.contains("\"status\":\"PENDING\"")) return answer;
            Thread.sleep(100);
        }
    }

    static String phone(String input, String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new Exception(String.join(" ", command));
        return output;
    }

    // The JDK has no JSON parser; a backend uses a library.

    static String text(String json, String name) {
        var match = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!match.find()) throw new IllegalArgumentException("no " + name + " in " + json);
        return match.group(1);
    }

    static String object(String json, String name) {
        int start = json.indexOf("{", json.indexOf("\"" + name + "\":")), depth = 0, end = start;
        do {
            char character = json.charAt(end++);
            if (character == '{') depth++;
            if (character == '}') depth--;
        } while (depth > 0);
        return json.substring(start, end);
    }

    public static void main(String[] arguments) throws Exception {
        String signals = new String(java.nio.file.Files.readAllBytes(java.nio.file.Path.of(env("RISK_SIGNALS"))));
        String enrollment = call("POST", "/enrollments/", """
                {"type": "%s", "details": {"customer": "%s", "institution": "%s", "platform": "CROSS_PLATFORM",
                 "callback_url": "https://merchant.example/return", "risk_signals": %s}}
                """.formatted(METHOD, env("TOQUE_CUSTOMER"), env("TOQUE_INSTITUTION"), signals));
        String id = text(enrollment, "id");
        call("POST", "/enrollments/complete-redirection/",
                phone("", "toque", "approve", text(enrollment, "redirect_url"), "--body"));
        String options = poll("/enrollments/" + id + "/fido-registration-options/");
        call("POST", "/enrollments/" + id + "/confirm/", phone(options, "toque", "register", "-", "--body"));
        poll("/enrollments/" + id + "/");

        String payment = call("POST", "/payment-intents/", """
                {"amount": "0.13", "allowed_payment_method_types": ["%1$s"], "customer": "%2$s", "confirm": true,
                 "description": "Paid from Java", "statement_description": "Test",
                 "payment_method_details": {"%1$s": {"beneficiary_bank_account": "%3$s", "enrollment": "%4$s"}}}
                """.formatted(METHOD, env("TOQUE_CUSTOMER"), env("TOQUE_BENEFICIARY_BANK_ACCOUNT"), id));
        String path = "/payment-intents/" + text(payment, "id") + "/";
        call("POST", path + "authorize/", phone(object(payment, "fido_options"),
                "toque", "sign", "-", "--body", "--risk-signals", env("RISK_SIGNALS")));
        System.out.println(poll(path));
    }
}
