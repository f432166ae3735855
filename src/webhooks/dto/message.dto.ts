import { ApiProperty } from '@nestjs/swagger';
import { ChangeAuthorDto, ChangeCountsDto, ImportedFileDto } from '../../history/dto/change.dto';
import { CHANGE_ACTIONS } from '../../projects/write/change-record';

/** Paths of this service at which a change can be read. */
export class ChangeLinksDto {
  @ApiProperty({
    description: 'The change with what it did.',
    example: '/api/v1/projects/019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42/changes/57',
  })
  change!: string;

  @ApiProperty({
    description: 'The texts that differ since the revision before.',
    example: '/api/v1/projects/019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42/translations?since=56',
  })
  translations!: string;
}

/** A change of a project. */
export class ProjectChangedDto {
  @ApiProperty({ format: 'uuid', example: '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42' })
  projectId!: string;

  @ApiProperty({ description: 'The revision of the project after the change.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({ enum: [...CHANGE_ACTIONS], enumName: 'ChangeAction', example: 'key.update' })
  action!: string;

  @ApiProperty({ type: ChangeAuthorDto })
  apiKey!: ChangeAuthorDto;

  @ApiProperty({ type: ChangeCountsDto })
  counts!: ChangeCountsDto;

  @ApiProperty({
    description: 'The languages of the texts and files that the change concerned.',
    type: [String],
    example: ['de'],
  })
  languages!: string[];

  @ApiProperty({
    description: 'The file of an import; null for other changes.',
    type: ImportedFileDto,
    nullable: true,
    example: null,
  })
  import!: ImportedFileDto | null;

  @ApiProperty({ description: 'The revision that it undid.', type: 'integer', nullable: true, example: null })
  undoes!: number | null;

  @ApiProperty({ description: 'The revision that it restored.', type: 'integer', nullable: true, example: null })
  restores!: number | null;

  @ApiProperty({ type: ChangeLinksDto })
  links!: ChangeLinksDto;
}

/** The body of a message about a change of a project. */
export class ProjectChangedMessageDto {
  @ApiProperty({ enum: ['project.changed'], example: 'project.changed' })
  type!: 'project.changed';

  @ApiProperty({ description: 'The time of the event.', format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  timestamp!: string;

  @ApiProperty({ type: ProjectChangedDto })
  data!: ProjectChangedDto;
}

/** What a test message is about. */
export class TestedWebhookDto {
  @ApiProperty({ format: 'uuid', example: '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42' })
  projectId!: string;

  @ApiProperty({ format: 'uuid', example: '019a9f3e-9d5e-7b21-8c3f-2a3b4c5d6e7f' })
  webhookId!: string;
}

/** The body of a test message. */
export class TestMessageDto {
  @ApiProperty({ enum: ['webhook.test'], example: 'webhook.test' })
  type!: 'webhook.test';

  @ApiProperty({ description: 'The time of the request.', format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  timestamp!: string;

  @ApiProperty({ type: TestedWebhookDto })
  data!: TestedWebhookDto;
}
