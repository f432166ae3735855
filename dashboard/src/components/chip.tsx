import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CrossIcon } from './icons';

/** A filter that is switched on and off, with the number of what it finds. The list has this number where it is on. */
export function ToggleChip({
  label,
  count,
  isOn,
  onToggle,
}: {
  label: string;
  count?: number;
  isOn: boolean;
  onToggle: () => void;
}) {
  const { i18n } = useTranslation();
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onToggle}>
      {label}
      {count !== undefined && !isOn && (
        <span className="chip-count">{new Intl.NumberFormat(i18n.language).format(count)}</span>
      )}
    </button>
  );
}

/** A filter that is chosen, with its own name and a button that removes it. */
export function RemovableChip({
  name,
  children,
  onRemove,
}: {
  name: string;
  children: ReactNode;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <span className="chip" data-chosen="true">
      <span className="chip-label">
        <span className="chip-name">{name}:</span> {children}
      </span>
      <button type="button" className="chip-remove" onClick={onRemove} aria-label={t('filters.remove', { name })}>
        <CrossIcon />
      </button>
    </span>
  );
}
