import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The colour of Glossa: for the action of a page, links, and what is chosen. */
const plum: MantineColorsTuple = [
  '#f8f2fb',
  '#ecdff3',
  '#dcc4e8',
  '#cba8dd',
  '#ba8dd2',
  '#a873c5',
  '#955abb',
  '#7f48a3',
  '#6c3a8c',
  '#572c72',
];

export const theme = createTheme({
  colors: { plum },
  primaryColor: 'plum',
  // Shades with a contrast of at least 4.5 to white text (WCAG 2.2, 1.4.3).
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Mantine's dimmed and placeholder colours have less contrast than WCAG asks for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-plum-8)',
    // Also under the pointer, which tints the background.
    '--mantine-color-red-outline': 'var(--mantine-color-red-9)',
    // The link of the open page, also under the pointer.
    '--mantine-color-plum-light-hover': 'var(--mantine-color-plum-1)',
    '--quiet-background': 'var(--mantine-color-gray-0)',
    '--finding-color': '#9c3f00',
    '--finding-background': '#fff1e5',
    '--reviewed-color': '#055f45',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-plum-2)',
    '--mantine-color-plum-light-color': 'var(--mantine-color-plum-1)',
    '--quiet-background': 'var(--mantine-color-dark-8)',
    '--finding-color': 'var(--mantine-color-orange-4)',
    '--finding-background': '#3a2a1c',
    '--reviewed-color': 'var(--mantine-color-teal-4)',
  },
});
