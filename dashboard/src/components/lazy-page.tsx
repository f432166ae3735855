import { Alert, Button, Group, Text } from '@mantine/core';
import { Component, type ComponentType, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ProblemAlert } from './problem-alert';

/** The code of a page was not loaded. */
class LoadError extends Error {
  constructor(
    cause: unknown,
    /** Lets the page be loaded again. */
    readonly forget: () => void,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * A page whose code is loaded when it is first shown, so that the first page is shown sooner. Unlike `lazy` of React, it can be loaded
 * again after a failure, which a `PageBoundary` shows.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const forget = () => (loading = undefined);
  return function LazyPage(props: Props) {
    loading ??= load().catch((error: unknown) => {
      throw new LoadError(error, forget);
    });
    const Page = use(loading);
    return <Page {...props} />;
  };
}

/** Shows why a page cannot be shown in its place, until the person tries again or goes to another page. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <Boundary path={useLocation().pathname}>{children}</Boundary>;
}

interface BoundaryProps {
  path: string;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidUpdate({ path }: BoundaryProps): void {
    if (path !== this.props.path && this.state.failure) this.retry();
  }

  private readonly retry = (): void => {
    const error = this.state.failure?.error;
    if (error instanceof LoadError) error.forget();
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (failure.error instanceof LoadError) return <NotLoaded retry={this.retry} />;
    return <ProblemAlert error={failure.error} retry={this.retry} />;
  }
}

/**
 * Says that the code of a page was not loaded. After an upgrade of the service the file is gone, and some browsers remember that an
 * import failed: only a reload helps then.
 */
function NotLoaded({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="outline" title={t('problem.notLoaded')} role="alert">
      <Text size="sm">{t('problem.notLoadedDetail')}</Text>
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" onClick={retry}>
          {t('problem.retry')}
        </Button>
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          {t('problem.reload')}
        </Button>
      </Group>
    </Alert>
  );
}
