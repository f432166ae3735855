import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { ProjectsService } from '../projects/projects.service';
import type { ExportOptionsDto } from './dto/export-options.dto';
import { planExport, planKey } from './export-plan';
import { renderExport } from './rendering/render-export';
import type { Rendition } from './rendering/rendition';
import { RenditionCache } from './rendering/rendition-cache';
import { Snapshots } from './rendering/snapshot';

/** Exports of a project in the formats of other tools. */
@Injectable()
export class ExportService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly snapshots: Snapshots,
    private readonly cache: RenditionCache,
  ) {}

  /**
   * Renders an export and passes it to `send`, which must not read it after its promise has settled.
   *
   * @throws ProjectNotFoundError
   * @throws UnknownLanguageError when the project does not have one of the languages
   * @throws UnwritableExportError when the format cannot hold a text or a key name
   * @throws UnwritablePathError when a namespace cannot be the name of a file
   * @throws DuplicateStrippedNameError when two keys have the same name without their namespaces
   * @throws ExportsBusyError when there is no disk space for a large export
   */
  async export(
    principal: Principal,
    projectId: string,
    options: ExportOptionsDto,
    send: (rendition: Rendition) => Promise<void>,
  ): Promise<void> {
    const project = await this.projects.get(principal, projectId);
    const plan = planExport(project, options);
    await this.cache.use(
      { projectId, revision: project.revision, options: planKey(plan) },
      () => this.snapshots.read(project, (snapshot) => renderExport(snapshot, plan)),
      send,
    );
  }
}
