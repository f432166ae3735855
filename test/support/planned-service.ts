import { Client } from 'pg';
import { FindingsRefresher } from '../../src/findings/findings-refresher';
import type { GivenOrganization } from './given';
import { explain, type PlanNode, StatementLog } from './plans';
import { type RunningApp, startApp } from './start-app';
import { stopBackground } from './stop-background';
import { testDatabase, type TestDatabase } from './test-database';

/**
 * A service on a database of its own, whose statements are recorded and explained. It needs a server: the embedded
 * database has one connection, which the service holds.
 */
export class PlannedService {
  private readonly log = new StatementLog();

  private constructor(
    private readonly database: TestDatabase,
    private readonly service: RunningApp,
    /** Another connection to the database. */
    readonly sql: Client,
    readonly owner: GivenOrganization,
  ) {}

  static async start(): Promise<PlannedService> {
    const database = await testDatabase();
    const service = await startApp({}, database.location);
    await stopBackground(service.app);
    const sql = new Client({ connectionString: database.location.databaseUrl });
    await sql.connect();
    return new PlannedService(database, service, sql, await service.given.organization());
  }

  get app(): RunningApp['app'] {
    return this.service.app;
  }

  get given(): RunningApp['given'] {
    return this.service.given;
  }

  /** Returns the plans of the statements that a request runs on some tables, by default on keys and texts. */
  async plansOf(request: () => Promise<unknown>, tables?: RegExp): Promise<PlanNode[]> {
    // A check run that an earlier request has begun goes on behind its answer.
    await this.service.app.get(FindingsRefresher).ended();
    const statements = await this.log.during(request, tables);
    const plans: PlanNode[] = [];
    for (const statement of statements) plans.push(await explain(this.sql, statement));
    expect(plans.length).toBeGreaterThan(0);
    return plans;
  }

  /** Returns the plans of an import that would delete all keys but one. @param options further ones of the query */
  plansOfMissing(project: string, options: string): Promise<PlanNode[]> {
    const path = `projects/${project}/import?format=json&language=en&dryRun=true&${options}`;
    return this.plansOf(() => this.owner.api.post(path, undefined, { body: '{"kept": "Text"}' }));
  }

  async close(): Promise<void> {
    this.log.stop();
    await this.sql.end();
    await this.service.close();
    await this.database.drop();
  }
}
