import type { Scope } from '../../src/common/access/scope';

/** Who may call an operation: everybody, every API key and person, persons only, or who has one of the scopes. */
export type Need = 'public' | 'any' | 'person' | readonly Scope[];

/** What the path of an operation identifies. Resources of projects are visible with their project. */
export type Resource =
  | 'project'
  | 'key'
  | 'assignment'
  | 'comment'
  | 'screenshot'
  | 'webhook'
  | 'delivery'
  | 'release'
  | 'delivery-token'
  | 'api-key'
  | 'member'
  | 'invitation'
  | 'term'
  | 'organization';

const READ: readonly Scope[] = ['translations:read'];
const PROJECT: readonly Scope[] = ['projects:read'];
const MEMBERS: readonly Scope[] = ['members:manage'];
const API_KEYS: readonly Scope[] = ['api-keys:manage'];
const WEBHOOKS: readonly Scope[] = ['webhooks:manage'];
const RELEASES: readonly Scope[] = ['releases:manage'];
const OPERATOR: readonly Scope[] = ['organizations:manage'];
const KEYS: readonly Scope[] = ['keys:write'];
const WRITE: readonly Scope[] = ['translations:write'];
const COMMENT: readonly Scope[] = ['translations:write', 'translations:review', 'keys:write'];

/** The needs of each operation, written by hand: a new operation gets an entry here. */
export const NEEDS: Readonly<Record<string, readonly [need: Need, resource?: Resource]>> = {
  listApiKeys: [API_KEYS],
  createApiKey: [API_KEYS],
  changeApiKey: [API_KEYS, 'api-key'],
  revokeApiKey: [API_KEYS, 'api-key'],
  rotateApiKey: [API_KEYS, 'api-key'],
  listAudit: [MEMBERS],
  listInvitations: [MEMBERS],
  createInvitation: [MEMBERS],
  withdrawInvitation: [MEMBERS, 'invitation'],
  acceptInvitation: ['public'],
  acceptOwnInvitation: ['person'],
  resetPassword: ['public'],
  getSignInWays: ['public'],
  requestPassword: ['public'],
  beginSingleSignOn: ['public'],
  getMe: ['any'],
  changeMe: ['person'],
  removeMe: ['person'],
  leaveOrganization: ['person'],
  listOwnSessions: ['person'],
  endOwnSession: ['person'],
  listPasskeys: ['person'],
  beginPasskey: ['person'],
  addPasskey: ['person'],
  renamePasskey: ['person'],
  removePasskey: ['person'],
  beginPasskeySignIn: ['public'],
  signInWithPasskey: ['public'],
  listMembers: [MEMBERS],
  changeMember: [MEMBERS, 'member'],
  removeMember: [MEMBERS, 'member'],
  createPasswordLink: [MEMBERS, 'member'],
  beginSession: ['public'],
  endSession: ['public'],
  switchOrganization: ['person'],
  listOrganizations: [OPERATOR],
  createOrganization: [OPERATOR],
  getOrganization: [OPERATOR, 'organization'],
  changeOrganization: [OPERATOR, 'organization'],
  deleteOrganization: [OPERATOR, 'organization'],
  createApiKeyOf: [OPERATOR, 'organization'],
  listProjects: [PROJECT],
  createProject: [['projects:write']],
  deleteProject: [['projects:write'], 'project'],
  getProject: [PROJECT, 'project'],
  changeProject: [['projects:write'], 'project'],
  getProjectHead: [PROJECT, 'project'],
  listTemplates: [READ, 'project'],
  deleteTemplate: [WRITE, 'project'],
  listKeys: [READ, 'project'],
  createKey: [['keys:write'], 'project'],
  replaceInTexts: [WRITE, 'project'],
  changeManyKeys: [['keys:write', 'keys:delete', 'translations:write', 'translations:review'], 'project'],
  changeKeys: [['keys:write', 'keys:delete', 'translations:write', 'translations:review'], 'project'],
  getKey: [READ, 'key'],
  getKeyContext: [READ, 'key'],
  getKeyNeighbours: [READ, 'key'],
  getSuggestions: [READ, 'key'],
  searchMemory: [READ],
  exportMemory: [READ],
  listTerms: [READ],
  createTerm: [KEYS],
  getTerm: [READ, 'term'],
  changeTerm: [KEYS, 'term'],
  deleteTerm: [KEYS, 'term'],
  exportTerms: [READ],
  exportTermsHead: [READ],
  importTerms: [KEYS],
  getMachineTranslation: [READ],
  testMachineTranslation: [MEMBERS],
  getMachineProvider: [MEMBERS],
  setMachineProvider: [MEMBERS],
  removeMachineProvider: [MEMBERS],
  getPretranslation: [READ, 'project'],
  pretranslate: [['translations:write'], 'project'],
  updateKey: [['translations:write', 'keys:write', 'translations:review'], 'key'],
  deleteKey: [['keys:delete'], 'key'],
  getKeyHead: [READ, 'key'],
  ignoreFinding: [['translations:write', 'translations:review'], 'key'],
  listComments: [READ, 'key'],
  createComment: [COMMENT, 'key'],
  changeComment: [COMMENT, 'comment'],
  listAssignments: [READ, 'project'],
  assign: [MEMBERS, 'project'],
  removeAssignment: [MEMBERS, 'assignment'],
  listMentionable: [COMMENT, 'project'],
  listInbox: ['person'],
  readInbox: ['person'],
  deleteComment: [[...COMMENT, ...MEMBERS], 'comment'],
  createScreenshot: [KEYS, 'project'],
  listScreenshots: [READ, 'project'],
  getScreenshot: [READ, 'screenshot'],
  getScreenshotImage: [READ, 'screenshot'],
  getScreenshotImageHead: [READ, 'screenshot'],
  changeScreenshot: [KEYS, 'screenshot'],
  deleteScreenshot: [KEYS, 'screenshot'],
  listNamespaces: [READ, 'project'],
  listFindings: [READ, 'project'],
  streamEvents: [READ, 'project'],
  putPresence: [READ, 'project'],
  listChanges: [READ, 'project'],
  getChange: [READ, 'project'],
  listKeyChanges: [READ, 'key'],
  undoChange: [WRITE, 'project'],
  restoreProject: [WRITE, 'project'],
  importTranslations: [WRITE, 'project'],
  exportTranslations: [READ, 'project'],
  exportTranslationsHead: [READ, 'project'],
  getTranslations: [READ, 'project'],
  getTranslationsHead: [READ, 'project'],
  listFormats: ['any'],
  detectFiles: ['any'],
  getStatistics: [PROJECT, 'project'],
  getStatisticsHead: [PROJECT, 'project'],
  listWebhooks: [WEBHOOKS, 'project'],
  createWebhook: [WEBHOOKS, 'project'],
  getWebhook: [WEBHOOKS, 'webhook'],
  changeWebhook: [WEBHOOKS, 'webhook'],
  deleteWebhook: [WEBHOOKS, 'webhook'],
  rotateWebhook: [WEBHOOKS, 'webhook'],
  testWebhook: [WEBHOOKS, 'webhook'],
  listDeliveries: [WEBHOOKS, 'webhook'],
  redeliver: [WEBHOOKS, 'delivery'],
  publishRelease: [RELEASES, 'project'],
  listReleases: [PROJECT, 'project'],
  getRelease: [PROJECT, 'release'],
  listChannels: [PROJECT, 'project'],
  putChannel: [RELEASES, 'project'],
  deleteChannel: [RELEASES, 'project'],
  listDeliveryTokens: [PROJECT, 'project'],
  createDeliveryToken: [RELEASES, 'project'],
  revokeDeliveryToken: [RELEASES, 'delivery-token'],
  getDeliveryUsage: [PROJECT, 'project'],
  // A session is refused when the body has been read: test/mcp.e2e-spec.ts.
  mcp: ['any'],
};
