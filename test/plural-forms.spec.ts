interface Forms {
  placeholders: string[];
  literals: string[];
}

// The dashboard is compiled with other rules for the paths of modules.
const { pluralFormsOf, readForms, writeForms } = jest.requireActual<{
  pluralFormsOf: (text: string, source: string, language: string) => Forms | undefined;
  readForms: (text: string, forms: Forms) => Map<string, string>;
  writeForms: (written: ReadonlyMap<string, string>, forms: Forms, isSource: boolean) => string;
}>('../dashboard/src/components/texts/plural-forms');

function formsOf(text: string): Forms {
  const forms = pluralFormsOf(text, '', 'en');
  if (!forms) throw new Error('it is no plural');
  return forms;
}

/** Returns the source text after one of its forms was edited. */
function edited(text: string, selector: string, form: string): string {
  const forms = formsOf(text);
  return writeForms(new Map(readForms(text, forms)).set(selector, form), forms, true);
}

describe('a source plural whose forms are edited', () => {
  it('keeps braces that are plain text in the form that is edited and in the others', () => {
    const text = "{arg1, plural, one {'{'n'}' file} other {'{'n'}' files}}";
    const written = edited(text, 'other', '{n} files now');
    expect(formsOf(written)).toMatchObject({ placeholders: [], literals: ['{n}', '{n}'] });
    expect(readForms(written, formsOf(written)).get('one')).toBe('{n} file');
    expect(written.startsWith("{arg1, plural, one {'{'n'}' file} other {")).toBe(true);
  });

  it('gets an argument that a form introduces', () => {
    const written = edited('{count, plural, one {# file} other {# files}}', 'other', '# files of {name}');
    expect(written).toBe('{count, plural, one {# file} other {# files of {name}}}');
  });

  it('gets no argument from placeholders of other formats', () => {
    const text = '{count, plural, one {# file} other {# files}}';
    for (const form of ['# files, {{size}}', '# files, %{size}'])
      expect(formsOf(edited(text, 'other', form)).placeholders).toEqual(['#']);
  });
});
