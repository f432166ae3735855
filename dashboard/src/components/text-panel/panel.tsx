import './panel.css';
import { Text, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../languages';
import { readOnlyText } from '../texts/read-only';
import { boundedWidth, usePanelSettings } from './panel-settings';
import type { PanelSection, SectionProps } from './section';
import { SECTIONS } from './sections';

/** Pixels of a press of an arrow key. */
const STEP = 20;

/** What belongs to the text in hand, beside the list. Its width and its folded parts are remembered. */
export function Panel(props: SectionProps) {
  const { t, i18n } = useTranslation();
  const { textKey, language, readOnly } = props;
  const { width, isOpen, folded, change } = usePanelSettings();
  if (!isOpen)
    return (
      <UnstyledButton className="panel-open" onClick={() => change({ isOpen: true })} aria-expanded={false}>
        {t('panel.open')}
      </UnstyledButton>
    );
  return (
    <aside
      className="panel"
      aria-label={t('panel.label')}
      data-keeps-editor
      style={{ '--panel-width': `${width}px` } as React.CSSProperties}
    >
      <Edge width={width} onChange={(next) => change({ width: boundedWidth(next) })} />
      <div className="panel-head">
        <div className="panel-title">
          <span className="key-name">{textKey.name}</span>
          <span className="panel-language">{languageName(language, i18n.language)}</span>
        </div>
        <UnstyledButton className="text-link" onClick={() => change({ isOpen: false })} aria-expanded>
          {t('panel.close')}
        </UnstyledButton>
      </div>
      {readOnly !== undefined && (
        <Text size="sm" c="dimmed">
          {readOnlyText(readOnly)}
        </Text>
      )}
      <div className="panel-sections" tabIndex={0} role="group" aria-label={t('panel.label')}>
        {SECTIONS.filter(({ isShown }) => isShown?.(props) ?? true).map((section) => (
          <Section
            key={section.id}
            section={section}
            props={props}
            isFolded={folded[section.id] ?? section.isFolded ?? false}
            onFold={(isFolded) => change({ folded: { ...folded, [section.id]: isFolded } })}
          />
        ))}
      </div>
    </aside>
  );
}

function Section({
  section: { id, Content },
  props,
  isFolded,
  onFold,
}: {
  section: PanelSection;
  props: SectionProps;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
}) {
  const { t } = useTranslation();
  const { textKey, language } = props;
  return (
    <section className="panel-section" data-section={id}>
      <h2>
        <UnstyledButton className="panel-fold" aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
          <span aria-hidden className="panel-arrow">
            {isFolded ? '▸' : '▾'}
          </span>{' '}
          {t(`panel.${id}`)}
        </UnstyledButton>
      </h2>
      {!isFolded && (
        <div className="panel-content">
          <Content key={`${textKey.id}/${language}`} {...props} />
        </div>
      )}
    </section>
  );
}

/** The edge with which the panel is made wider or narrower, by pointer or by arrow keys. */
function Edge({ width, onChange }: { width: number; onChange: (width: number) => void }) {
  const { t } = useTranslation();
  /** Pixels to the left make the panel wider, where it is on the right. */
  const sign = () => (document.documentElement.dir === 'rtl' ? -1 : 1);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const { currentTarget, pointerId, clientX } = event;
    currentTarget.setPointerCapture(pointerId);
    const move = (moved: globalThis.PointerEvent) => onChange(width + sign() * (clientX - moved.clientX));
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('lostpointercapture', () => currentTarget.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(width + sign() * step);
  };
  return (
    <div
      className="panel-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('panel.width')}
      aria-valuenow={width}
      aria-valuemin={boundedWidth(0)}
      aria-valuemax={boundedWidth(Infinity)}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
