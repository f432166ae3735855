import { LanguageListField } from './domain-fields';
import { checkDto } from './validate-dto';

class LanguagesDto {
  @LanguageListField({ max: 3, description: '' })
  languages!: string[];
}

describe('LanguageListField', () => {
  it('converts tags to their canonical form', () => {
    const { instance, errors } = checkDto(LanguagesDto, { languages: ['EN-us', 'de', 'pt-br'] }, 'body');
    expect([instance.languages, errors]).toEqual([['en-US', 'de', 'pt-BR'], []]);
  });

  it('refuses a list that is too long without looking at its items', () => {
    const { instance, errors } = checkDto(LanguagesDto, { languages: ['EN-us', 'de', 'pt-br', 'x'] }, 'body');
    expect(instance.languages).toEqual(['EN-us', 'de', 'pt-br', 'x']);
    expect(errors).toEqual([{ pointer: '/languages', code: 'too_many', detail: 'at most 3 items' }]);
  });
});
