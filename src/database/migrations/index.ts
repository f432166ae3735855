import { CreateTables1763600000000 } from './1763600000000-create-tables';
import { CreateTypeormMetadata1763800000000 } from './1763800000000-create-typeorm-metadata';
import { CreateFileLayouts1764000000000 } from './1764000000000-create-file-layouts';
import { CreateFileTemplates1764100000000 } from './1764100000000-create-file-templates';
import { CreateHistory1764200000000 } from './1764200000000-create-history';
import { CreateKeptAnswers1764300000000 } from './1764300000000-create-kept-answers';
import { AddOldestRevision1764350000000 } from './1764350000000-add-oldest-revision';
import { CreateJobLeases1764360000000 } from './1764360000000-create-job-leases';
import { AddStates1764400000000 } from './1764400000000-add-states';
import { CreateWebhooks1764500000000 } from './1764500000000-create-webhooks';
import { CreateSessions1764600000000 } from './1764600000000-create-sessions';
import { IndexChangedSources1764610000000 } from './1764610000000-index-changed-sources';
import { CreateFindings1764700000000 } from './1764700000000-create-findings';
import { IndexWebhooksForChecks1764710000000 } from './1764710000000-index-webhooks-for-checks';
import { IndexTaggedKeys1764720000000 } from './1764720000000-index-tagged-keys';
import { MendEarlierSchemas1764725000000 } from './1764725000000-mend-earlier-schemas';
import { AddResponsiveWebhooks1764740000000 } from './1764740000000-add-responsive-webhooks';
import { AddReactivation1764750000000 } from './1764750000000-add-reactivation';
import { OrderFindings1764760000000 } from './1764760000000-order-findings';
import { IndexPlacedKeys1764770000000 } from './1764770000000-index-placed-keys';
import { AddLanguagesOfApiKeys1764800000000 } from './1764800000000-add-languages-of-api-keys';
import { CreatePeople1764810000000 } from './1764810000000-create-people';
import { CreateAudit1764820000000 } from './1764820000000-create-audit';
import { AddRateLimitOfApiKeys1764830000000 } from './1764830000000-add-rate-limit-of-api-keys';
import { CreateMails1764840000000 } from './1764840000000-create-mails';
import { CreatePasskeys1764850000000 } from './1764850000000-create-passkeys';
import { CreateIdentities1764860000000 } from './1764860000000-create-identities';
import { CreateReleases1764870000000 } from './1764870000000-create-releases';
import { CreatePresences1764890000000 } from './1764890000000-create-presences';
import { CreateMemory1764900000000 } from './1764900000000-create-memory';
import { CreateAttemptCounts1764920000000 } from './1764920000000-create-attempt-counts';
import { CreateRemovedAddresses1764921000000 } from './1764921000000-create-removed-addresses';
import { CreateGlossary1764950000000 } from './1764950000000-create-glossary';
import { CreateComments1764960000000 } from './1764960000000-create-comments';
import { CreateInbox1764961000000 } from './1764961000000-create-inbox';
import { CreateMachineUsage1764980000000 } from './1764980000000-create-machine-usage';
import { AddInboxMail1764995000000 } from './1764995000000-add-inbox-mail';
import { CreateAssignments1764996000000 } from './1764996000000-create-assignments';
import { CreatePaidTranslations1764997100000 } from './1764997100000-create-paid-translations';
import { CreateScreenshots1764998000000 } from './1764998000000-create-screenshots';
import { AddAssignmentsToInbox1765010000000 } from './1765010000000-add-assignments-to-inbox';
import { AddProgressOfPretranslations1765031000000 } from './1765031000000-add-progress-of-pretranslations';
import { AddReleaseDeltas1765100000000 } from './1765100000000-add-release-deltas';
import { AddStyleNotes1765210000000 } from './1765210000000-add-style-notes';
import { CreateMachineProviders1765211000000 } from './1765211000000-create-machine-providers';
import { CreateCommentDeletions1765300000000 } from './1765300000000-create-comment-deletions';
import { CreateKeptStatistics1765400000000 } from './1765400000000-create-kept-statistics';
import { IndexTexts1765500000000 } from './1765500000000-index-texts';
import { AddFilesBeside1765500100000 } from './1765500100000-add-files-beside';
import { AddTasksOfAssignments1765700000000 } from './1765700000000-add-tasks-of-assignments';
import { AddInvitationsToInbox1765810000000 } from './1765810000000-add-invitations-to-inbox';
import { AddDeletedChannels1766200000000 } from './1766200000000-add-deleted-channels';
import { AddTimeOfInboxMails1766200100000 } from './1766200100000-add-time-of-inbox-mails';
import { AddApiKeysOfInvitations1766300000000 } from './1766300000000-add-api-keys-of-invitations';
import { CreateLeftReleases1766400000000 } from './1766400000000-create-left-releases';
import { AddRefusedRevisions1766400100000 } from './1766400100000-add-refused-revisions';
import { AddRemovalsOfTexts1766500000000 } from './1766500000000-add-removals-of-texts';
import { IndexRemovalsOfTexts1766500100000 } from './1766500100000-index-removals-of-texts';
import { AddWithdrawnIdentities1766602000000 } from './1766602000000-add-withdrawn-identities';
import { CutAuditedUrls1766705000000 } from './1766705000000-cut-audited-urls';

/** In the order in which they run. */
export const migrations = [
  CreateTables1763600000000,
  CreateTypeormMetadata1763800000000,
  CreateFileLayouts1764000000000,
  CreateFileTemplates1764100000000,
  CreateHistory1764200000000,
  CreateKeptAnswers1764300000000,
  AddOldestRevision1764350000000,
  CreateJobLeases1764360000000,
  AddStates1764400000000,
  CreateWebhooks1764500000000,
  CreateSessions1764600000000,
  IndexChangedSources1764610000000,
  CreateFindings1764700000000,
  IndexWebhooksForChecks1764710000000,
  IndexTaggedKeys1764720000000,
  MendEarlierSchemas1764725000000,
  AddResponsiveWebhooks1764740000000,
  AddReactivation1764750000000,
  OrderFindings1764760000000,
  IndexPlacedKeys1764770000000,
  AddLanguagesOfApiKeys1764800000000,
  CreatePeople1764810000000,
  CreateAudit1764820000000,
  AddRateLimitOfApiKeys1764830000000,
  CreateMails1764840000000,
  CreatePasskeys1764850000000,
  CreateIdentities1764860000000,
  CreateReleases1764870000000,
  CreatePresences1764890000000,
  CreateMemory1764900000000,
  CreateAttemptCounts1764920000000,
  CreateRemovedAddresses1764921000000,
  CreateGlossary1764950000000,
  CreateComments1764960000000,
  CreateInbox1764961000000,
  CreateMachineUsage1764980000000,
  AddInboxMail1764995000000,
  CreateAssignments1764996000000,
  CreatePaidTranslations1764997100000,
  CreateScreenshots1764998000000,
  AddAssignmentsToInbox1765010000000,
  AddProgressOfPretranslations1765031000000,
  AddReleaseDeltas1765100000000,
  AddStyleNotes1765210000000,
  CreateMachineProviders1765211000000,
  CreateCommentDeletions1765300000000,
  CreateKeptStatistics1765400000000,
  IndexTexts1765500000000,
  AddFilesBeside1765500100000,
  AddTasksOfAssignments1765700000000,
  AddInvitationsToInbox1765810000000,
  AddDeletedChannels1766200000000,
  AddTimeOfInboxMails1766200100000,
  AddApiKeysOfInvitations1766300000000,
  CreateLeftReleases1766400000000,
  AddRefusedRevisions1766400100000,
  AddRemovalsOfTexts1766500000000,
  IndexRemovalsOfTexts1766500100000,
  AddWithdrawnIdentities1766602000000,
  CutAuditedUrls1766705000000,
];
