import { ApiProperty } from '@nestjs/swagger';
import { ChangeAuthorDto, ChangePersonDto, ChangeCountsDto, ImportedFileDto } from '../../history/dto/change.dto';
import { CHANGE_ACTIONS } from '../../project-write/change-record';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** Paths of this service at which a change can be read. */
export class ChangeLinksDto {
  @ApiProperty({
    description: 'The change with what it did.',
    example: `/api/v1/projects/${EXAMPLE_IDS.project}/changes/57`,
  })
  change!: string;

  @ApiProperty({
    description: 'The texts that differ since the revision before.',
    example: `/api/v1/projects/${EXAMPLE_IDS.project}/translations?since=56`,
  })
  translations!: string;
}

/** The path of this service at which a review can be read. */
export class ReviewLinksDto {
  @ApiProperty({
    description: 'The change with what it did.',
    example: `/api/v1/projects/${EXAMPLE_IDS.project}/changes/57`,
  })
  change!: string;
}

/** The path of this service at which findings can be read. */
export class CheckLinksDto {
  @ApiProperty({
    description: 'All findings of the project.',
    example: `/api/v1/projects/${EXAMPLE_IDS.project}/checks`,
  })
  checks!: string;
}

/** A change of a project. */
export class ProjectChangedDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ description: 'The revision of the project after the change.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({ enum: [...CHANGE_ACTIONS], enumName: 'ChangeAction', example: 'key.update' })
  action!: string;

  @ApiProperty({ nullable: true, type: ChangeAuthorDto, description: 'Null: a person made it.' })
  apiKey!: ChangeAuthorDto | null;

  @ApiProperty({ nullable: true, type: ChangePersonDto, description: 'Null: an API key made it.', example: null })
  person!: ChangePersonDto | null;

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

  @ApiProperty({
    description: 'The only key for which it undid that revision; null if it undid all that the revision did.',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  undoesKeyId!: string | null;

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

/** Texts of a project that were reviewed. */
export class TranslationsReviewedDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ description: 'The revision of the project after the change.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({ nullable: true, type: ChangeAuthorDto, description: 'Null: a person made it.' })
  apiKey!: ChangeAuthorDto | null;

  @ApiProperty({ nullable: true, type: ChangePersonDto, description: 'Null: an API key made it.', example: null })
  person!: ChangePersonDto | null;

  @ApiProperty({
    description:
      'The numbers of texts that got the state `reviewed`, or were confirmed or changed and have it, by language.',
    type: Object,
    additionalProperties: { type: 'integer' },
    example: { de: 12 },
  })
  counts!: Record<string, number>;

  @ApiProperty({ type: ReviewLinksDto })
  links!: ReviewLinksDto;
}

/** The body of a message about texts that were reviewed. */
export class TranslationsReviewedMessageDto {
  @ApiProperty({ enum: ['translations.reviewed'], example: 'translations.reviewed' })
  type!: 'translations.reviewed';

  @ApiProperty({ description: 'The time of the event.', format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  timestamp!: string;

  @ApiProperty({ type: TranslationsReviewedDto })
  data!: TranslationsReviewedDto;
}

/** New findings of the checks of a project. */
export class ChecksFailedDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ description: 'The revision of the project that was checked.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({
    description: 'The numbers of findings that are new since the last message, and not ignored, by language and code.',
    type: Object,
    additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
    example: { de: { placeholder_missing: 2 } },
  })
  counts!: Record<string, Record<string, number>>;

  @ApiProperty({ type: CheckLinksDto })
  links!: CheckLinksDto;
}

/** The body of a message about new findings. */
export class ChecksFailedMessageDto {
  @ApiProperty({ enum: ['checks.failed'], example: 'checks.failed' })
  type!: 'checks.failed';

  @ApiProperty({ description: 'The time of the event.', format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  timestamp!: string;

  @ApiProperty({ type: ChecksFailedDto })
  data!: ChecksFailedDto;
}

/** The path of this service at which a release can be read. */
export class ReleaseLinksDto {
  @ApiProperty({ description: 'The release with its files.', example: `/api/v1/releases/${EXAMPLE_IDS.release}` })
  release!: string;
}

/** A channel that serves another release. */
export class ReleasePublishedDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ example: 'production' })
  channel!: string;

  @ApiProperty({
    description: 'The id of the release that it serves now.',
    format: 'uuid',
    example: EXAMPLE_IDS.release,
  })
  release!: string;

  @ApiProperty({ description: 'The revision of the project that the release shows.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({
    nullable: true,
    type: ChangeAuthorDto,
    description: 'Null: a person moved the channel, or it follows the project.',
  })
  apiKey!: ChangeAuthorDto | null;

  @ApiProperty({
    nullable: true,
    type: ChangePersonDto,
    description: 'Null: an API key moved the channel, or it follows the project.',
    example: null,
  })
  person!: ChangePersonDto | null;

  @ApiProperty({ type: ReleaseLinksDto })
  links!: ReleaseLinksDto;
}

/** The body of a message about a channel that serves another release. */
export class ReleasePublishedMessageDto {
  @ApiProperty({ enum: ['release.published'], example: 'release.published' })
  type!: 'release.published';

  @ApiProperty({ description: 'The time of the event.', format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  timestamp!: string;

  @ApiProperty({ type: ReleasePublishedDto })
  data!: ReleasePublishedDto;
}

/** A new comment. */
export class CommentCreatedDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.key })
  keyId!: string;

  @ApiProperty({ example: 'home.greeting' })
  keyName!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.comment })
  commentId!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  replyTo!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'de' })
  language!: string | null;

  @ApiProperty({ example: 'Is this a verb?' })
  text!: string;

  @ApiProperty({ nullable: true, type: ChangeAuthorDto, example: null })
  apiKey!: ChangeAuthorDto | null;

  @ApiProperty({ nullable: true, type: ChangePersonDto })
  person!: ChangePersonDto | null;
}

/** The body of a message about a new comment. */
export class CommentCreatedMessageDto {
  @ApiProperty({ enum: ['comment.created'], example: 'comment.created' })
  type!: 'comment.created';

  @ApiProperty({ description: 'The time of the event.', format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  timestamp!: string;

  @ApiProperty({ type: CommentCreatedDto })
  data!: CommentCreatedDto;
}

/** What a test message is about. */
export class TestedWebhookDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.webhook })
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
