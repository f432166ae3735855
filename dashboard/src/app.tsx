import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Activity, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { isProblem } from './api/problem';
import { meQuery } from './api/queries';
import { onWait } from './api/waits';
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
const LinkPage = lazy(() => import('./pages/link').then(({ LinkPage: page }) => ({ default: page })));
const AuditPage = lazy(() => import('./pages/audit/index').then(({ AuditPage: page }) => ({ default: page })));
const MembersPage = lazy(() => import('./pages/members/index').then(({ MembersPage: page }) => ({ default: page })));
const AccountPage = lazy(() => import('./pages/account/index').then(({ AccountPage: page }) => ({ default: page })));
const ApiKeysPage = lazy(() => import('./pages/api-keys/index').then(({ ApiKeysPage: page }) => ({ default: page })));
const ProjectSettingsPage = lazy(() =>
  import('./pages/project-settings').then(({ ProjectSettingsPage: page }) => ({ default: page })),
);
const ProjectPage = lazy(() => import('./pages/project/index').then(({ ProjectPage: page }) => ({ default: page })));
const ImportPage = lazy(() => import('./pages/import/index').then(({ ImportPage: page }) => ({ default: page })));
const ExportPage = lazy(() => import('./pages/export').then(({ ExportPage: page }) => ({ default: page })));
const WebhooksPage = lazy(() => import('./pages/webhooks/index').then(({ WebhooksPage: page }) => ({ default: page })));
const ReleasesPage = lazy(() => import('./pages/releases/index').then(({ ReleasesPage: page }) => ({ default: page })));
const PublishPage = lazy(() => import('./pages/releases/publish').then(({ PublishPage: page }) => ({ default: page })));
const DeliveryPage = lazy(() =>
  import('./pages/releases/delivery').then(({ DeliveryPage: page }) => ({ default: page })),
);
const ReleasePage = lazy(() => import('./pages/releases/release').then(({ ReleasePage: page }) => ({ default: page })));
const MachineTranslationPage = lazy(() =>
  import('./pages/machine-translation/index').then(({ MachineTranslationPage: page }) => ({ default: page })),
);
const PlanPage = lazy(() => import('./pages/plan').then(({ PlanPage: page }) => ({ default: page })));
const OrganizationsPage = lazy(() =>
  import('./pages/organizations/index').then(({ OrganizationsPage: page }) => ({ default: page })),
);
const HistoryPage = lazy(() => import('./pages/history/index').then(({ HistoryPage: page }) => ({ default: page })));
const ChangePage = lazy(() => import('./pages/history/change').then(({ ChangePage: page }) => ({ default: page })));
const GlossaryPage = lazy(() => import('./pages/glossary/index').then(({ GlossaryPage: page }) => ({ default: page })));
const InboxPage = lazy(() => import('./pages/inbox/index').then(({ InboxPage: page }) => ({ default: page })));
const KeyPage = lazy(() => import('./pages/key/index').then(({ KeyPage: page }) => ({ default: page })));
const KeysPage = lazy(() => import('./pages/keys/index').then(({ KeysPage: page }) => ({ default: page })));

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
    <Suspense fallback={<Loading />}>
      <LinkPage kind={linkKind} />
    </Suspense>
  );
}

/** The pages of the session, or the sign-in without one. */
function Session() {
  const me = useQuery(meQuery);
  const { data: sessionEnd = null } = useQuery(sessionEndQuery);
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
    </Shell>
  );
}
