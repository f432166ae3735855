import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterKey, middleOf, placeOf, type Region, regionBetween, type Size } from './region';

/** A picture on which regions are drawn with the pointer, and moved, resized and removed with the keyboard. */
export function RegionEditor({
  source,
  name,
  size,
  regions,
  onChange,
}: {
  /** The address of the picture. */
  source: string;
  name: string;
  /** The pixels of the picture. */
  size: Size;
  regions: readonly Region[];
  onChange: (regions: Region[]) => void;
}) {
  const { t } = useTranslation();
  const hint = useId();
  const picture = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Region>();
  const [said, setSaid] = useState('');
  const remove = (index: number) => onChange(regions.filter((_, other) => other !== index));
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = picture.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height };
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('.region')) return;
    event.preventDefault();
    const { currentTarget, pointerId } = event;
    const start = pointOf(event);
    let region: Region | undefined;
    const move = (moved: globalThis.PointerEvent) => {
      region = regionBetween(start, pointOf(moved), size);
      setDrawn(region);
    };
    const end = () => {
      currentTarget.removeEventListener('pointermove', move);
      setDrawn(undefined);
      if (region && region.width > 2 && region.height > 2) onChange([...regions, region]);
    };
    currentTarget.setPointerCapture(pointerId);
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('lostpointercapture', end, { once: true });
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const region = regions[index];
    // The page has keys of its own.
    event.stopPropagation();
    if (!region) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove(index);
      return;
    }
    const changed = afterKey(region, event.key, event.shiftKey, size);
    if (!changed) return;
    event.preventDefault();
    setSaid(t('screenshots.place', { ...changed }));
    onChange(regions.map((other, at) => (at === index ? changed : other)));
  };
  return (
    <>
      <Text size="sm" id={hint} mb="xs">
        {t('screenshots.hint')}
      </Text>
      <div className="screenshot-picture" data-drawable ref={picture} onPointerDown={onPointerDown}>
        <img src={source} alt={name} width={size.width} height={size.height} draggable={false} />
        {regions.map((region, index) => (
          <div
            key={index}
            className="region"
            role="application"
            aria-label={t('screenshots.region', { number: index + 1, ...region })}
            aria-describedby={hint}
            tabIndex={0}
            style={placeOf(region, size)}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        ))}
        {drawn && <div className="region" style={placeOf(drawn, size)} />}
      </div>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => onChange([...regions, middleOf(size)])}>
          {t('screenshots.addRegion')}
        </Button>
        {regions.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => remove(regions.length - 1)}>
            {t('screenshots.removeRegion')}
          </Button>
        )}
      </Group>
    </>
  );
}
