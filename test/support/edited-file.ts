/** Edits of a file: the new text of an entry, or null for an entry that is removed. */
export type Edits = ReadonlyMap<string, string | null>;

/** Edits exported files as a person does in an editor, by the rules of the formats, without the codecs. */
export const EDITORS: Record<string, (file: string, edits: Edits) => string> = {
  json(file, edits) {
    const texts = JSON.parse(file) as Record<string, string>;
    for (const [name, text] of edits) {
      if (text === null) delete texts[name];
      else texts[name] = text;
    }
    return JSON.stringify(texts, null, 4);
  },

  po(file, edits) {
    const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
    const blocks = file.trimEnd().split('\n\n');
    for (const [name, text] of edits) {
      const place = blocks.findIndex((block) => block.includes(`\nmsgid "${name}"`));
      const block = blocks[place] ?? `# new\nmsgid "${name}"\nmsgstr ""`;
      const edited = text === null ? [] : [block.replace(/^msgstr .*$/m, () => `msgstr ${quoted(text)}`)];
      blocks.splice(place < 0 ? blocks.length : place, place < 0 ? 0 : 1, ...edited);
    }
    return `${blocks.join('\n\n')}\n`;
  },

  xliff(file, edits) {
    return editElements(file, edits, {
      element: (name) => new RegExp(`<trans-unit id="${name}">.*?</trans-unit>`, 's'),
      write: (name, text) =>
        `<trans-unit id="${name}"><source>en ${name}</source><target>${escapeXml(text)}</target></trans-unit>`,
      end: '</body>',
    });
  },

  android(file, edits) {
    return editElements(file, edits, {
      element: (name) => new RegExp(`<(string|plurals) name="${name}">.*?</\\1>`, 's'),
      write: (name, text) => `<string name="${name}">${escapeXml(text.replace(/['"\\]/g, '\\$&'))}</string>`,
      end: '</resources>',
    });
  },

  csv(file, edits) {
    const [header = '', ...rows] = file.trimEnd().split(/\r?\n/);
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    for (const [name, text] of edits) {
      const row = `${name},en ${name},${text === null ? '' : quoted(text)},`;
      const place = rows.findIndex((each) => each.startsWith(`${name},`));
      if (place >= 0) rows[place] = row;
      else if (text !== null) rows.push(row);
    }
    return [header, ...rows, ''].join('\r\n');
  },
};

function editElements(
  file: string,
  edits: Edits,
  by: { element: (name: string) => RegExp; write: (name: string, text: string) => string; end: string },
): string {
  return [...edits].reduce((edited, [name, text]) => {
    const written = text === null ? '' : by.write(name, text);
    const pattern = by.element(name);
    return pattern.test(edited)
      ? edited.replace(pattern, () => written)
      : edited.replace(by.end, () => `${written}\n${by.end}`);
  }, file);
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
