"""Prints the terms of a TBX or a CSV file as JSON, read by translate-toolkit, and by Python's csv."""

import csv
import json
import sys

kind, path = sys.argv[1:]
if kind == "csv":
    with open(path, encoding="utf-8", newline="") as file:
        print(json.dumps(list(csv.DictReader(file))))
else:
    from translate.storage import tbx

    store = tbx.tbxfile.parsefile(path)
    print(json.dumps([[unit.source, unit.target, unit.getnotes("definition")] for unit in store.units]))
