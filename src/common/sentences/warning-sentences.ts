import type { SentencesByCode } from './sentence';

/** Sentences of the warnings of imports and exports, by code. A code without a sentence has no parameters. */
export const WARNING_SENTENCES = {
  value_became_text: [['', 'the {kind} {value} is imported as text']],
  empty_container: [
    ['', 'the {kind} is empty; it is not imported'],
    ['items', '{element} has no items'],
  ],
  placeholder_not_converted: [['', '{names} cannot be written in the style {style}']],
  message_refused: [['', 'programs that read ICU messages refuse the text: {problem}']],
  unknown_markup: [
    ['elements', 'elements that are not inline markup were read as text'],
    ['tags', 'tags that are not escaped are read as text'],
  ],
  comment_dropped: [
    ['no_key', 'the comment belongs to no key: {comment}'],
    ['context', 'the comment of a context belongs to no key: {comment}'],
    ['group', 'the note of a group belongs to no key: {comment}'],
    ['group_comment', 'the group comment {comment} has no messages'],
    ['counted', 'comments are not imported; the file has {count}, the first on line {first}'],
    ['line', 'the comment follows a text on its line'],
    ['untranslated', 'the translator comment of a message without a translation is not kept'],
    ['', 'a comment {where}'],
  ],
  description_dropped: [],
  alias_resolved: [['', 'aliases are imported as copies of their texts; anchors are not kept']],
  plural_as_icu: [
    ['', '{format} has no {what}; the {subject} is written as its ICU message'],
    ['catalog', 'string catalogs have no ordinals; the plural is written as its ICU message'],
    ['inside', 'the format cannot hold a plural inside a text; the text is written as an ICU message'],
  ],
  plural_argument_dropped: [
    ['named', 'Rails always names the argument "count"; "{argument}" is dropped'],
    ['android', 'Android has no name for the argument "{argument}"'],
    ['variable', '"{argument}" cannot be the name of a variable'],
  ],
  plural_not_marked: [['', 'a single form is read back as a plural only if the key is one in the project']],
  read_as_plural: [
    ['siblings', 'the text and its siblings are read back as the forms of a plural'],
    ['', 'i18next and imports read this text as a form of a plural {name}'],
  ],
  comment_altered: [
    ['lf', 'line breaks of the description become LF'],
    ['cr', 'a lone CR in the description is written as a line end'],
    ['', 'the description contains characters that a comment cannot contain'],
  ],
  plural_form_dropped: [
    ['shadowed', 'the form "{form}" stands for {number} only, and is never shown beside "={exact}"'],
    ['zero', 'the format would show the form zero for 0, which is not that category in {language}'],
    ['exact', '{format} has no form for exactly {number}'],
    ['category_text', '{format} has no form for "{form}" in {language}: {text}'],
    ['category', '{format} has no form "{form}" in this language'],
    ['msgstr', 'Plural-Forms have no msgstr[{index}]'],
    ['numerus', 'the language has no numerus form {index}'],
  ],
  plural_form_invented: [
    ['copies', 'missing forms are copies of "other": {names[]}'],
    ['copy', 'the form "{form}" is missing; it is a copy of "{of}"'],
    ['used', 'the form "{form}" is missing; the text of "{of}" is used for it'],
  ],
  variants_dropped: [['', 'the text was changed; its variants or variables are dropped']],
  variations_kept: [],
  variations_dropped: [['', 'the text was changed; it replaces its variations and substitutions']],
  element_ignored: [
    ['text', 'the value contains no text and is not imported'],
    ['', '{element} is not a text and is not imported'],
  ],
  description_changed: [],
  plural_argument_renamed: [
    ['catalog', 'string catalogs have no argument names; "{argument}" is dropped'],
    ['', 'i18next always names the argument "count", not "{argument}"'],
  ],
  domain_ignored: [['', 'the messages of all domains are read as one']],
  duplicate_ignored: [['header', 'a second header is ignored']],
  entry_kept_aside: [],
  entry_unreadable: [],
  plural_forms_invalid: [
    ['', 'the Plural-Forms of the file cannot be used; the plural forms of the language are used instead'],
  ],
  empty_text_dropped: [['', 'a plural whose forms are all empty is written as an untranslated message']],
  plural_became_text: [['', 'a Laravel plural is an ordinary text, and is read back as one']],
  plural_separator: [['', 'a form contains "|", which Laravel reads as the end of the form']],
  plural_condition: [['', 'a form starts with brackets, which Laravel reads as a condition and does not show']],
  entry_dropped: [['', 'a translation unit without texts is not imported']],
  text_too_long: [['', 'aapt2 replaces a text of more than {bytes} bytes by another one']],
  markup_escaped: [['', 'the text is not well-formed markup any more; it is escaped']],
  array_filled: [
    ['', 'items without a text are written as empty items of the array: {names}'],
    ['absent', 'the array of the file ends before items without a text: {names}'],
  ],
  unknown_column: [['', '{column} is not a language and is not imported']],
  formula_cell: [['', 'a spreadsheet may run {what} as a formula; escapeFormulas=true puts an apostrophe before it']],
  fluent_reference: [
    [
      '',
      '{written} is no variable in Fluent, but a reference to a message that the file lacks, or a number; write { $name }',
    ],
  ],
  plural_empty: [['', 'all forms are empty; the plural is read back as an empty text']],
  duplicate_key: [
    [
      'lines',
      'occurs on the lines {earlier} and {later} with different texts in {language}; the {counting} one counts',
    ],
    ['twice', 'occurs twice with different texts in {language}; the {counting} one counts'],
    [
      'later_file',
      '{key} is the same key as {earlier} of {path}, with another text in {language}; the text of the later file is imported, and each file keeps its own',
    ],
    [
      'merged_file',
      '{key} is the same key as {earlier} of {path}, with another text in {language}; the text of the later file is imported',
    ],
  ],
  name_split: [],
  latin1_assumed: [['', 'the file is not valid UTF-8 and was read as ISO 8859-1']],
  template_misfit: [['', 'the layout is canonical, because the layout of the imported file cannot be used: {cause}']],
  plural_form_kept: [['', "the file has no form {names}; the project's form is kept"]],
  plural_replaced: [['', 'a text without plural forms replaces a plural']],
  variables_dropped: [['', 'the file has no forms for {names}; the text is written as it is']],
  group_dropped: [['', 'groups are not kept: their units are written directly into the file']],
  key_changed: [['', 'no other file of the document has the id {id}, so that an import reads it as the key']],
  extension_dropped: [['', 'the stored element is not valid XML any more: {xml}']],
  binary_dropped: [['', 'a bin-unit has no text and is not kept']],
  alternative_dropped: [
    ['count', 'alt-trans elements are not kept: {count}'],
    ['', 'suggestions (the matches module) are not kept'],
  ],
  segmentation_dropped: [['', 'the source text has changed since it was segmented']],
  partial_translation_dropped: [['', 'not all segments have a target']],
  formula_result: [['', 'sheet {sheet}: the last results of formulas are imported: {cells}']],
  number_unformatted: [
    ['', 'sheet {sheet}: numbers, dates or times are imported without the format in which they are displayed: {cells}'],
  ],
  cell_error: [['', 'sheet {sheet}: cells with an error are not imported: {cells}']],
  other_cell_error: [['', 'sheet {sheet}: columns without keys and texts have cells with an error: {cells}']],
  sheet_ignored: [['', 'sheet {sheet} has another header and is not imported']],
  sheet_without_header: [['', 'sheet {sheet} has no header with keys and languages and is not imported']],
  tag_dropped: [['', 'the tag {tag} is not kept']],
  attributes_without_text: [['', '"@{name}" describes a key that has no text']],
  attributes_ignored: [],
  arb_name_invalid: [['', 'Flutter refuses this name; arbNames=camel converts it']],
  language_replaced: [['', '{tag} is read as {language}']],
  language_left_out: [['', '{language} is omitted: the import is limited to {only}']],
  name_without_language: [
    [
      '',
      'the language of {path} cannot be detected, so that the file is not imported; glossa-files.json in the zip can name it',
    ],
  ],
  files_merged: [['', 'an export writes its keys to {path}, which has the same language and namespace']],
  layout_kept: [
    ['lines', "exports keep the project's version of lines of the file that both sides have changed since the base"],
    [
      'lines_of_file',
      "exports keep the project's version of lines of {path} that both sides have changed since the base",
    ],
    [
      'changed_file',
      'exports keep the lines of {path}, which the project has changed since the base and the zip does not have',
    ],
    ['', 'exports keep the paths of {languages}: this zip has other paths, and does not replace the files of {others}'],
  ],
  source_replaced: [['', 'the target text is imported; the source text beside it is dropped: {text}']],
  source_text_kept: [['', 'an empty text does not remove a source text']],
  file_metadata_replaced: [
    ['', 'the header of this file replaces the different header of another file of the language'],
  ],
  source_differs: [
    [
      'first',
      'files of other languages brought the key with another source text, which they keep until the source text changes',
    ],
    [
      '',
      'the source text beside the text differs from the source text of the project, and stays in the file until the text of the project changes',
    ],
  ],
  review_not_allowed: [['', 'without the scope translations:review, the state reviewed is neither set nor taken away']],
  describe_not_allowed: [
    [
      '',
      'without the scope keys:write, descriptions and length limits of existing keys stay as they are; keys for which the file has others: {count}',
    ],
  ],
  unwritable_text: [],
  plural_conflict: [['', '{names} would be one entry in this format']],
} as const satisfies SentencesByCode;
