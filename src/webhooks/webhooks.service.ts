import { Inject, Injectable, Logger } from '@nestjs/common';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../audit/record';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { ValidationFailedError } from '../common/errors/domain-error';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { writeAs } from '../project-write/write-as';
import type { Transaction } from '../database/transaction';
import { ProjectsService } from '../projects/projects.service';
import { ProjectWriter } from '../project-write/project-writer';
import { Dispatcher } from './dispatcher';
import type { ChangeWebhookDto, CreateWebhookDto } from './dto/write-webhook.dto';
import { WEBHOOK_EVENTS } from './events';
import { isNeverPublic, NEVER_PUBLIC } from '../outgoing/public-addresses';
import { SigningSecrets, UnreadableSecretError } from './signing-secrets';
import type { Webhook, WebhookWithSecret } from './webhook';
import { MAX_WEBHOOKS, TooManyWebhooksError, WebhookNotFoundError } from './webhook-errors';

/** Lists, creates, changes and deletes webhooks. */
@Injectable()
export class WebhooksService implements ResourceLocator {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
    private readonly writer: ProjectWriter,
    private readonly secrets: SigningSecrets,
    private readonly dispatcher: Dispatcher,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Returns the webhooks of a project, the oldest first. @throws ProjectNotFoundError */
  async list(principal: Principal, projectId: string): Promise<Webhook[]> {
    await this.projects.assertVisible(principal, projectId);
    return this.database.rows<Webhook>(LIST, [projectId]);
  }

  /** @throws WebhookNotFoundError */
  async get({ organizationId, projectIds }: Principal, id: string): Promise<Webhook> {
    const [webhook] = isUuid(id) ? await this.database.rows<Webhook>(FIND, [id, organizationId, projectIds]) : [];
    if (!webhook) throw new WebhookNotFoundError();
    return webhook;
  }

  async assertVisible(principal: Principal, id: string): Promise<void> {
    await this.get(principal, id);
  }

  /**
   * Creates a webhook. It is notified of changes that are committed later.
   *
   * @throws ProjectNotFoundError, TooManyWebhooksError, ProjectBusyError, ValidationFailedError for an address that is
   *   not allowed
   */
  async create(
    principal: Principal,
    projectId: string,
    { url, events = [...WEBHOOK_EVENTS] }: CreateWebhookDto,
  ): Promise<WebhookWithSecret> {
    this.assertAllowed(url);
    const id = uuidv7();
    const secret = this.secrets.generate();
    const values = [id, projectId, url, events, this.secrets.seal(id, secret)];
    const { result: webhook } = await this.writer.write(principal, projectId, 'webhooks', async ({ tx }) => {
      const [found] = await tx.rows<{ count: number }>(COUNT, [projectId]);
      if ((found?.count ?? 0) >= MAX_WEBHOOKS) throw new TooManyWebhooksError();
      const [inserted] = await tx.rows<Webhook>(INSERT, values);
      await tx.rows(NOTE_WEBHOOKS, [projectId]);
      await recordAudit(tx, principal, {
        ...{ action: 'webhook.created', ...subjectOf({ id, projectId, url }), details: { events } },
      });
      return existing(inserted);
    });
    this.warnOfClearSecret(id);
    return { webhook, secret };
  }

  /**
   * Changes a webhook. A new URL, or the end of a pause, ends the wait for the next attempt.
   *
   * @throws WebhookNotFoundError, ValidationFailedError for an address that is not allowed
   */
  async change(principal: Principal, id: string, { url, events, paused }: ChangeWebhookDto): Promise<Webhook> {
    await this.assertVisible(principal, id);
    if (url !== undefined) this.assertAllowed(url);
    const changed = await this.write(principal, id, async (tx, { sealed: _, ...before }) => {
      const webhook = existing((await tx.rows<Webhook>(CHANGE, [id, url, events, paused]))[0]);
      await recordAudit(tx, principal, {
        ...{ action: 'webhook.changed', ...subjectOf(webhook), details: { events, paused } },
        change: { before, after: webhook },
      });
      return webhook;
    });
    this.dispatcher.wake();
    return changed;
  }

  /**
   * Gives a webhook a new secret. The old one signs too for a day, beside the new one.
   *
   * @throws WebhookNotFoundError
   */
  async rotate(principal: Principal, id: string): Promise<WebhookWithSecret> {
    await this.assertVisible(principal, id);
    const secret = this.secrets.generate();
    const webhook = await this.write(principal, id, async (tx, { sealed }) => {
      const previous = this.isReadable(id, sealed) ? sealed : null;
      const [rotated] = await tx.rows<Webhook>(ROTATE, [id, this.secrets.seal(id, secret), previous]);
      await recordAudit(tx, principal, { action: 'webhook.rotated', ...subjectOf(existing(rotated)) });
      return existing(rotated);
    });
    this.warnOfClearSecret(id);
    return { webhook, secret };
  }

  /** Deletes a webhook and its deliveries. @throws WebhookNotFoundError, ProjectBusyError */
  async delete(principal: Principal, id: string): Promise<void> {
    const webhook = await this.get(principal, id);
    const { projectId } = webhook;
    await this.writer.write(principal, projectId, 'webhooks', async ({ tx }) => {
      existing((await tx.rows(DELETE, [id]))[0]);
      await tx.rows(NOTE_WEBHOOKS, [projectId]);
      await recordAudit(tx, principal, { action: 'webhook.deleted', ...subjectOf(webhook) });
    });
  }

  /** Runs work that writes a locked webhook. @throws WebhookNotFoundError if it was deleted meanwhile */
  private write<T>(
    principal: Principal,
    id: string,
    work: (tx: Transaction, locked: LockedWebhook) => Promise<T>,
  ): Promise<T> {
    return writeAs(this.database, principal, async (tx) =>
      work(tx, existing((await tx.rows<LockedWebhook>(LOCK, [id]))[0])),
    );
  }

  private assertAllowed(url: string): void {
    if (this.settings.webhookPrivateAddresses || !isNeverPublic(new URL(url).hostname)) return;
    throw new ValidationFailedError([{ pointer: '/url', ...NEVER_PUBLIC }]);
  }

  /** A secret that cannot be read any more must not make each attempt of the day after its rotation fail. */
  private isReadable(id: string, sealed: Buffer): boolean {
    try {
      this.secrets.open(id, sealed);
      return true;
    } catch (error) {
      if (error instanceof UnreadableSecretError) return false;
      throw error;
    }
  }

  private warnOfClearSecret(id: string): void {
    if (this.secrets.areEncrypted) return;
    this.logger.warn(`the secret of webhook ${id} is stored in the clear, because WEBHOOK_ENCRYPTION_KEY is not set`);
  }
}

/** @throws WebhookNotFoundError if the webhook was deleted meanwhile */
function existing<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new WebhookNotFoundError();
  return row;
}

/** A webhook with its sealed secret. */
type LockedWebhook = Webhook & { sealed: Buffer };

/** Returns what an entry of the audit says of the webhook: of the URL, whose path and query may hold a token, the host only. */
function subjectOf({ id, projectId, url }: Pick<Webhook, 'id' | 'projectId' | 'url'>) {
  return { projectId, target: { type: 'webhook', id, name: new URL(url).host } } as const;
}

const COLUMNS = `w.id, w.project_id AS "projectId", w.url, w.events, w.paused_at AS "pausedAt", w.pause_reason AS "pauseReason",
  w.created_at AS "createdAt"`;

const LIST = prepared(`SELECT ${COLUMNS} FROM webhooks w WHERE w.project_id = $1 ORDER BY w.id`);

const FIND = prepared(`
  SELECT ${COLUMNS} FROM webhooks w JOIN projects p ON p.id = w.project_id
  WHERE w.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

const COUNT = prepared('SELECT count(*)::int AS count FROM webhooks WHERE project_id = $1');

const INSERT = prepared(`
  INSERT INTO webhooks AS w (id, project_id, url, events, secret) VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`);

const DELETE = prepared('DELETE FROM webhooks WHERE id = $1 RETURNING id');

const NOTE_WEBHOOKS = prepared(
  'UPDATE projects SET has_webhooks = EXISTS (SELECT FROM webhooks WHERE project_id = $1) WHERE id = $1',
);

/** `due_at` makes a replica take the webhook and decide what is due. */
const CHANGE = prepared(`
  UPDATE webhooks w SET url = coalesce($2, w.url), events = coalesce($3, w.events), due_at = now(),
    paused_at = CASE WHEN $4 THEN coalesce(w.paused_at, now()) WHEN NOT $4 THEN NULL ELSE w.paused_at END,
    pause_reason = CASE WHEN $4 THEN coalesce(w.pause_reason, 'requested') WHEN NOT $4 THEN NULL ELSE w.pause_reason END,
    failures = CASE WHEN c.is_new_start THEN 0 ELSE w.failures END,
    failing_since = CASE WHEN c.is_new_start THEN NULL ELSE w.failing_since END,
    retry_at = CASE WHEN c.is_new_start THEN NULL ELSE w.retry_at END,
    responsive = w.responsive AND NOT c.is_new_start
  FROM (SELECT $2::text IS NOT NULL OR $4::boolean IS FALSE AS is_new_start) c
  WHERE w.id = $1 RETURNING ${COLUMNS}`);

const LOCK = prepared(`SELECT ${COLUMNS}, w.secret AS sealed FROM webhooks w WHERE w.id = $1 FOR NO KEY UPDATE`);

const ROTATE = prepared(`
  UPDATE webhooks w SET secret = $2, previous_secret = $3, previous_secret_until = now() + interval '1 day'
  WHERE w.id = $1 RETURNING ${COLUMNS}`);
