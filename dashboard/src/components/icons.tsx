/** Icons of 18 pixels in the colour of the text. They are decoration: what they stand for is in the label beside them. */
const icon = (path: string) =>
  function Icon() {
    return (
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    );
  };

export const SunIcon = icon(
  'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
);
export const MoonIcon = icon('M21 12.8A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.8');
export const DotsIcon = icon('M12 5h.01M12 12h.01M12 19h.01');
export const CrossIcon = icon('M6 6l12 12M18 6L6 18');
export const DraftIcon = icon('M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 9v.01M12 15v.01M9 12h.01M15 12h.01');
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5');
export const ClockIcon = icon('M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 8v4l3 2');
export const BellIcon = icon('M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 22h4');
export const SearchIcon = icon('M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M20 20l-4-4');
