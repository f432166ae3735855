import { Injectable } from '@nestjs/common';
import { canonicalLanguage, lookUpLanguage } from '../common/language-tag';
import type { ContentCoding } from '../http/responses/representation';
import { MANIFEST } from '../releases/release';
import { type DeliveredFile, extensionOf } from './delivered-file';
import { type DeliveryAddress, isByHash, splitPath } from './delivery-address';
import { DeliveryFiles, type FileKey } from './delivery-files';
import type { ServedChannel, ServedRelease } from './served-channel';
import { ServedChannels } from './served-channels';

/** A file as it is sent. */
export interface Delivered {
  channel: ServedChannel;
  /** Since when the channel serves it; undefined for a file by its hash. */
  movedAt: Date | undefined;
  file: DeliveredFile;
  coding: ContentCoding;
  body: Buffer;
}

/** Finds the files of delivery addresses. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly channels: ServedChannels,
    private readonly files: DeliveryFiles,
  ) {}

  /**
   * @param choose returns the coding of the body, of those that the file has
   * @returns undefined if the address names nothing
   */
  async find(
    address: DeliveryAddress,
    choose: (codings: readonly ContentCoding[]) => ContentCoding,
  ): Promise<Delivered | undefined> {
    const channel = await this.channels.get(address);
    if (!channel) return undefined;
    const { release } = channel;
    const key = isByHash(address) ? keyByHash(channel, address) : release && keyOfRelease(release, address);
    const found = key ? await this.files.get(key, choose) : undefined;
    if (!found) return undefined;
    return { channel, movedAt: isByHash(address) ? undefined : release?.movedAt, ...found };
  }
}

function keyByHash({ projectId }: ServedChannel, { path }: DeliveryAddress): FileKey | undefined {
  const [, sha256, extension] = /^([0-9a-f]{64})\.([a-z]+)$/.exec(path) ?? [];
  return sha256 === undefined || extension === undefined ? undefined : { projectId, sha256, extension };
}

/** A language of the release, in any case, or with `fallback` the nearest one. */
function keyOfRelease({ id, options, languages }: ServedRelease, { path }: DeliveryAddress): FileKey | undefined {
  if (path === MANIFEST) return { releaseId: id, path };
  const parts = splitPath(path, extensionOf(options.format));
  if (!parts) return undefined;
  if (languages.includes(parts.language)) return { releaseId: id, path };
  const tag = canonicalLanguage(parts.language);
  if (tag === undefined) return undefined;
  const language = options.fallback === 'auto' ? lookUpLanguage(tag, languages) : languages.find((one) => one === tag);
  return language === undefined ? undefined : { releaseId: id, path: language + parts.rest };
}
