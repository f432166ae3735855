import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentResource } from '@fluent/bundle';
import fc from 'fast-check';
import { type Edits, editedFile } from '../contract/template-edits.contract';
import { UnwritableTextError } from '../model/format-errors';
import { fluentCodec } from './fluent-codec';

const FILE = readFileSync(join(__dirname, 'fixtures', 'layout.ftl'), 'utf8');
const edited = (edits: Edits, source = FILE): string => editedFile(fluentCodec, source, edits).text;
const idsIn = (source: string): string[] => new FluentResource(source).body.map(({ id }) => id);

describe('templates of Fluent', () => {
  it.each([
    ['brand-name', 'Other', '=  Glossa   ', '=  Other'],
    ['inline', 'One', 'The first line\n  the second\n    indented', 'One'],
    ['inline', '[x\n[y\n\nz', 'The first line\n  the second\n    indented', '[x\n  {"["}y\n\n  z'],
    ['own', '.x', 'A line of its own', '{"."}x'],
    ['deep', 'x\n   y\n  [z', 'List:\n      one', 'x\n       y\n    {"  "}[z'.replace('{"  "}[', '  {"["}')],
    ['own', 'x\ny', 'A line of its own', 'x\n  y'],
    ['-term', 'x\ny', ' Term', '\n    x\n    y'],
    ['-term.case', 'x', 'upper', 'x'],
    ['-term.gender', 'x\ny', '        neuter', '        x\n        y'],
    ['count', "{count, plural, =0 {No} other {'{' $count '}' files}}", '[0]    None', '[0]    No'],
    ['count', "{count, plural, =0 {None} one {1} other {'{' $count '}' files}}", 'None', 'None\n  [one] 1'],
    ['count', "{count, plural, other {'{' $count '}' files}}", '  [0]    None\n', ''],
    ['nested', 'none', '\n    { $n ->', '\n    none\n'],
    ['chosen', 'Open', /Open \{ PLATFORM.*now/s.exec(FILE)?.[0] ?? '', 'Open'],
  ])('writes %s = %j in the layout of its pattern', (key, text, old, pattern) => {
    const written = edited({ [key]: text });
    if (key !== 'nested') expect(written).toBe(FILE.replace(old, () => pattern));
    else expect(written).toBe(FILE.replace(/\n {4}\{ \$n ->[^]*?\n {4}\} /, '\n    none'));
    expect(idsIn(written)).toEqual(idsIn(FILE));
  });

  it('writes a plural anew if its argument or type changes', () => {
    expect(edited({ count: '{n, plural, one {a} other {b}}' })).toBe(
      FILE.replace(/ \{ \$count ->[^]*?\n {2}\}/, '\n    { $n ->\n        [one] a\n       *[other] b\n    }'),
    );
  });

  it.each([
    ['brand-name', /# Above[^]*?Glossa {3}\n/],
    ['inline', /inline =[^]*?indented\n/],
    ['-term.case', / {2}\.case.*\n\n/],
    ['-term.gender', /\n\n {2}\.gender =\n.*/],
    ['only.label', /# Of the[^]*?Label\n/],
    ['count', /count =[^]*? {2}\}\n/],
  ])('removes %s with its comment and nothing else', (key, removed) => {
    expect(FILE).toMatch(removed);
    const replacement = key === '-term.case' ? '\n' : '';
    expect(edited({ [key]: null })).toBe(FILE.replace(removed, replacement));
  });

  it('keeps a message that has only attributes left, and its comment only if that describes one of them', () => {
    const file = '# note\na = x\n    .b = y\n';
    expect(edited({ a: null }, file)).toBe('a =\n    .b = y\n');
    expect(edited({ a: 'x' }, '# note\na =\n    .b = y\n')).toBe('a = x\n    .b = y\n');
    expect(() => edited({ '-term': null })).toThrow(UnwritableTextError);
  });

  it('takes the comment of a message without a value for the comment of its first attribute in the file', () => {
    const file = '# note\na =\n    .title = x\n    .label = y\n';
    expect(edited({}, file)).toBe(file);
    expect(edited({ 'a.title': null }, file)).toBe('a =\n    .label = y\n');
    expect(edited({ 'a.alt': 'z' }, file)).toBe(`${file}    .alt = z\n`);
  });

  it('adds messages, attributes and comments in the layout of the file', () => {
    expect(edited({ new: 'x', 'new.title': { value: 'y\nz' } })).toBe(
      `${FILE}\nnew = x\n    .title =\n        y\n        z\n`,
    );
    expect(edited({ '-term.new': 'x' })).toBe(FILE.replace('neuter', 'neuter\n  .new = x'));
    expect(edited({ 'inline.new': 'x' })).toBe(FILE.replace('    indented', '    indented\n    .new = x'));
    expect(edited({ only: 'x' })).toBe(FILE.replace('# Of the attribute\n', '').replace('only =', 'only = x'));
    expect(edited({ b: { value: 'x', description: 'Two\nlines' } }, 'a = y\r\n')).toBe(
      'a = y\r\n# Two\r\n# lines\r\nb = x\r\n',
    );
    expect(edited({ b: 'x' }, 'a = y')).toBe('a = y\nb = x');
    expect(edited({ b: 'x' }, '# Alone\n')).toBe('# Alone\n\nb = x\n');
    expect(edited({ b: 'x' }, '')).toBe('b = x\n');
  });

  it('writes descriptions only into the file of the source language', () => {
    const file = '# note\na = x\nb = y\n';
    expect(edited({ a: { description: 'new' }, b: { description: 'of b' } }, file)).toBe(
      '# new\na = x\n# of b\nb = y\n',
    );
    expect(edited({ a: { description: '' } }, file)).toBe('a = x\nb = y\n');
    const options = { language: 'de', languages: ['de'] };
    expect(editedFile(fluentCodec, file, { a: { description: 'new' } }, options).text).toBe(file);
  });

  it('keeps CRLF in each part that it writes', () => {
    const crlf = FILE.replaceAll('\n', '\r\n');
    const edits: Edits = { own: 'x\ny', count: '{n, plural, one {a\nb} other {c}}', 'only.label': 'x\ny', new: 'x\ny' };
    expect(edited(edits, crlf)).toBe(edited(edits).replaceAll('\n', '\r\n'));
  });

  it('warns about a reference only in a text that is new in the file', () => {
    const file = 'a = { other-file }\nb = { other-file }\n';
    const { warnings } = editedFile(fluentCodec, file, { b: '{ $greeting } {name}' });
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([['fluent_reference', 'b']]);
  });

  it('writes arguments of ICU as variables, and names of messages as references', () => {
    const file = 'a = { app }\nb = x\nc = { app } { -term }\n';
    const { text, warnings } = editedFile(fluentCodec, file, {
      b: 'Hello {name}',
      c: 'In { app }',
      d: '{ app } {name}',
    });
    expect(text).toBe('a = { app }\nb = Hello { $name }\nc = In { app }\nd = { app } {name}\n');
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([
      ['fluent_reference', 'c'],
      ['fluent_reference', 'd'],
    ]);
  });

  it('keeps an ICU message that the file holds as a text', () => {
    const file = 'a = {"{"}n, plural, one {"{"}a b{"}"} other {"{"}c d{"}"}{"}"}\n';
    expect(edited({}, file)).toBe(file);
    expect(edited({ a: '{n, plural, one {z z} other {c d}}' }, file)).toBe(
      file.replace('a b', 'z z').replace('{"}"}{"}"}', '{"}}"}'),
    );
  });

  it('writes the file of a translation, whose plain messages are no lists, as the file of the source language', () => {
    const values = [
      'x',
      'x { $n } y',
      '\n    x\n      y',
      ' { $n ->\n    [one] a\n   *[other] b\n  }',
      'x\n    .a = y',
    ];
    const edits = fc.record({
      text: fc.constantFrom('z', 'y\nz', 'x'),
      name: fc.constantFrom('m0', 'm1.a', 'm1.b', '-new'),
    });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...values), { minLength: 2 }), fc.boolean(), edits, (parts, crlf, edit) => {
        const lines = parts.map((part, i) => `m${i} = ${part}\n`).join('\n');
        const file = crlf ? lines.replaceAll('\n', '\r\n') : lines;
        const change = { [edit.name]: edit.text };
        const translated = editedFile(fluentCodec, file, change, { language: 'de', languages: ['de'] }).text;
        expect(translated).toBe(edited(change, file));
      }),
    );
  });
});
