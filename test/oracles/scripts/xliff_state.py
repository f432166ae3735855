"""Reads the state of the only unit of an XLIFF 1.2 file with translate-toolkit, and prints it as JSON; null if the file tells none.

usage: /usr/bin/python3 xliff_state.py FILE
"""
import json
import sys

from translate.storage.xliff import xlifffile, xliffunit

with open(sys.argv[1], "rb") as file:
    [unit] = xlifffile.parsestring(file.read()).units
state = unit.get_state_n()
if not unit.isapproved() and unit.getlanguageNode(lang=None, index=1).get("state") is None:
    # The toolkit takes a target that tells nothing for one that needs work.
    print(json.dumps(None))
elif state < xliffunit.S_TRANSLATED:
    print(json.dumps("draft"))
else:
    print(json.dumps("reviewed" if state >= xliffunit.S_SIGNED_OFF else "translated"))
