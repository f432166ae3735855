import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { Reads } from '../database/reads';
import { ProjectsService } from '../projects/projects.service';
import { projectAsOf } from '../project-write/as-of/project-as-of';
import { assertReached } from '../project-write/as-of/revision';
import type { ExportOptionsDto } from './dto/export-options.dto';
import { planExport, planKey } from './export-plan';
import { renderExport } from './render/render-export';
import type { Rendition } from './cache/rendition';
import { KeptFiles } from './cache/kept-files';
import { RenditionCache } from './cache/rendition-cache';
import { Snapshots } from './snapshot/snapshots';

/** Exports of a project in the formats of other tools. */
@Injectable()
export class ExportService {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly snapshots: Snapshots,
    private readonly cache: RenditionCache,
    private readonly keptFiles: KeptFiles,
  ) {}

  /**
   * Renders an export and passes it to `send`, which must not read it after its promise has settled.
   *
   * @param clientSignal returns a signal that is aborted when the client disconnects. Default: it stays connected
   * @throws ProjectNotFoundError, UnknownRevisionError
   * @throws UnknownLanguageError when the project does not have one of the languages
   * @throws UnwritableKeysError when the format cannot hold a text or a key name
   * @throws UnwritableExportError when the export exceeds a limit of the format
   * @throws UnwritablePathError when a namespace cannot be the name of a file
   * @throws DuplicateNameError when two keys have the same name without their namespaces or in camel case
   * @throws ExportsBusyError when too many exports of the organization wait, or there is no disk space for a large one
   */
  async export(
    principal: Principal,
    projectId: string,
    options: ExportOptionsDto,
    send: (rendition: Rendition) => Promise<void>,
    clientSignal?: () => AbortSignal,
  ): Promise<void> {
    const { organizationId } = principal;
    const { project, plan } = await this.reads.run(async (database) => {
      const found = await this.projects.get(principal, projectId, database);
      assertReached(found.revision, options.minRevision);
      const read = await projectAsOf(database, found, options.revision);
      return { project: read, plan: planExport(read, options) };
    });
    const key = planKey(plan);
    // An earlier revision is no former file of the next one.
    const former = project.asOf === undefined ? this.keptFiles.slotOf(projectId, key) : undefined;
    await this.cache.use(
      { projectId, revision: project.revision, options: key },
      (signal) =>
        this.snapshots.read({ organizationId, signal }, project, (snapshot) => renderExport(snapshot, plan, former)),
      send,
      clientSignal,
    );
  }
}
