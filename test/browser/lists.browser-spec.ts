import type { Page } from 'playwright-core';
import { hasBrowser, signIn } from './browser';
import { StartedDashboard } from './started-dashboard';

const describeInBrowser = hasBrowser ? describe : describe.skip;

describeInBrowser('a list in the dashboard', () => {
  let dashboard: StartedDashboard;
  let projectId: string;
  beforeAll(async () => {
    dashboard = await StartedDashboard.start();
    const texts = { 'a.one': 'One', 'b.one': 'One', 'c.one': 'One', 'd.one': 'One', 'e.one': 'One' };
    ({ id: projectId } = await dashboard.givenProject({ name: 'Project 1' }, { en: texts }));
    for (let number = 2; number <= 5; number++) await dashboard.givenProject({ name: `Project ${number}` });
  });
  afterAll(() => dashboard.close());

  /** Opens a window whose pages of lists have two items instead of 1,000. */
  const open = async (path: string): ReturnType<StartedDashboard['open']> => {
    const opened = await dashboard.open();
    await opened.page.route(/\/api\/v1\/(?:projects|.*\/namespaces)\?/, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '2');
      return route.continue({ url: url.href });
    });
    await signIn(opened.page, dashboard.secret, path);
    return opened;
  };
  const options = async (page: Page, label: string): Promise<string[]> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option').nth(4).waitFor();
    return page.getByRole('option').allTextContents();
  };

  it('goes on after its first page', async () => {
    const { context, page, faults } = await open('/projects');
    const cards = page.getByRole('article');
    const more = page.getByRole('button', { name: 'Show more projects' });
    for (const shown of [2, 4]) {
      await cards.nth(shown - 1).waitFor();
      expect(await cards.count()).toBe(shown);
      await more.click();
    }
    await page.getByRole('link', { name: 'Project 5' }).waitFor();
    await more.waitFor({ state: 'detached' });
    expect(await cards.count()).toBe(5);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is complete where one is chosen of it', async () => {
    const { context, page, faults } = await open('/settings/api-keys');
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByRole('switch', { name: 'Limit to some projects' }).click({ force: true });
    const projects = await options(page, 'Projects');
    expect(projects.sort()).toEqual([1, 2, 3, 4, 5].map((number) => `Project ${number}`));
    await page.goto(`/projects/${projectId}/keys`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    expect(await options(page, 'Namespace')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(faults).toEqual([]);
    await context.close();
  });
});
