import { pluralFormsOf, readForms, writeForms } from '../dashboard/src/components/texts/plural-forms';

/** Returns the source text after one of its forms was edited. */
function edited(text: string, selector: string, form: string): string {
  const forms = pluralFormsOf(text, '', 'en');
  if (!forms) throw new Error('it is no plural');
  return writeForms(new Map(readForms(text, forms)).set(selector, form), forms, true);
}

describe('a source plural whose forms are edited', () => {
  it('keeps braces that are plain text in the form that is edited and in the others', () => {
    const text = "{arg1, plural, one {'{'n'}' file} other {'{'n'}' files}}";
    const written = edited(text, 'other', '{n} files now');
    expect(pluralFormsOf(written, '', 'en')).toMatchObject({ placeholders: [], literals: ['{n}', '{n}'] });
    expect(readForms(written, pluralFormsOf(written, '', 'en') as never).get('one')).toBe('{n} file');
    expect(written.startsWith("{arg1, plural, one {'{'n'}' file} other {")).toBe(true);
  });

  it('gets an argument that a form introduces', () => {
    const written = edited('{count, plural, one {# file} other {# files}}', 'other', '# files of {name}');
    expect(written).toBe('{count, plural, one {# file} other {# files of {name}}}');
  });

  it('gets no argument from placeholders of other formats', () => {
    const text = '{count, plural, one {# file} other {# files}}';
    for (const form of ['# files, {{size}}', '# files, %{size}'])
      expect(pluralFormsOf(edited(text, 'other', form), '', 'en')?.placeholders).toEqual(['#']);
  });
});
