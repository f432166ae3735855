import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ProjectWriter } from '../project-write/project-writer';
import { FindingsRefresher } from './findings-refresher';

/**
 * Begins a check run after each write of more texts than a read has checked in one step, so that the first read of the
 * findings has little to wait for. If the process ends before, the next read begins the run.
 */
@Injectable()
export class EarlyChecks implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Checks');
  private isStopped = false;

  constructor(
    private readonly writer: ProjectWriter,
    private readonly refresher: FindingsRefresher,
  ) {}

  onModuleInit(): void {
    this.writer.afterLargeWrites((projectId, organizationId) => void this.check(projectId, organizationId));
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Begins no more check runs. */
  stop(): void {
    this.isStopped = true;
  }

  private async check(projectId: string, organizationId: string): Promise<void> {
    if (this.isStopped) return;
    try {
      await this.refresher.refresh(projectId, organizationId);
    } catch (error) {
      this.logger.warn(`the texts of a project were not checked after a write: ${String(error)}`);
    }
  }
}
