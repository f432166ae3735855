import { checkText } from './check-text';

/** Sound translations of an English text, by language. */
const SOUND: Record<string, Record<string, string>> = {
  'Hello {name}!': {
    de: 'Hallo {name}!',
    fr: 'Bonjour {name} !',
    es: '¡Hola, {name}!',
    ja: '{name} さん、こんにちは！',
    'zh-CN': '{name}，你好！',
    ar: 'مرحبًا {name}!',
    th: 'สวัสดี {name}',
  },
  'Do you want to save the file?': {
    de: 'Möchten Sie die Datei speichern?',
    fr: 'Voulez-vous enregistrer le fichier ?',
    es: '¿Quiere guardar el archivo?',
    ar: 'هل تريد حفظ الملف؟',
    he: 'האם לשמור את הקובץ?',
    el: 'Θέλετε να αποθηκεύσετε το αρχείο;',
    hy: 'Պահպանե՞լ ֆայլը։',
    'zh-CN': '要保存文件吗？',
  },
  'The file was saved.': {
    de: 'Die Datei wurde gespeichert.',
    hi: 'फ़ाइल सहेजी गई।',
    ja: 'ファイルを保存しました。',
    ko: '파일이 저장되었습니다.',
    th: 'บันทึกไฟล์แล้ว',
    hy: 'Ֆայլը պահպանվեց։',
    ur: 'فائل محفوظ ہو گئی۔',
    my: 'ဖိုင်ကို သိမ်းပြီးပါပြီ။',
    km: 'ឯកសារត្រូវបានរក្សាទុក។',
    am: 'ፋይሉ ተቀምጧል።',
    fr: 'Le fichier a été enregistré\u202f!',
  },
  'Choose “Save”.': { de: 'Wählen Sie „Speichern“.', fr: 'Choisissez « Enregistrer ».', ja: '「保存」を選択します。' },
  '(optional)': { 'zh-CN': '（可选）', ar: '(اختياري)', he: '(לא חובה)' },
  'a) first, b) second :)': { de: 'a) erstens, b) zweitens :-)', ru: 'а) первое, б) второе', ja: '1) 最初、2) 次' },
  'Loading…': { de: 'Wird geladen …', 'zh-CN': '加载中……', ja: '読み込み中...', ru: 'Загрузка...' },
  'Name: ': { de: 'Name: ', fr: 'Nom\u00a0: ', 'zh-CN': '名称：', ja: '名前：' },
  'At most 1,234.5 MB': {
    de: 'Höchstens 1.234,5 MB',
    fr: '1\u202f234,5 Mo au maximum',
    ru: 'Не более 1 234,5 МБ',
    hi: 'अधिकतम १,२३४.५ एमबी',
    ar: 'بحد أقصى ١٬٢٣٤٫٥ ميغابايت',
    fa: 'حداکثر ۱٬۲۳۴٫۵ مگابایت',
  },
  '2 of 3 steps, the 1st': {
    de: 'Zwei von drei Schritten, der 1.',
    fr: '2 étapes sur 3, la 1re',
    ja: '3 手順中 2、最初',
  },
  '{0} % done': { de: '{0} % fertig', tr: '%{0} tamamlandı', eu: '% {0} eginda' },
  '50% off until 5:00 PM': { tr: "17:00'ye kadar %50 indirim", de: '50 % Rabatt bis 17:00 Uhr' },
  'The date (e.g., 12/31/99)': { de: 'Das Datum (z. B. 18.11.2005)', 'zh-CN': '日期（例如：1999年12月31日）' },
  'More than 10,000 users': { 'zh-CN': '超过1万用户', ja: '1万人以上のユーザー', de: 'Mehr als 10.000 Benutzer' },
  'See https://en.wikipedia.org/wiki/Cat.': {
    de: 'Siehe https://de.wikipedia.org/wiki/Katze.',
    ja: 'https://ja.wikipedia.org/wiki/ネコを参照。',
  },
  'Buy at https://www.amazon.com/dp/1': { de: 'Kaufen auf https://www.amazon.de/dp/1' },
  'Use https://example.com/path': { de: 'Verwenden Sie https://beispiel.example.de/pfad' },
  'usage: tool [<option>] <file>': {
    de: 'Aufruf: tool [<Option>] <Datei>',
    ru: 'использование: tool [<параметр>] <файл>',
  },
  'Read <a href="/en/terms">the terms</a><br>now': {
    de: 'Lesen Sie jetzt die <a href="/de/terms" lang="de">Bedingungen</a>',
    ja: '<a href="/ja/terms">規約</a>を<br/>今すぐ<b>お読み</b>ください',
  },
  '%s and %s': { de: '%s und %s', ja: '%2$sと%1$s', ar: '%1$s و%2$s' },
  '%1$d files, %2$s': { de: '%1$d Dateien, %2$s', he: '%2$s, %1$d קבצים' },
  '%d%% of %d': { tr: "%2$d'in %%%1$d'i", ar: '%d٪ من %d' },
  '%(count)d items': { de: '%(count)s Elemente' },
  '%b %e, %Y': { de: '%e. %B %Y', ja: '%Y年%m月%d日' },
  '%d, %H:%M': { 'zh-CN': '%d日 %H时%M分' },
  '{count, number} items on {day, date, short}': { de: 'Am {day, date, long} {count, number} Elemente' },
  "It''s {name}''s": { fr: "C''est à {name}" },
  "It's {name}'s": { fr: "C'est l'affaire de {name}" },
  '{ $n -> [one] One file *[other] { $n } files }': {
    ru: '{ $n -> [one] { $n } файл [few] { $n } файла *[many] { $n } файлов }',
    ja: '{ $n } 個のファイル',
  },
  '{count, plural, one {# file} other {# files}}': {
    de: '{count, plural, one {Eine Datei} other {# Dateien}}',
    fr: '{count, plural, one {Un fichier} other {# fichiers}}',
    es: '{count, plural, =1 {Un archivo} other {# archivos}}',
    ja: '{count} 個のファイル',
    'zh-CN': '{count, plural, other {# 个文件}}',
    ar: '{count, plural, zero {لا ملفات} one {ملف واحد} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}}',
    he: '{count, plural, one {קובץ אחד} other {# קבצים}}',
    ru: '{count, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}',
    pl: '{count, plural, one {plik} few {# pliki} many {# plików} other {# pliku}}',
    tr: '{count, plural, other {# dosya}}',
    cs: '{count, plural, one {# soubor} few {# soubory} other {# souborů}}',
  },
  "{count, plural, one {'{{count}}' item} other {'{{count}}' items}}": {
    de: "{count, plural, one {ein Element} other {'{{count}}' Elemente}}",
  },
  '{count, plural, one {%1$s file in %2$s} other {%1$s files in %2$s}}': {
    ar: '{count, plural, zero {لا شيء} one {ملف واحد في %2$s} two {ملفان في %2$s} few {%1$s ملفات في %2$s} many {%1$s ملفًا في %2$s} other {%1$s ملف في %2$s}}',
  },
  'The <abbr title="Uniform Resource Locator">URL</abbr> <img src="a.png">': { fr: 'L’adresse <img src="b.png">' },
  '%c': { ar: '%-e %B %Y %-l:%M %p' },
  '{n, plural, =0 {None} other {Some}}': { ru: '{n, plural, =0 {Нет} other {Есть}}' },
  '{gender, select, male {He left} female {She left} other {They left}}': {
    ja: '{gender, select, other {退出しました}}',
    ru: '{gender, select, female {Она ушла} other {Он ушёл}}',
  },
  'You have {count, plural, one {# file} other {# files}} in {folder}.': {
    de: 'In {folder} {count, plural, one {ist # Datei} other {sind # Dateien}}.',
  },
  'No results': { ar: '\u200fلا توجد نتائج', he: '\u200fאין תוצאות\u200f' },
  'Press ( to open': { de: 'Drücken Sie ( zum Öffnen' },
  ', and ': { fr: ' et ', de: ' und ' },
  'translator-credits': { de: 'Maria Beispiel <maria@example.org>, 2019-2024\nhttps://example.org' },
  Jan: { ja: ' 1月', fr: 'janv.' },
  'Phone number': { es: 'Nº de tel.', de: 'Tel.-Nr.' },
  'First sentence.  Second one.': { de: 'Erster Satz.  Zweiter.' },
};

describe.each(Object.entries(SOUND))('%j', (source, translations) => {
  it.each(Object.entries(translations))('has nothing wrong with its %s: %j', (language, target) => {
    expect(checkText({ source: { language: 'en', text: source }, target: { language, text: target } })).toEqual([]);
  });
});

describe('a text that is the same as its source', () => {
  const same = (text: string, language = 'de') =>
    checkText({ source: { language: 'en', text }, target: { language, text } });

  it.each([
    ...['OK', 'Online', 'GitHub', 'Visual Studio Code', 'https://glossa.dev', '{count} / {total}', '%s: %d', '123'],
    ...['--all | --none', 'break [n]', 'foo_bar.baz', 'JSON', 'SHA-256', '<br/>', 'Backup Server', ''],
  ])('is sound: %j', (text) => {
    expect(same(text)).toEqual([]);
  });

  it.each(['en-GB', 'en', 'en-AU'])('is sound in %s, a variant of the language', (language) => {
    expect(same('Save your changes', language)).toEqual([]);
  });

  it('is sound in a language that shares texts with the source', () => {
    const text = 'Sačuvajte svoje promjene';
    expect(checkText({ source: { language: 'hr', text }, target: { language: 'bs', text } })).toEqual([]);
  });
});
