import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, Form } from '../dialog';
import { type Region, type Size, wholeOf } from './region';
import { RegionEditor } from './region-editor';

/** A picture whose regions are edited. */
export interface EditedPicture {
  /** The address of the picture. */
  source: string;
  name: string;
  size: Size;
  regions: Region[];
  /** Writes the regions. @throws ProblemError */
  save: (regions: Region[]) => Promise<void>;
  /** Whether it is added only when it is saved: without a region, the whole picture is the region then. */
  isNew: boolean;
}

/** Edits the regions of a key in a picture. */
export function ScreenshotDialog({
  picture: { source, name, size, save, isNew, ...picture },
  onDone,
  onClose,
}: {
  picture: EditedPicture;
  onDone: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [regions, setRegions] = useState(picture.regions);
  const send = () => save(isNew && regions.length === 0 ? [wholeOf(size)] : regions);
  return (
    <Dialog opened onClose={onClose} title={isNew ? t('screenshots.add') : t('screenshots.edit')} size="xl">
      <Form submit={t('save')} send={send} onDone={onDone} onCancel={onClose}>
        <RegionEditor {...{ source, name, size, regions }} onChange={setRegions} />
      </Form>
    </Dialog>
  );
}
