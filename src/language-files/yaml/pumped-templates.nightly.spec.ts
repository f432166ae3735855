import { describePumpedTemplates, times } from '../contract/pumped-templates.contract';
import { yamlCodec } from './yaml-codec';

describePumpedTemplates(yamlCodec, 'new', [
  ['a list in brackets', (size) => ({ source: `a: [${'bc,\n'.repeat(size / 4)}d\n]\n`, changed: 'one, two' })],
  ['lists in brackets', (size) => ({ source: `a: [${'[b, {c: d}],\n'.repeat(size / 13)}]\n`, added: ['e'] })],
  [
    'a map in braces',
    (size) => ({
      source: `{${times(size / 16, (index) => `"k${index}": "text"`).join(',\n')}}`,
      added: times(size / 100, (index) => `n${index}`),
    }),
  ],
  [
    'maps of a name, beside aliases',
    (size) => ({
      source: `a: &a x\nb: [${'*a, '.repeat(size / 8)}]\n${'c: {d: e}\n'.repeat(size / 20)}`,
      changed: 'one',
    }),
  ],
  [
    'maps of two names each, beside aliases',
    (size) => ({
      source: `a: &a x\nb: [${'*a, '.repeat(size / 8)}]\n${times(size / 50, (index) => `c${index}: {d: e}\nc${index}: {d: f}\n`).join('')}`,
      changed: 'one',
    }),
  ],
]);
