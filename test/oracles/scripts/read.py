"""Reads a file with a parser of Python or of a Debian package and prints the content as JSON.

usage: /usr/bin/python3 read.py KIND FILE
  csv, tsv        rows of cells (csv, strict)
  json            [path, value] of each scalar, duplicates included (json)
  plist           the value (plistlib)
  resx            [name, value, comment] of each text (lxml)
  tmx             [tuid, {language: text}] of each unit (lxml)
  xliff2          [id, target] of each unit (lxml)
  xlsx            rows of cells of each sheet (openpyxl)
  yaml1.1         the value (PyYAML)
  yaml1.2         the value (ruamel.yaml)
"""
import csv
import json
import plistlib
import sys


def rows(path, delimiter):
    csv.field_size_limit(1 << 30)
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, delimiter=delimiter, strict=True))


def scalars(path):
    found = []

    def walk(value, at):
        if isinstance(value, tuple):
            for name, member in value[0]:
                walk(member, at + [name])
        elif isinstance(value, list):
            for index, item in enumerate(value):
                walk(item, at + [index])
        else:
            found.append([at, value])

    with open(path, encoding="utf-8-sig") as file:
        walk(json.load(file, object_pairs_hook=lambda members: (members,), parse_float=str), [])
    return found


def xml_root(path):
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    return etree.parse(path, parser).getroot()


def resx(path):
    texts = [data for data in xml_root(path).iter("data") if data.get("type") is None and data.get("mimetype") is None]
    return [[data.get("name"), data.findtext("value"), data.findtext("comment")] for data in texts]


def tmx(path):
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    return [
        [unit.get("tuid"), {variant.get(language): "".join(variant.find("seg").itertext()) for variant in unit.iter("tuv")}]
        for unit in xml_root(path).iter("tu")
    ]


def xliff2(path):
    core = "{urn:oasis:names:tc:xliff:document:2.0}"

    def text(element):
        parts = [element.text or ""]
        for child in element:
            # <cp hex="0001"/> stands for a character that XML cannot carry.
            parts += [chr(int(child.get("hex"), 16)) if child.tag == core + "cp" else text(child), child.tail or ""]
        return "".join(parts)

    return [[unit.get("id"), "".join(map(text, unit.iter(core + "target")))] for unit in xml_root(path).iter(core + "unit")]


def xlsx(path):
    import openpyxl

    book = openpyxl.load_workbook(path)
    return {sheet.title: [[cell.value for cell in row] for row in sheet.iter_rows()] for sheet in book}


def yaml(path, version):
    with open(path, encoding="utf-8") as file:
        if version == "1.1":
            import yaml as pyyaml

            return pyyaml.safe_load(file)
        from ruamel.yaml import YAML

        return YAML(typ="safe", pure=True).load(file)


def plist(path):
    with open(path, "rb") as file:
        return plistlib.load(file)


READERS = {
    "csv": lambda path: rows(path, ","),
    "tsv": lambda path: rows(path, "\t"),
    "json": scalars,
    "plist": plist,
    "resx": resx,
    "tmx": tmx,
    "xliff2": xliff2,
    "xlsx": xlsx,
    "yaml1.1": lambda path: yaml(path, "1.1"),
    "yaml1.2": lambda path: yaml(path, "1.2"),
}

kind, path = sys.argv[1:]
json.dump(READERS[kind](path), sys.stdout, default=str)
