"""Compiles and checks a PO file with msgfmt, and prints the catalog that Python's gettext reads as JSON.

usage: /usr/bin/python3 gettext_catalog.py FILE.po [N,... [VALUES]]
prints [key, text] of plain messages and [key, [text for each N]] of plurals; a key is `msgctxt U+0004 msgid`
With VALUES, a JSON object, the texts of plurals are formatted with them, and with N as `count`.
"""
import gettext
import json
import subprocess
import sys
import tempfile

path = sys.argv[1]
numbers = [int(n) for n in sys.argv[2].split(",")] if len(sys.argv) > 2 else [1]
with tempfile.TemporaryDirectory() as folder:
    compiled = folder + "/compiled.mo"
    check = subprocess.run(["msgfmt", "--check", "--output-file", compiled, path], capture_output=True, text=True)
    if check.returncode != 0:
        sys.exit(check.stderr)
    with open(compiled, "rb") as file:
        catalog = gettext.GNUTranslations(file)

plain, plurals = [], {}
for key, text in catalog._catalog.items():
    if isinstance(key, tuple):
        plurals.setdefault(key[0], {})[key[1]] = text
    elif key != "":
        plain.append([key, text])
values = json.loads(sys.argv[3]) if len(sys.argv) > 3 else None
form = lambda text, n: text if values is None else text % {**values, "count": n}
forms = [[key, [form(texts[catalog.plural(n)], n) for n in numbers]] for key, texts in plurals.items()]
json.dump(plain + forms, sys.stdout)
