import { useLocalStorage } from '@mantine/hooks';

const DEFAULT_WIDTH = 340;
const MIN_WIDTH = 240;
const MAX_WIDTH = 640;

/** How a person has arranged the panel. */
interface PanelSettings {
  /** Pixels. */
  width: number;
  isOpen: boolean;
  /** Whether a section is folded, by its id, where the person has folded or unfolded it. */
  folded: Readonly<Record<string, boolean>>;
}

const DEFAULTS: PanelSettings = { width: DEFAULT_WIDTH, isOpen: true, folded: {} };

export const boundedWidth = (width: number): number => Math.min(Math.max(Math.round(width), MIN_WIDTH), MAX_WIDTH);

/** The arrangement of the panel, which the browser remembers. */
export function usePanelSettings() {
  const [settings, setSettings] = useLocalStorage<PanelSettings>({
    key: 'glossa.panel',
    defaultValue: DEFAULTS,
    getInitialValueInEffect: false,
    deserialize: readSettings,
  });
  const change = (changes: Partial<PanelSettings>) => setSettings((before) => ({ ...before, ...changes }));
  return { ...settings, change };
}

/** Reads what the browser has kept; it may be of another version of the page. */
function readSettings(text: string | undefined): PanelSettings {
  try {
    const { width, isOpen, folded } = JSON.parse(text ?? '{}') as Partial<PanelSettings>;
    return {
      width: typeof width === 'number' ? boundedWidth(width) : DEFAULT_WIDTH,
      isOpen: isOpen !== false,
      folded: typeof folded === 'object' && folded !== null ? folded : {},
    };
  } catch (error) {
    if (error instanceof SyntaxError) return DEFAULTS;
    throw error;
  }
}
