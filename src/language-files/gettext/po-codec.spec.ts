import { describeCodec } from '../contract/codec.contract';
import { PLURAL_LANGUAGES } from '../contract/samples.contract';
import { poCodec, potCodec } from './po-codec';
import { FIXTURES } from './po-files.contract';

const writable = (text: string): boolean => !text.includes('\u0004') && !text.includes('\0');

describeCodec(poCodec, {
  // A file of the source language has no source text other than its own texts.
  pluralLanguages: PLURAL_LANGUAGES.filter((language) => language !== 'en'),
  fixtures: FIXTURES,
  commentSyntaxes: ['# text', '#. text', '#: text'],
  carriesText: writable,
  carriesKey: (key) => writable(key.replace('\u0004', '')),
  carriesDescription: (description) => !/\r(?!\n|$)/.test(description),
});
describeCodec(potCodec);
