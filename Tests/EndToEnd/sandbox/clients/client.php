<?php
// Enrolls and pays with PHP's curl, over one handle, which keeps its connection open.

const METHOD = 'open_finance_biometric_pix';
$curl = curl_init();

/** The JSON of the answer; null if the object does not exist yet. */
function call(string $method, string $path, ?string $body = null): mixed
{
    global $curl;
    curl_setopt_array($curl, [
        CURLOPT_URL => getenv('TOQUE_SERVER') . $path,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_POSTFIELDS => $body ?? '',
        CURLOPT_USERPWD => getenv('TOQUE_API_KEY_ID') . ':' . getenv('TOQUE_API_KEY_SECRET'),
        CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 60,
    ]);
    $text = curl_exec($curl);
    if ($text === false) {
        throw new Exception("$method $path: " . curl_error($curl));
    }
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($method === 'GET' && $status === 404) {
        return null;
    }
    if ($status >= 300) {
        throw new Exception("$method $path: $status $text");
    }
    // Decode objects as objects: an empty array would be encoded as a list.
    return $text === '' ? null : json_decode($text, flags: JSON_THROW_ON_ERROR);
}

/** Polls until the object exists and is no longer pending. */
function poll(string $path): mixed
{
    while (true) {
        $answer = call('GET', $path);
        if ($answer !== null && ($answer->status ?? '') !== 'PENDING') {
            return $answer;
        }
        usleep(100_000);
    }
}

function phone(array $command, string $input = ''): string
{
    $process = proc_open(['toque', ...$command], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
    fwrite($pipes[0], $input);
    fclose($pipes[0]);
    $output = stream_get_contents($pipes[1]);
    if (proc_close($process) !== 0) {
        throw new Exception(implode(' ', $command));
    }
    return $output;
}

$enrollment = call('POST', '/enrollments/', json_encode(['type' => METHOD, 'details' => [
    'customer' => getenv('TOQUE_CUSTOMER'),
    'institution' => getenv('TOQUE_INSTITUTION'),
    'platform' => 'CROSS_PLATFORM',
    'callback_url' => 'https://merchant.example/return',
    'risk_signals' => json_decode(file_get_contents(getenv('RISK_SIGNALS'))),
]]));
call('POST', '/enrollments/complete-redirection/', phone(['approve', $enrollment->details->redirect_url, '--body']));
$options = poll("/enrollments/$enrollment->id/fido-registration-options/");
call('POST', "/enrollments/$enrollment->id/confirm/", phone(['register', '-', '--body'], json_encode($options)));
poll("/enrollments/$enrollment->id/");

$payment = call('POST', '/payment-intents/', json_encode([
    'amount' => '0.13',
    'allowed_payment_method_types' => [METHOD],
    'customer' => getenv('TOQUE_CUSTOMER'),
    'description' => 'Paid from PHP',
    'statement_description' => 'Test',
    'payment_method_details' => [METHOD => [
        'beneficiary_bank_account' => getenv('TOQUE_BENEFICIARY_BANK_ACCOUNT'),
        'enrollment' => $enrollment->id,
    ]],
    'confirm' => true,
]));
$challenge = json_encode($payment->payment_method_information->{METHOD}->fido_options);
$assertion = phone(['sign', '-', '--body', '--risk-signals', getenv('RISK_SIGNALS')], $challenge);
call('POST', "/payment-intents/$payment->id/authorize/", $assertion);
echo json_encode(poll("/payment-intents/$payment->id/")), "\n";
