import { Module } from '@nestjs/common';
import { JobLeases } from './job-leases';
import { JobRunner } from './job-runner';

@Module({ providers: [JobLeases, JobRunner], exports: [JobRunner] })
export class BackgroundModule {}
