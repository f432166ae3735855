import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { BackgroundModule } from '../background/background.module';
import { SessionsModule } from '../sessions/sessions.module';
import { InvitationsController } from './invitations.controller';
import { InvitationsService } from './invitations.service';
import { LinkExpiry } from './links';
import { MeController } from './me.controller';
import { MeService } from './me.service';
import { MembersController } from './members.controller';
import { MembersService } from './members.service';
import { OwnAccountService } from './own-account.service';
import { Passwords } from './passwords';
import { SessionsController } from './sessions.controller';
import { FailedSignIns } from './failed-sign-ins';
import { SignInDelays } from './sign-in-delays';
import { SignInService } from './sign-in.service';

@Module({
  imports: [ApiKeysModule, BackgroundModule, SessionsModule],
  controllers: [InvitationsController, MeController, MembersController, SessionsController],
  providers: [
    FailedSignIns,
    InvitationsService,
    LinkExpiry,
    MembersService,
    MeService,
    OwnAccountService,
    Passwords,
    SignInDelays,
    SignInService,
  ],
})
export class PeopleModule {}
