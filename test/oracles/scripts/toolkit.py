"""Reads a file with translate-toolkit and prints [id, context, source, target] of each unit as JSON; plurals are lists.

usage: /usr/bin/python3 toolkit.py KIND FILE
"""
import importlib
import io
import json
import sys
import warnings

from translate.misc.multistring import multistring

CLASSES = {
    "po": ("pypo", "pofile"),
    "xliff": ("xliff", "xlifffile"),
    "android": ("aresource", "AndroidResourceFile"),
    "strings": ("properties", "stringsutf8file"),
    "stringsdict": ("stringsdict", "StringsDictFile"),
    "properties": ("properties", "javafile"),
    "qt-ts": ("ts2", "tsfile"),
    "tmx": ("tmx", "tmxfile"),
    "resx": ("resx", "RESXFile"),
    "arb": ("jsonl10n", "ARBJsonFile"),
    "json-nested": ("jsonl10n", "JsonNestedFile"),
    "i18next": ("jsonl10n", "I18NextV4File"),
    "yaml-rails": ("yaml", "RubyYAMLFile"),
    "fluent": ("fluent", "FluentFile"),
}


def plain(text):
    if isinstance(text, multistring) and len(text.strings) > 1:
        return [str(form) for form in text.strings]
    if isinstance(text, (list, tuple)):
        return [None if form is None else str(form) for form in text]
    return None if text is None else str(text)


warnings.simplefilter("ignore")
# Some readers of translate-toolkit print to the standard output.
out, sys.stdout = sys.stdout, io.StringIO()
kind, path = sys.argv[1:]
module, name = CLASSES[kind]
store = getattr(importlib.import_module("translate.storage." + module), name)()
with open(path, "rb") as file:
    store.parse(file.read())
units = [
    [unit.getid(), unit.getcontext() or None, plain(unit.source), plain(unit.target)]
    for unit in store.units
    if not unit.isheader()
]
json.dump(units, out)
