import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import type { Manifest, ManifestFile } from '../../releases/manifest';
import { RELEASE_FORMATS } from '../../releases/release';

const SHA256 = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';

/** A file in a manifest. */
export class ManifestFileDto implements ManifestFile {
  @ApiProperty({
    description: 'Null: the file has the keys of all namespaces, or of none.',
    type: String,
    nullable: true,
    example: null,
  })
  namespace!: string | null;

  @ApiProperty({
    description: 'The address by hash, relative to the address of the manifest. What it names never changes.',
    example: `../f/${SHA256}.json`,
  })
  path!: string;

  @ApiProperty({ description: 'The number of its bytes, uncompressed.', type: 'integer', example: 2048 })
  bytes!: number;

  @ApiProperty({
    description: 'The hash of its bytes, as `fetch` takes it (Subresource Integrity).',
    example: 'sha256-WJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgM=',
  })
  integrity!: string;
}

/** The files of a language. */
export class ManifestLanguageDto {
  @ApiProperty({
    description: 'The less specific languages that the release has, the nearest first; empty without `fallback`.',
    type: [String],
    example: [],
  })
  fallbacks!: string[];

  @ApiProperty({ type: [ManifestFileDto] })
  files!: ManifestFileDto[];
}

/** The list of all files of a release. */
export class ManifestDto implements Manifest {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.release })
  release!: string;

  @ApiProperty({ description: 'The revision of the project that it shows.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ enum: [...RELEASE_FORMATS], enumName: 'ReleaseFormat', example: 'json' })
  format!: string;

  @ApiProperty({
    description: 'The files of each language of the release.',
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ManifestLanguageDto) },
    example: {
      de: {
        fallbacks: [],
        files: [
          {
            namespace: null,
            path: `../f/${SHA256}.json`,
            bytes: 2048,
            integrity: 'sha256-WJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgM=',
          },
        ],
      },
    },
  })
  languages!: Record<string, ManifestLanguageDto>;
}
