import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { AnswerExpiry } from './answer-expiry';
import { Idempotency } from './idempotency';
import { KeptAnswers } from './kept-answers';

@Module({ imports: [JobsModule], providers: [KeptAnswers, Idempotency, AnswerExpiry], exports: [Idempotency] })
export class IdempotencyModule {}
