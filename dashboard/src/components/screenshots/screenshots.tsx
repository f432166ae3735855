import './screenshots.css';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../session';
import { ChooseFile } from '../choose-file';
import { Confirm } from '../dialog';
import { ProblemAlert } from '../problem-alert';
import { useRested } from '../text-panel/use-panel-query';
import { readPicture } from './read-picture';
import { placeOf } from './region';
import { type EditedPicture, ScreenshotDialog } from './screenshot-dialog';
import {
  addScreenshot,
  deleteScreenshot,
  regionsOf,
  type Screenshot,
  screenshotsQuery,
  setRegions,
} from './screenshots-query';
import { LoadingPart } from '../page';

const ACCEPTED = 'image/png,image/jpeg,image/webp';

/** The screenshots that show a key, with its regions. Who writes keys adds pictures: by choosing, dropping or pasting a file. */
export function Screenshots({ projectId, keyId, atOnce }: { projectId: string; keyId: string; atOnce?: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canWrite = useMe().scopes.includes('keys:write');
  const [edited, setEdited] = useState<EditedPicture>();
  const [deleted, setDeleted] = useState<Screenshot>();
  const list = useInfiniteQuery({ ...screenshotsQuery(projectId, keyId), enabled: useRested({ atOnce }) });
  const { error } = list;
  const screenshots = list.data?.pages.flatMap((page) => page.screenshots);
  const onChanged = () => client.invalidateQueries({ queryKey: screenshotsQuery(projectId, keyId).queryKey });
  const add = useMutation({
    meta: { shownByPage: true },
    mutationFn: async (file: File) => {
      const picture = await readPicture(file);
      // The service says what is wrong with a file that the browser cannot show.
      if (!picture) return addScreenshot(projectId, keyId, file, []);
      const save: EditedPicture['save'] = (regions) => addScreenshot(projectId, keyId, file, regions);
      setEdited({ ...picture, name: nameOf(file.name), regions: [], save, isNew: true });
      return undefined;
    },
  });
  const nameOf = (name: string | null): string => name ?? t('screenshots.unnamed');
  const edit = (screenshot: Screenshot): void => {
    const { id, name, width, height } = screenshot;
    const before = regionsOf(screenshot, keyId);
    setEdited({
      source: imageOf(id),
      name: nameOf(name),
      size: { width, height },
      regions: before,
      save: (regions) => setRegions(id, keyId, before, regions),
      isNew: false,
    });
  };
  const take = (event: ClipboardEvent | DragEvent, files: FileList): void => {
    const [file] = files;
    if (!canWrite || !file) return;
    event.preventDefault();
    add.mutate(file);
  };
  return (
    <div
      className="screenshots"
      onPaste={(event) => take(event, event.clipboardData.files)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer.files)}
    >
      {error && <ProblemAlert error={error} retry={() => void list.refetch()} />}
      {add.error && <ProblemAlert error={add.error} />}
      {!screenshots && !error && <LoadingPart />}
      {screenshots?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('screenshots.none')}
        </Text>
      )}
      {screenshots?.map((screenshot) => (
        <figure key={screenshot.id}>
          <a
            className="screenshot-picture"
            href={imageOf(screenshot.id)}
            target="_blank"
            rel="noreferrer"
            aria-label={t('screenshots.open', { name: nameOf(screenshot.name) })}
          >
            <img
              src={imageOf(screenshot.id)}
              alt=""
              width={screenshot.width}
              height={screenshot.height}
              loading="lazy"
            />
            {regionsOf(screenshot, keyId).map((region, index) => (
              <span key={index} className="region" style={placeOf(region, screenshot)} />
            ))}
          </a>
          <figcaption>
            <span className="screenshot-name">{nameOf(screenshot.name)}</span>
            {canWrite && (
              <span className="screenshot-actions">
                <UnstyledButton className="text-link" onClick={() => edit(screenshot)}>
                  {t('screenshots.edit')}
                </UnstyledButton>
                <UnstyledButton className="text-link" onClick={() => setDeleted(screenshot)}>
                  {t('screenshots.delete')}
                </UnstyledButton>
              </span>
            )}
          </figcaption>
        </figure>
      ))}
      {list.hasNextPage && (
        <Button
          size="compact-xs"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      {canWrite && (
        <>
          <ChooseFile onChosen={(file) => add.mutate(file)} accept={ACCEPTED}>
            {(props) => (
              <Button {...props} size="compact-xs" variant="default" loading={add.isPending}>
                {t('screenshots.add')}
              </Button>
            )}
          </ChooseFile>
          <Text size="xs" c="dimmed">
            {t('screenshots.ways')}
          </Text>
        </>
      )}
      {edited && (
        <ScreenshotDialog
          picture={edited}
          onClose={() => {
            setEdited(undefined);
            // Somebody else may have changed the regions while they were edited.
            void onChanged();
          }}
          onDone={async () => {
            setEdited(undefined);
            await onChanged();
          }}
        />
      )}
      {deleted && (
        <Confirm
          opened
          onClose={() => setDeleted(undefined)}
          action={t('screenshots.delete')}
          color="red"
          send={() => deleteScreenshot(deleted.id)}
          onDone={async () => {
            setDeleted(undefined);
            await onChanged();
          }}
        >
          <Text size="sm">{t('screenshots.deleteHint', { name: nameOf(deleted.name) })}</Text>
        </Confirm>
      )}
    </div>
  );
}

const imageOf = (id: string): string => `/api/v1/screenshots/${id}/image`;
