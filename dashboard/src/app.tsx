import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Activity, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { isProblem } from './api/problem';
import { meQuery } from './api/queries';
import { onWait } from './api/waits';
import { lazyPage, PageBoundary } from './components/lazy-page';
import { Loading } from './components/page';
import { ProblemAlert } from './components/problem-alert';
import { Shell } from './components/shell';
import { useLeftDrafts, useTakenDrafts } from './components/texts/left-drafts';
import { useRefusal } from './components/single-sign-on';
import { showLanguage } from './i18n';
import { NotFoundPage } from './pages/not-found';
import { ProjectsPage } from './pages/projects';
import { SignIn } from './pages/sign-in';
import type { LinkKind } from './pages/link';
import { placeOf, useMe } from './session';
import { sessionEndQuery } from './session-end';

// Each page is a file of its own, so that the first one is shown soon.
const LinkPage = lazyPage(() => import('./pages/link').then(({ LinkPage: page }) => page));
const AuditPage = lazyPage(() => import('./pages/audit/index').then(({ AuditPage: page }) => page));
const MembersPage = lazyPage(() => import('./pages/members/index').then(({ MembersPage: page }) => page));
const AccountPage = lazyPage(() => import('./pages/account/index').then(({ AccountPage: page }) => page));
const ApiKeysPage = lazyPage(() => import('./pages/api-keys/index').then(({ ApiKeysPage: page }) => page));
const ProjectSettingsPage = lazyPage(() =>
  import('./pages/project-settings/index').then(({ ProjectSettingsPage: page }) => page),
);
const ProjectPage = lazyPage(() => import('./pages/project/index').then(({ ProjectPage: page }) => page));
const ImportPage = lazyPage(() => import('./pages/import/index').then(({ ImportPage: page }) => page));
const ExportPage = lazyPage(() => import('./pages/export').then(({ ExportPage: page }) => page));
const WebhooksPage = lazyPage(() => import('./pages/webhooks/index').then(({ WebhooksPage: page }) => page));
const ReleasesPage = lazyPage(() => import('./pages/releases/index').then(({ ReleasesPage: page }) => page));
const PublishPage = lazyPage(() => import('./pages/releases/publish').then(({ PublishPage: page }) => page));
const DeliveryPage = lazyPage(() => import('./pages/releases/delivery').then(({ DeliveryPage: page }) => page));
const ReleasePage = lazyPage(() => import('./pages/releases/release').then(({ ReleasePage: page }) => page));
const MachineTranslationPage = lazyPage(() =>
  import('./pages/machine-translation/index').then(({ MachineTranslationPage: page }) => page),
);
const PlanPage = lazyPage(() => import('./pages/plan').then(({ PlanPage: page }) => page));
const OrganizationsPage = lazyPage(() =>
  import('./pages/organizations/index').then(({ OrganizationsPage: page }) => page),
);
const HistoryPage = lazyPage(() => import('./pages/history/index').then(({ HistoryPage: page }) => page));
const ChangePage = lazyPage(() => import('./pages/history/change').then(({ ChangePage: page }) => page));
const GlossaryPage = lazyPage(() => import('./pages/glossary/index').then(({ GlossaryPage: page }) => page));
const InboxPage = lazyPage(() => import('./pages/inbox/index').then(({ InboxPage: page }) => page));
const KeyPage = lazyPage(() => import('./pages/key/index').then(({ KeyPage: page }) => page));
const KeysPage = lazyPage(() => import('./pages/keys/index').then(({ KeysPage: page }) => page));

/** The pages of links, which are shown with or without a session. */
const LINK_PAGES: Readonly<Record<string, LinkKind>> = {
  '/welcome': 'welcome',
  '/invitation': 'invitation',
  '/password': 'password',
};

export function App() {
  useAnnouncedWaits();
  const linkKind = LINK_PAGES[useLocation().pathname];
  return linkKind === undefined ? (
    <Session />
  ) : (
    <PageBoundary>
      <Suspense fallback={<Loading />}>
        <LinkPage kind={linkKind} />
      </Suspense>
    </PageBoundary>
  );
}

/** The pages of the session, or the sign-in without one. */
function Session() {
  const { data: sessionEnd = null } = useQuery(sessionEndQuery);
  // After the end, another person may have signed in in another tab: `useBegunElsewhere` compares.
  const me = useQuery({ ...meQuery, enabled: sessionEnd === null });
  const locale = sessionEnd === 'left' ? null : (me.data?.person?.locale ?? null);
  useEffect(() => void showLanguage(locale), [locale]);
  useLeftDrafts(me.data && placeOf(me.data));
  useShownRefusal(me.data !== undefined && sessionEnd === null);
  const isOut = sessionEnd !== null || isProblem(me.error, 401);
  if (me.isPending && !isOut) return <Loading />;
  if (me.error && !me.data && !isOut) return <ProblemAlert error={me.error} retry={() => void me.refetch()} />;
  return (
    <>
      {me.data && sessionEnd !== 'left' && (
        // A page that was open when the session ended stays, hidden, for the same place: what was typed is not lost.
        <Activity key={placeOf(me.data)} mode={isOut ? 'hidden' : 'visible'}>
          <Pages />
        </Activity>
      )}
      {isOut && <SignIn isAgain={me.data !== undefined && sessionEnd !== 'left'} />}
    </>
  );
}

/** Shows a person who is signed in why another sign-in has failed. @param isIn whether there is a session */
function useShownRefusal(isIn: boolean): void {
  const { t } = useTranslation();
  const refusal = useRefusal();
  const [, setQuery] = useSearchParams();
  useEffect(() => {
    if (!isIn || refusal === undefined) return;
    notifications.show({
      id: 'refusal',
      color: 'red',
      withBorder: true,
      message: refusal,
      autoClose: false,
      closeButtonProps: { 'aria-label': t('close') },
    });
    setQuery({}, { replace: true });
  }, [isIn, refusal, setQuery, t]);
}

/** Shows that a request is sent again later, and when. */
function useAnnouncedWaits(): void {
  const { t } = useTranslation();
  useEffect(
    () =>
      onWait(({ seconds, detail }) => {
        notifications.show({
          id: 'wait',
          color: 'yellow',
          withBorder: true,
          title: detail,
          message: t('problem.wait', { count: seconds }),
          autoClose: seconds * 1_000,
          closeButtonProps: { 'aria-label': t('close') },
        });
      }),
    [t],
  );
}

function Pages() {
  useTakenDrafts(placeOf(useMe()));
  return (
    <Shell>
      <PageBoundary>
        <Suspense fallback={<Loading />}>
          <Routes>
            <Route path="/inbox" element={<InboxPage />} />
            <Route path="/glossary" element={<GlossaryPage />} />
            <Route path="/projects" element={<ProjectsPage />} />
            <Route path="/projects/:id" element={<ProjectPage />} />
            <Route path="/projects/:id/keys" element={<KeysPage />} />
            <Route path="/projects/:id/keys/:keyId" element={<KeyPage />} />
            <Route path="/projects/:id/history" element={<HistoryPage />} />
            <Route path="/projects/:id/history/:revision" element={<ChangePage />} />
            <Route path="/projects/:id/import" element={<ImportPage />} />
            <Route path="/projects/:id/export" element={<ExportPage />} />
            <Route path="/projects/:id/releases" element={<ReleasesPage />} />
            <Route path="/projects/:id/releases/publish" element={<PublishPage />} />
            <Route path="/projects/:id/releases/delivery" element={<DeliveryPage />} />
            <Route path="/projects/:id/releases/:releaseId" element={<ReleasePage />} />
            <Route path="/projects/:id/webhooks" element={<WebhooksPage />} />
            <Route path="/projects/:id/settings" element={<ProjectSettingsPage />} />
            <Route path="/settings/account" element={<AccountPage />} />
            <Route path="/settings/members" element={<MembersPage />} />
            <Route path="/settings/audit" element={<AuditPage />} />
            <Route path="/settings/api-keys" element={<ApiKeysPage />} />
            <Route path="/settings/machine-translation" element={<MachineTranslationPage />} />
            <Route path="/settings/plan" element={<PlanPage />} />
            <Route path="/settings/organizations" element={<OrganizationsPage />} />
            <Route path="/" element={<Navigate to="/projects" replace />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}
