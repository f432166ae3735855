import { createTheme, type CSSVariablesResolver, Modal } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'blue',
  // Shades with a contrast of at least 4.5 to white text (WCAG 2.2, 1.4.3).
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The header element of a dialog would be a second banner of the page.
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'none' } } } }),
  },
});

/** Mantine's dimmed and placeholder colours have less contrast than WCAG asks for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-blue-8)',
    // The link of the open page, also under the pointer.
    '--mantine-color-blue-light-hover': 'var(--mantine-color-blue-1)',
    '--finding-color': '#9c3f00',
    '--reviewed-color': '#055f45',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-blue-3)',
    '--finding-color': 'var(--mantine-color-orange-4)',
    '--reviewed-color': 'var(--mantine-color-teal-4)',
  },
});
