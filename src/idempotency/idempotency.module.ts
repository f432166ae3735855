import { Module } from '@nestjs/common';
import { Expiry } from './expiry';
import { Idempotency } from './idempotency';
import { KeptAnswers } from './kept-answers';

@Module({ providers: [KeptAnswers, Idempotency, Expiry], exports: [Idempotency] })
export class IdempotencyModule {}
