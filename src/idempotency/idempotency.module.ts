import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module';
import { AnswerExpiry } from './answer-expiry';
import { Idempotency } from './idempotency';
import { KeptAnswers } from './kept-answers';

@Module({ imports: [BackgroundModule], providers: [KeptAnswers, Idempotency, AnswerExpiry], exports: [Idempotency] })
export class IdempotencyModule {}
