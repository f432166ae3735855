<?php
// Runs a PHP file that returns an array and prints the array as JSON. A file with other tokens than literals is refused.
// usage: php -n -d extension=tokenizer.so read_array.php FILE.php
const LITERALS = [T_OPEN_TAG, T_CLOSE_TAG, T_RETURN, T_ARRAY, T_DOUBLE_ARROW, T_CONSTANT_ENCAPSED_STRING, T_ENCAPSED_AND_WHITESPACE, T_LNUMBER,
    T_DNUMBER, T_WHITESPACE, T_COMMENT, T_DOC_COMMENT, T_START_HEREDOC, T_END_HEREDOC];
foreach (token_get_all(file_get_contents($argv[1])) as $token) {
    $isLiteral = is_array($token)
        ? in_array($token[0], LITERALS, true) || in_array(strtolower($token[1]), ['true', 'false', 'null'], true)
        : str_contains('()[],;.-"', $token);
    if (!$isLiteral) {
        fwrite(STDERR, 'not a literal: ' . (is_array($token) ? $token[1] : $token));
        exit(1);
    }
}
echo json_encode(require $argv[1], JSON_THROW_ON_ERROR);
