import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes } from 'react-router';
import { isProblem } from './api/problem';
import { meQuery } from './api/queries';
import { onWait } from './api/waits';
import { Loading } from './components/page';
import { ProblemAlert } from './components/problem-alert';
import { Shell } from './components/shell';
import { ProjectsPage } from './pages/projects';
import { SignIn } from './pages/sign-in';

// Each page is a file of its own, so that the first one is shown soon.
const ApiKeysPage = lazy(() => import('./pages/api-keys').then(({ ApiKeysPage: page }) => ({ default: page })));
const ProjectSettingsPage = lazy(() =>
  import('./pages/project-settings').then(({ ProjectSettingsPage: page }) => ({ default: page })),
);
const ImportPage = lazy(() => import('./pages/import').then(({ ImportPage: page }) => ({ default: page })));
const ExportPage = lazy(() => import('./pages/export').then(({ ExportPage: page }) => ({ default: page })));
const KeysPage = lazy(() => import('./pages/keys/index').then(({ KeysPage: page }) => ({ default: page })));

export function App() {
  const { t } = useTranslation();
  const me = useQuery(meQuery);
  const { data: isSignedOut } = useQuery({
    queryKey: ['signed-out'],
    queryFn: () => false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  useEffect(
    () =>
      onWait((seconds) => {
        notifications.show({
          id: 'wait',
          color: 'yellow',
          message: t('problem.wait', { seconds }),
          autoClose: seconds * 1_000,
        });
      }),
    [t],
  );
  if (me.isPending && isSignedOut !== true) return <Loading />;
  if (isSignedOut === true || isProblem(me.error, 401)) return <SignIn />;
  if (me.error) return <ProblemAlert error={me.error} retry={() => void me.refetch()} />;
  return (
    <Shell>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route path="/projects" element={<ProjectsPage />} />
          <Route path="/projects/:id" element={<Navigate to="keys" replace />} />
          <Route path="/projects/:id/keys" element={<KeysPage />} />
          <Route path="/projects/:id/import" element={<ImportPage />} />
          <Route path="/projects/:id/export" element={<ExportPage />} />
          <Route path="/projects/:id/settings" element={<ProjectSettingsPage />} />
          <Route path="/settings/api-keys" element={<ApiKeysPage />} />
          <Route path="*" element={<Navigate to="/projects" replace />} />
        </Routes>
      </Suspense>
    </Shell>
  );
}
