<?php
// What PHP itself makes of a file that returns an array; only ever for files that we wrote.
// usage: php -n read_array.php FILE.php
echo json_encode(require $argv[1], JSON_THROW_ON_ERROR);
