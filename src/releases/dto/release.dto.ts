import { ApiProperty } from '@nestjs/swagger';
import { CHECK_CODES, type CheckCode } from '../../checks/finding';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { ChangeAuthorDto, ChangePersonDto } from '../../history/dto/change.dto';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import {
  RELEASE_FORMATS,
  type Release,
  type ReleasedFile,
  type ReleaseFormat,
  type ReleaseWithFiles,
} from '../release';

const SHA256 = 'b1946ac92492d2347c6235b4d2611184e8c2b8b1e4c0a2f39b1b3b6f2f5d2c11';

/** The files of one revision of a project, which do not change. */
export class ReleaseDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.release })
  id!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ description: 'The revision of the project that it shows.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({ description: 'The channel that it was published to.', example: 'production' })
  channel!: string;

  @ApiProperty({ enum: [...RELEASE_FORMATS], enumName: 'ReleaseFormat', example: 'json' })
  format!: ReleaseFormat;

  @ApiProperty({ example: false })
  perNamespace!: boolean;

  @ApiProperty({ enum: ['none', 'auto'], enumName: 'ReleaseFallback', example: 'auto' })
  fallback!: 'none' | 'auto';

  @ApiProperty({
    description: 'The lowest state of its texts; null: all texts.',
    enum: ['translated', 'reviewed'],
    enumName: 'ReleasedState',
    nullable: true,
    example: 'reviewed',
  })
  minState!: 'translated' | 'reviewed' | null;

  @ApiProperty({
    description: 'Checks whose findings refused it.',
    enum: CHECK_CODES,
    enumName: 'CheckCode',
    isArray: true,
    example: ['placeholder_missing'],
  })
  failOn!: CheckCode[];

  @ApiProperty({ type: [String], example: ['en', 'de'] })
  languages!: string[];

  @ApiProperty({
    description: 'Whether it was asked for in all languages of the project, and not in named ones.',
    example: true,
  })
  allLanguages!: boolean;

  @ApiProperty({ type: 'integer', example: 2 })
  fileCount!: number;

  @ApiProperty({ description: 'Bytes of all files, uncompressed.', type: 'integer', example: 4096 })
  bytes!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({
    nullable: true,
    type: ChangePersonDto,
    description: 'Null: an API key published it, or the channel follows the project.',
    example: null,
  })
  person!: ChangePersonDto | null;

  @ApiProperty({
    nullable: true,
    type: ChangeAuthorDto,
    description: 'Null: a person published it, or the channel follows the project.',
  })
  apiKey!: ChangeAuthorDto | null;

  @ApiProperty({ description: 'The channels that serve it now.', type: [String], example: ['production'] })
  channels!: string[];

  static from({ options, ...release }: Release): ReleaseDto {
    const { id, projectId, revision, channel, languages, fileCount, bytes, createdAt, person, apiKey, channels } =
      release;
    const { format, perNamespace, fallback, minState, failOn } = options;
    return {
      ...{ id, projectId, revision: Number(revision), channel, format, perNamespace, fallback, minState, failOn },
      ...{ languages, allLanguages: options.languages === null },
      ...{ fileCount, bytes, createdAt: createdAt.toISOString(), person, apiKey, channels },
    };
  }
}

/** A file of a release. */
export class ReleasedFileDto {
  @ApiProperty({ example: 'de' })
  language!: string;

  @ApiProperty({
    description: 'Null: the file has the keys of all namespaces, or of none.',
    type: String,
    nullable: true,
    example: null,
  })
  namespace!: string | null;

  @ApiProperty({ description: 'Its address behind `/delivery/<token>/<channel>/`.', example: 'de.json' })
  path!: string;

  @ApiProperty({ description: 'The number of its bytes, uncompressed.', type: 'integer', example: 2048 })
  bytes!: number;

  @ApiProperty({ description: 'SHA-256 of its bytes, in hexadecimal.', example: SHA256 })
  sha256!: string;

  static from({ language, namespace, path, bytes, sha256 }: ReleasedFile): ReleasedFileDto {
    return { language, namespace, path, bytes, sha256 };
  }
}

/** A release with the list of its files. */
export class ReleaseWithFilesDto extends ReleaseDto {
  @ApiProperty({ description: 'By path: at most 5,000.', type: [ReleasedFileDto] })
  files!: ReleasedFileDto[];

  static fromFull(release: ReleaseWithFiles): ReleaseWithFilesDto {
    return { ...ReleaseDto.from(release), files: release.files.map((file) => ReleasedFileDto.from(file)) };
  }
}

export class ReleaseResponseDto {
  @ApiProperty({ type: ReleaseWithFilesDto })
  release!: ReleaseWithFilesDto;
}

export class ReleaseListDto extends PageDto {
  @ApiProperty({ type: [ReleaseDto] })
  releases!: ReleaseDto[];

  static from({ items, nextCursor }: Page<Release>): ReleaseListDto {
    return { releases: items.map((release) => ReleaseDto.from(release)), nextCursor };
  }
}
