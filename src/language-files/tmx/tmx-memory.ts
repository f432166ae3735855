import { isUnwritableError } from '../model/left-out';
import { attributes, escapeText, XML_DECLARATION } from '../xml/xml-writer';

/** A translation of a memory. */
export interface MemoryUnit {
  /** Unique in the file. */
  id: string;
  source: { language: string; text: string };
  target: { language: string; text: string; changedAt: Date };
  /** Names and values of `<prop>` elements. */
  properties: Readonly<Record<string, string>>;
}

/** Writes a translation memory as TMX 1.4, unit by unit. Units that XML cannot contain are left out, and counted at the end. */
export class TmxMemory {
  private leftOut = 0;

  begin(sourceLanguage: string): string {
    const head = attributes(
      [
        ['creationtool', 'Glossa'],
        ['creationtoolversion', '1'],
        ['segtype', 'block'],
        ['o-tmf', 'Glossa'],
        ['adminlang', 'en'],
        ['srclang', sourceLanguage],
        ['datatype', 'plaintext'],
      ],
      'header',
    );
    return `${XML_DECLARATION}<tmx version="1.4">\n  <header${head}/>\n  <body>\n`;
  }

  /** @returns an empty text for a unit that is left out */
  unit(unit: MemoryUnit): string {
    try {
      return writeUnit(unit);
    } catch (error) {
      if (!isUnwritableError(error)) throw error;
      this.leftOut++;
      return '';
    }
  }

  end(): string {
    const comment = this.leftOut > 0 ? `  <!-- left out, because XML cannot contain them: ${this.leftOut} -->\n` : '';
    return `${comment}  </body>\n</tmx>\n`;
  }
}

function writeUnit({ id, source, target, properties }: MemoryUnit): string {
  const props = Object.entries(properties).map(
    ([name, value]) => `      <prop${attributes([['type', name]], id)}>${escapeText(value, id)}</prop>\n`,
  );
  const variant = (language: string, text: string, changedAt?: Date): string => {
    const pairs = attributes(
      [
        ['xml:lang', language],
        ['changedate', changedAt && dateOf(changedAt)],
      ],
      id,
    );
    return `      <tuv${pairs}><seg>${escapeText(text, id)}</seg></tuv>\n`;
  };
  const variants = variant(source.language, source.text) + variant(target.language, target.text, target.changedAt);
  return `    <tu${attributes([['tuid', id]], id)}>\n${props.join('')}${variants}    </tu>\n`;
}

/** Returns a time as TMX has it: `20261127T061500Z`. */
const dateOf = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');
