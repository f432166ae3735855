import type { CheckCode } from '../finding';

/** Source in English, language and text of the translation, and the detail of the finding. */
export type Fixture = readonly [source: string, language: string, target: string, detail: string];

const FILES = '{count, plural, one {# file in {folder}} other {# files in {folder}}}';

/** Texts with a finding of each code. */
export const TRUE_FINDINGS: Partial<Record<CheckCode, readonly Fixture[]>> = {
  icu_syntax: [
    [
      '{count, plural, one {# file} other {# files}}',
      'de',
      '{count, plural, one {# Datei} other {# Dateien}',
      'a "{" has no "}", at character 1',
    ],
    [
      '{count, plural, one {# file} other {# files}}',
      'ru',
      '{count, plural, one {# файл} few {# файла}}',
      'a plural or select has no option "other", at character 43',
    ],
    [
      '{count, plural, one {# file} other {# files}}',
      'es',
      '{count, plural, uno {# archivo} other {# archivos}}',
      '"uno" of {count, plural} is not a plural category',
    ],
    [
      '{gender, select, male {He left} female {She left} other {They left}}',
      'de',
      '{gender, select, männlich {Er ging} other {Sie gingen}}',
      '"männlich" of {gender, select} is not in the source',
    ],
    ['Hello {name}', 'fr', 'Bonjour {name', 'a "{" has no "}", at character 9'],
    ['Hello {name}', 'ru', 'Привет, {имя пользователя}', 'the name of an argument is malformed, at character 9'],
    ['{n, number} items', 'de', '{n, zahl} Artikel', 'the type of an argument is unknown, at character 5'],
  ],
  placeholder_missing: [
    ['Hello {name}', 'de', 'Hallo', '{name} of the source is missing'],
    ['{a} and {b}', 'de', 'nichts', '{a} and {b} of the source are missing'],
    ['{} of {}', 'ja', '{}', '{} of the source is missing'],
    ['Hello {{name}}', 'ar', 'مرحبا {name}', '{{name}} of the source is missing'],
    ['Hello {{ user.name }}', 'ar', 'مرحبا', '{{ user.name }} of the source is missing'],
    ['%s of %s', 'he', '%s', '%s of the source is missing'],
    ['%1$s of %2$d', 'zh-CN', '%2$d', '%1$s of the source is missing'],
    ['%d files', 'ja', '%s 個のファイル', '%d of the source is missing'],
    ['%@ likes this', 'ja', 'これが好き', '%@ of the source is missing'],
    ['%lld points', 'tr', 'puan', '%lld of the source is missing'],
    ['Hello %{name}', 'pl', 'Cześć {name}', '%{name} of the source is missing'],
    ['%<total>d items', 'pl', 'pozycje', '%<total>d of the source is missing'],
    ['%(count)s items', 'hi', '%(count) आइटम', '%(count)s of the source is missing'],
    ['Hello { $name }', 'fr', 'Bonjour { $nom }', '{ $name } of the source is missing'],
    ['{ -brand-name } is free', 'de', 'Das ist kostenlos', '{ -brand-name } of the source is missing'],
    ['%1 of %2', 'de', '%1', '%2 of the source is missing'],
    ['Hello %name%', 'de', 'Hallo', '%name% of the source is missing'],
    ['The :attribute is required.', 'de', 'Das ist ein Pflichtfeld.', ':attribute of the source is missing'],
    ['See $t(help.link)', 'de', 'Siehe', '$t(help.link of the source is missing'],
    ['$COUNT$ tabs', 'de', 'Tabs', '$COUNT$ of the source is missing'],
    ['About &brandShortName;', 'de', 'Über Firefox', '&brandShortName; of the source is missing'],
    // An apostrophe before a brace quotes it in ICU.
    [
      '{n, plural, one {One of {name}} other {# of {name}}}',
      'fr',
      "{n, plural, one {Un d'{name}'} other {# d''{name}}}",
      '{name} of the source is missing in the form "one"',
    ],
    [
      FILES,
      'ru',
      '{count, plural, one {# файл в {folder}} few {# файла в {folder}} many {# файлов} other {# файла в {folder}}}',
      '{folder} of the source is missing in the form "many"',
    ],
    [
      FILES,
      'ru',
      '{count, plural, one {файл в {folder}} few {# файла в {folder}} many {# файлов в {folder}} other {# файла в {folder}}}',
      '{count} of the source is missing in the form "one"',
    ],
    [
      FILES,
      'de',
      '{count, plural, one {eine Datei} other {# Dateien in {folder}}}',
      '{folder} of the source is missing in the form "one"',
    ],
  ],
  placeholder_unknown: [
    ['Hello {name}', 'es', 'Hola {nombre}', '{nombre} is not in the source'],
    ['%s files', 'de', '%s %s', '%s is not in the source'],
    ['%1$s files', 'de', '%1$s und %2$s', '%2$s is not in the source'],
    ['Welcome', 'de', 'Willkommen %(name)s', '%(name)s is not in the source'],
    ['{count} files', 'de', '{n, plural, one {{count} Datei} other {{count} Dateien}}', '{n} is not in the source'],
  ],
  plural_form_missing: [
    [
      '{n, plural, one {# file} other {# files}}',
      'ru',
      '{n, plural, one {# файл} other {# файла}}',
      '{n, plural} does not have the forms few and many',
    ],
    [
      '{n, plural, one {# file} other {# files}}',
      'ar',
      '{n, plural, one {ملف} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}}',
      '{n, plural} does not have the form zero',
    ],
    [
      '{n, plural, one {# file} other {# files}}',
      'pl',
      '{n, plural, one {# plik} few {# pliki} other {# plików}}',
      '{n, plural} does not have the form many',
    ],
    [
      '{n, plural, one {# file} other {# files}}',
      'de',
      '{n, plural, other {# Dateien}}',
      '{n, plural} does not have the form one',
    ],
    [
      '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
      'it',
      '{n, selectordinal, other {#º}}',
      '{n, selectordinal} does not have the form many',
    ],
  ],
  markup_mismatch: [
    [
      'Read <a href="/terms">the terms</a>',
      'de',
      'Die <a href="/terms">Bedingungen lesen',
      '</a> of the source is missing',
    ],
    ['<b>Save</b> it', 'ja', '<i>保存</i>', '<b> and </b> of the source are missing'],
    ['Click <0>here</0>', 'ar', 'انقر هنا', '<0> and </0> of the source are missing'],
    ['Hello', 'de', 'Hallo <script>x()</script>', 'the source does not have <script> and </script>'],
    ['<b>Stop</b>', 'th', '<b>หยุด<b/>', 'the source does not have <b>'],
    ['A <icon/> here', 'de', 'Ein Symbol hier', '<icon> and </icon> of the source are missing'],
  ],
  url_mismatch: [
    [
      'See https://glossa.dev/docs',
      'de',
      'Siehe https://glosa.dev/docs',
      'https://glossa.dev/docs of the source is missing',
    ],
    ['See https://glossa.dev/docs', 'ja', '説明書を参照', 'https://glossa.dev/docs of the source is missing'],
    ['ftp://files.debian.org/', 'fr', 'https://files.debian.org/', 'ftp://files.debian.org/ of the source is missing'],
  ],
  number_mismatch: [
    ['At least 8 characters', 'de', 'Mindestens 6 Zeichen', 'the source has the number 8, the translation 6'],
    ['At most 250 files', 'ja', '最大 25 個のファイル', 'the source has the number 250, the translation 25'],
    ['At most 1,500 files', 'ar', 'على الأكثر ١٬٦٠٠ ملف', 'the source has the number 1,500, the translation ١٬٦٠٠'],
    ['Version 2.10 from 2024', 'hi', 'संस्करण 2.10', 'the number 2024 of the source is missing'],
    ['Save 25 % now', 'tr', 'Şimdi %52 tasarruf et', 'the source has the number 25, the translation 52'],
  ],
  leading_space: [
    [' files', 'de', 'Dateien', 'the space at the start of the source is missing'],
    ['files', 'ar', ' ملفات', 'the source has no space at the start'],
  ],
  trailing_space: [
    ['Name: ', 'de', 'Name:', 'the space at the end of the source is missing'],
    ['Name', 'he', 'שם ', 'the source has no space at the end'],
  ],
  line_breaks: [
    ['Done.\n', 'de', 'Fertig.', 'the line break at the end of the source is missing'],
    ['\nUsage', 'fr', 'Utilisation', 'the line break at the start of the source is missing'],
    ['Save', 'de', 'Speichern\n', 'the source has no line break at the end'],
    ['Save all', 'de', 'Alle\nspeichern', 'the source has no line breaks'],
  ],
  end_punctuation: [
    [
      'Save the file?',
      'de',
      'Datei speichern.',
      'the source ends with a question mark, the translation with a full stop',
    ],
    ['Save the file?', 'ar', 'حفظ الملف', 'the source ends with a question mark, the translation without'],
    ['Save the file?', 'el', 'Αποθήκευση αρχείου', 'the source ends with a question mark, the translation without'],
    ['The file was saved.', 'hi', 'फ़ाइल सहेजी गई', 'the source ends with a full stop, the translation without'],
    ['Saving…', 'ja', '保存中', 'the source ends with an ellipsis, the translation without'],
    ['Name:', 'zh-CN', '名称', 'the source ends with a colon, the translation without'],
    ['Save changes', 'fr', 'Enregistrer les modifications :', 'the translation ends with a colon, the source without'],
  ],
  double_space: [['Save the file', 'de', 'Datei  speichern', 'there is more than one space at character 6']],
  unbalanced_brackets: [
    ['Files (all)', 'de', 'Dateien (alle', 'the round brackets are not balanced'],
    ['Files (all)', 'ja', 'ファイル（すべて', 'the round brackets are not balanced'],
    ['Files [all]', 'ar', 'ملفات ]الكل[', 'the square brackets are not balanced'],
  ],
  same_as_source: [
    ['Save your changes', 'de', 'Save your changes', 'the translation is the same text as the source'],
    [
      'The file {name} was not found',
      'ja',
      'The file {name} was not found',
      'the translation is the same text as the source',
    ],
  ],
};
