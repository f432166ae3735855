"""Reads a file with lxml or translate-toolkit and prints the facts of each key as JSON: texts with markup, forms, states, notes.

usage: /usr/bin/python3 facts.py KIND FILE
A key that occurs twice in the file gets the suffix `#2`.
"""
import json
import re
import sys
import warnings

from lxml import etree

LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def root(path):
    return etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)).getroot()


def inner(element):
    """Returns the content of an element as canonical XML without namespace declarations."""
    if element is None:
        return None
    for comment in list(element.iter(etree.Comment)):
        comment.tail, text = None, comment.tail or ""
        before, parent = comment.getprevious(), comment.getparent()
        if before is None:
            parent.text = (parent.text or "") + text
        else:
            before.tail = (before.tail or "") + text
        parent.remove(comment)
    whole = etree.tostring(element, method="c14n", exclusive=True, with_tail=False).decode()
    return re.sub(r' xmlns(:\w+)?="[^"]*"', "", whole[whole.index(">") + 1 : whole.rindex("</")])


def local(element):
    return etree.QName(element).localname if isinstance(element.tag, str) else None


def children(element, name):
    return [child for child in element if local(child) == name]


def child(element, name):
    return next(iter(children(element, name)), None)


def below(element, name):
    return [each for each in element.iter() if local(each) == name]


def xliff(path):
    for file in below(root(path), "file"):
        for unit in below(file, "trans-unit"):
            target = child(unit, "target")
            yield f"{file.get('original')} {unit.get('id')}", {
                "source": inner(child(unit, "source")),
                "target": inner(target) or None,
                "state": target.get("state") if target is not None and inner(target) else None,
                "notes": [note.text for note in children(unit, "note")],
                **{name: unit.get(name) for name in ("resname", "approved", "translate", "maxwidth")},
            }


def xliff2(path):
    for file in below(root(path), "file"):
        for unit in below(file, "unit"):
            yield f"{file.get('id')} {unit.get('id')}", {
                "parts": [
                    [segment.get("id"), segment.get("state", "initial"), inner(child(segment, "source")), inner(child(segment, "target")) or None]
                    for segment in unit
                    if local(segment) in ("segment", "ignorable")
                ],
                "notes": [note.text for note in below(unit, "note")],
                "name": unit.get("name"),
            }


def tmx(path):
    for unit in root(path).iter("tu"):
        texts = {variant.get(LANGUAGE, variant.get("lang")): inner(child(variant, "seg")) for variant in unit.iter("tuv")}
        yield unit.get("tuid") or next(iter(texts.values())), {
            "texts": {language.replace("_", "-").lower(): text for language, text in texts.items()},
            "notes": [note.text for note in unit.iter("note")],
            "properties": [[prop.get("type"), prop.text] for prop in unit.iter("prop")],
        }


def qt_ts(path):
    for context in root(path).iter("context"):
        for message in context.iter("message"):
            translation = child(message, "translation")
            forms = children(translation, "numerusform") if translation is not None else []
            names = ("extracomment", "translatorcomment", "oldsource", "oldcomment", "userdata")
            key = [message.get("id"), context.findtext("name"), message.findtext("source"), message.findtext("comment")]
            yield " | ".join(part or "" for part in key), {
                "text": [inner(form) for form in forms] or inner(translation) or None,
                "type": translation.get("type") if translation is not None else None,
                "at": [[place.get("filename"), place.get("line")] for place in children(message, "location")],
                **{name: message.findtext(name) for name in names},
            }


def comments_above(element):
    before = element.getprevious()
    above = []
    while before is not None and before.tag is etree.Comment:
        above = before.text.split() + above
        before = before.getprevious()
    return " ".join(above) or None


def android(path):
    """Reads everything but the texts, which aapt2 reads."""
    for element in root(path):
        if local(element) in ("string", "plurals", "string-array"):
            yield f"{local(element)} {element.get('name')} {element.get('product') or ''}", {
                "comment": comments_above(element),
                "markup": sorted({f"{local(each)} {sorted(each.items())}" for each in element.iter() if local(each) not in (local(element), "item", None)}),
                **{name: element.get(name) for name in ("translatable", "formatted")},
            }


def po(path):
    from translate.storage.pypo import pofile

    with open(path, "rb") as file:
        store = pofile(file)
    number = int(store.getheaderplural()[0] or 2)
    for unit in store.units:
        if unit.isheader():
            continue
        forms = [str(form) for form in getattr(unit.target, "strings", [unit.target])]
        if unit.hasplural():
            # Forms beyond the file's plural rule have no effect, and missing ones are copies of the last form.
            forms = (forms + forms[-1:] * number)[:number]
        yield f"{unit.isobsolete()} {unit.getcontext()} {unit.source}", {
            "forms": forms if any(forms) else [],
            "fuzzy": unit.isfuzzy(),
            "at": unit.getlocations(),
            "developer": unit.getnotes("developer"),
            "translator": unit.getnotes("translator"),
            "flags": sorted(flag for flag in re.findall(r"[\w-]+", " ".join(unit.typecomments))),
            "previous": str(unit.prev_source),
        }


READERS = {"xliff": xliff, "xliff2": xliff2, "tmx": tmx, "qt-ts": qt_ts, "android": android, "po": po}

warnings.simplefilter("ignore")
kind, path = sys.argv[1:]
found = {}
for key, facts in READERS[kind](path):
    number, name = 1, key
    while name in found:
        number += 1
        name = f"{key}#{number}"
    found[name] = facts
json.dump(found, sys.stdout)
