import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { BackgroundModule } from '../background/background.module';
import { MailModule } from '../mail/mail.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AttemptCountExpiry, AttemptCounts } from './attempt-counts';
import { InvitationsOfApiKeys } from './invitations-of-api-keys';
import { InvitationMail } from './invitation-mail';
import { InvitationsController } from './invitations.controller';
import { InvitationsService } from './invitations.service';
import { LinkExpiry } from './links';
import { MailLimits } from './mail-limits';
import { MeController } from './me.controller';
import { MeService } from './me.service';
import { MembersController } from './members.controller';
import { MembersService } from './members.service';
import { Issuer } from './oidc/issuer';
import { OidcAttemptExpiry, OidcAttempts } from './oidc/oidc-attempts';
import { OidcController } from './oidc/oidc.controller';
import { OidcJoin } from './oidc/oidc-join';
import { OidcService } from './oidc/oidc.service';
import { OwnAccountService } from './own-account.service';
import { PasskeyChallengeExpiry } from './passkeys/passkey-challenges';
import { PasskeySignInController } from './passkeys/passkey-sign-in.controller';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service';
import { PasskeysController } from './passkeys/passkeys.controller';
import { PasskeysService } from './passkeys/passkeys.service';
import { PasswordRequests } from './password-requests';
import { Passwords } from './passwords';
import { SessionsController } from './sessions.controller';
import { FailedSignIns } from './failed-sign-ins';
import { SignInDelays } from './sign-in-delays';
import { SignInService } from './sign-in.service';
import { SignInWaysController } from './sign-in-ways.controller';

@Module({
  imports: [ApiKeysModule, BackgroundModule, MailModule, SessionsModule],
  controllers: [
    InvitationsController,
    MeController,
    MembersController,
    PasskeySignInController,
    PasskeysController,
    OidcController,
    SessionsController,
    SignInWaysController,
  ],
  providers: [
    AttemptCountExpiry,
    AttemptCounts,
    FailedSignIns,
    InvitationMail,
    InvitationsOfApiKeys,
    InvitationsService,
    Issuer,
    LinkExpiry,
    MailLimits,
    MembersService,
    MeService,
    OidcAttemptExpiry,
    OidcAttempts,
    OidcJoin,
    OidcService,
    OwnAccountService,
    PasskeyChallengeExpiry,
    PasskeySignInService,
    PasskeysService,
    PasswordRequests,
    Passwords,
    SignInDelays,
    SignInService,
  ],
})
export class PeopleModule {}
