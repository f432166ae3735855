"""Reads a .strings file with GNUstep and prints [key, text] of each entry as JSON.

GNUstep's `plmerge` parses the file and writes a property list in a regular form, which this script reads.
usage: /usr/bin/python3 strings.py FILE
"""
import json
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s{}=;"]+)', re.S)
ESCAPE = re.compile(r"\\(U[0-9A-Fa-f]{4}|[0-7]{3}|.)", re.S)
LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def unescape(match):
    code = match[1]
    if len(code) == 5:
        return chr(int(code[1:], 16))
    return chr(int(code, 8)) if len(code) == 3 else LETTERS.get(code, code)


def text(token):
    if token[2] is not None:
        return token[2]
    units = ESCAPE.sub(unescape, token[1])
    return units.encode("utf-16", "surrogatepass").decode("utf-16")


with tempfile.TemporaryDirectory() as folder:
    merged = folder + "/merged.plist"
    run = subprocess.run(["plmerge", merged, sys.argv[1]], capture_output=True, text=True, env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
    if run.stderr:
        sys.exit(run.stderr)
    with open(merged, encoding="utf-8", newline="") as file:
        texts = [text(token) for token in TOKEN.finditer(file.read())]
json.dump(list(zip(texts[::2], texts[1::2])), sys.stdout)
