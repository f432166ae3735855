import { DataSource } from 'typeorm';
import { ReadTimeoutError } from '../src/common/errors/read-timeout.error';
import { StorageFullError } from '../src/common/errors/storage-full.error';
import { AutoReleases } from '../src/releases/auto-releases';
import { ReleaseTooLargeError } from '../src/releases/release-errors';
import { ReleasePublisher } from '../src/releases/release-publisher';
import type { ApiResponse, Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

let service: RunningApp;

beforeAll(async () => (service = await startApp()));
afterEach(() => jest.restoreAllMocks());
afterAll(() => service.close());

interface FollowedProject {
  id: string;
  api: Client;
}

/** Gives a project whose channel follows it, with an hour between two releases. The first of them was just made. */
async function givenFollowed(): Promise<FollowedProject> {
  const { id, api } = await service.given.project({ keys: [{ name: 'title', value: 'Title' }] });
  await api.post(`projects/${id}/releases`, { channel: 'live' });
  await api.put(`projects/${id}/channels/live`, { auto: true, interval: 3_600 });
  await change({ id, api }, 'First');
  await untilReleased({ id, api });
  return { id, api };
}

async function change({ id, api }: FollowedProject, value: string): Promise<void> {
  const { keys } = (await api.get(`projects/${id}/keys`)).body;
  expect((await api.put(`keys/${keys[0].id}`, { value })).status).toBe(200);
}

const releasesOf = async ({ id, api }: FollowedProject): Promise<Json[]> =>
  (await api.get(`projects/${id}/releases`)).body.releases;

/** Gives the service time to publish the channels that are due. */
async function poll(): Promise<void> {
  service.app.get(AutoReleases).wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Waits until the texts of now are released. */
async function untilReleased(project: FollowedProject): Promise<void> {
  const { id, api } = project;
  const { revision } = (await api.get(`projects/${id}`)).body.project;
  for (;;) {
    const [latest] = await releasesOf(project);
    if (latest?.revision === revision) return;
    await poll();
  }
}

/** Waits until no publication is under way. @returns whether the channel has followed the present revision */
async function hasFollowed({ id }: FollowedProject): Promise<boolean> {
  for (;;) {
    const [channel] = await service.app.get(DataSource).query(
      `SELECT c.followed_revision = p.revision AS followed, c.lease IS NULL AS free, c.due_at > now() AS waits
       FROM channels c JOIN projects p ON p.id = c.project_id WHERE p.id = $1 AND c.name = 'live'`,
      [id],
    );
    if (channel.free && (channel.waits || channel.followed)) return channel.followed;
    await poll();
  }
}

/** Waits until the service has looked for channels that are due: then another one is released. */
async function untilPolled(): Promise<void> {
  await givenFollowed();
}

const setChannel = ({ id }: FollowedProject, values: string): Promise<unknown> =>
  service.app.get(DataSource).query(`UPDATE channels SET ${values} WHERE project_id = $1 AND name = 'live'`, [id]);

describe('a channel that follows its project', () => {
  it('makes one release of all changes within its interval, at its end', async () => {
    const project = await givenFollowed();
    for (const value of ['A', 'B', 'C']) await change(project, value);
    await untilPolled();
    expect(await releasesOf(project)).toHaveLength(2);
    await setChannel(project, `due_at = due_at - interval '1 hour'`);
    await untilReleased(project);
    await untilPolled();
    expect(await releasesOf(project)).toHaveLength(3);
  });

  it('is due after its new interval', async () => {
    const project = await givenFollowed();
    const { api, id } = project;
    await change(project, 'Changed');
    await setChannel(project, `due_at = due_at - interval '60 seconds'`);
    await api.put(`projects/${id}/channels/live`, { interval: 86_400 });
    await untilPolled();
    expect(await releasesOf(project)).toHaveLength(2);
    await api.put(`projects/${id}/channels/live`, { interval: 10 });
    await untilReleased(project);
  });

  it('stays due with a longer interval', async () => {
    const project = await givenFollowed();
    const { api, id } = project;
    // A process publishes it.
    await setChannel(project, `due_at = now(), lease = gen_random_uuid(), leased_until = now() + interval '1 minute'`);
    await api.put(`projects/${id}/channels/live`, { interval: 86_400 });
    const isDue = `SELECT due_at <= now() AS "isDue" FROM channels WHERE project_id = $1 AND name = 'live'`;
    expect(await service.app.get(DataSource).query(isDue, [id])).toEqual([{ isDue: true }]);
  });

  it('makes no release without a change', async () => {
    const project = await givenFollowed();
    await setChannel(project, 'due_at = now()');
    await untilPolled();
    expect(await releasesOf(project)).toHaveLength(2);
  });

  it('loses no change when the process that publishes it crashes', async () => {
    const project = await givenFollowed();
    await change(project, 'Changed');
    // What a process leaves that ends while it publishes.
    await setChannel(project, `due_at = now(), lease = gen_random_uuid(), leased_until = now() + interval '1 minute'`);
    await untilPolled();
    expect(await releasesOf(project)).toHaveLength(2);
    await setChannel(project, 'leased_until = now()');
    await untilReleased(project);
  });

  describe('that was asked for in named languages', () => {
    /** Gives a project whose channel follows it in the languages, and is due. */
    async function givenLanguages(languages: string[]): Promise<FollowedProject> {
      const keys = [{ name: 'title', value: 'Title', translations: { de: 'Titel' } }];
      const { id, api } = await service.given.project({ targetLanguages: ['de'], keys });
      await api.post(`projects/${id}/releases`, { channel: 'live', languages });
      await api.put(`projects/${id}/channels/live`, { auto: true, interval: 3_600 });
      return { id, api };
    }

    /** Removes German from the project. @returns the revision of the change */
    async function removeGerman({ id, api }: FollowedProject): Promise<number> {
      const { status, body } = await api.patch(`projects/${id}`, { removeLanguages: ['de'] });
      expect(status).toBe(200);
      return body.project.revision;
    }

    /** Waits until the channel has followed a change. @returns the release that it serves */
    async function followed(project: FollowedProject): Promise<Json> {
      await setChannel(project, 'due_at = now()');
      expect(await hasFollowed(project)).toBe(true);
      const [release] = (await releasesOf(project)).filter(({ channels }) => channels.length > 0);
      return release;
    }

    const undo = async ({ id, api }: FollowedProject, revision: number): Promise<void> =>
      expect((await api.post(`projects/${id}/changes/${revision}/undo`, {})).status).toBe(200);

    it('has a language again that was removed and came back', async () => {
      const project = await givenLanguages(['en', 'de']);
      const removal = await removeGerman(project);
      expect(await followed(project)).toMatchObject({ languages: ['en'], fileCount: 1, revision: removal });
      await undo(project, removal);
      expect(await followed(project)).toMatchObject({ languages: ['en', 'de'], fileCount: 2, revision: removal + 1 });
    });

    it('stays at its release while the project has none of its languages', async () => {
      const project = await givenLanguages(['de']);
      const [former] = await releasesOf(project);
      const removal = await removeGerman(project);
      expect(await followed(project)).toEqual(former);
      await undo(project, removal);
      const { keys } = (await project.api.get(`projects/${project.id}/keys`)).body;
      await project.api.put(`keys/${keys[0].id}`, { translations: { de: 'Überschrift' } });
      expect(await followed(project)).toMatchObject({ languages: ['de'], fileCount: 1, revision: removal + 2 });
    });
  });

  it('that a finding refuses says so, and is published after the finding is ignored, without another change', async () => {
    const keys = [{ name: 'title', value: 'Hello {name}', translations: { de: 'Hallo {name}' } }];
    const { id, api } = await service.given.project({ keys });
    const project = { id, api };
    const channelNow = async (): Promise<Json> => (await api.get(`projects/${id}/channels`)).body.channels[0];
    await api.post(`projects/${id}/releases`, { channel: 'live', failOn: ['placeholder_missing'] });
    await api.put(`projects/${id}/channels/live`, { auto: true, interval: 3_600 });
    const [{ id: keyId }] = (await api.get(`projects/${id}/keys`)).body.keys;
    expect((await api.put(`keys/${keyId}`, { translations: { de: 'Hallo' } })).status).toBe(200);
    await setChannel(project, 'due_at = now()');
    expect(await hasFollowed(project)).toBe(false);
    const { revision } = (await api.get(`projects/${id}`)).body.project;
    expect(await channelNow()).toMatchObject({ refused: { revision, code: 'checks_failed' } });

    const finding = { language: 'de', code: 'placeholder_missing' };
    expect((await api.post(`keys/${keyId}/checks`, { ...finding, ignored: true })).status).toBe(200);
    await setChannel(project, 'due_at = now()');
    await untilReleased(project);
    expect(await channelNow()).toMatchObject({ refused: null, release: { revision } });
  });

  it.each([
    ['tries a revision again', 'can be published later', new ReadTimeoutError()],
    ['waits for the next revision', 'can never be published', new ReleaseTooLargeError('the file is too large')],
  ])('%s if the present one %s', async (_, effect, error) => {
    const project = await givenFollowed();
    const publisher = service.app.get(ReleasePublisher);
    const follow = publisher.follow.bind(publisher);
    jest
      .spyOn(publisher, 'follow')
      .mockImplementation((principal, id, publication) =>
        id === project.id ? Promise.reject(error) : follow(principal, id, publication),
      );
    await change(project, 'Changed');
    await setChannel(project, 'due_at = now()');
    expect(await hasFollowed(project)).toBe(effect === 'can never be published');
    const [{ refused }] = (await project.api.get(`projects/${project.id}/channels`)).body.channels;
    expect(refused.code).toBe(error.code);
  });

  it.each([
    ['40P01', 'busy'],
    ['57014', 'busy'],
    ['53100', 'storage_full'],
    ['22P02', 'internal_error'],
  ])('is refused after the error %s of the database with the code %s', async (sqlState, code) => {
    const project = await givenFollowed();
    const publisher = service.app.get(ReleasePublisher);
    jest.spyOn(publisher, 'follow').mockRejectedValue(Object.assign(new Error('the cause'), { code: sqlState }));
    await change(project, 'Changed');
    await setChannel(project, 'due_at = now()');
    expect(await hasFollowed(project)).toBe(false);
    const [{ refused }] = (await project.api.get(`projects/${project.id}/channels`)).body.channels;
    expect(refused.code).toBe(code);
  });

  describe('that could not be published', () => {
    /** Gives a project whose channel is refused, and a function that ends the refusal. */
    async function givenRefused(error: Error): Promise<{ project: FollowedProject; release: string; end: () => void }> {
      const project = await givenFollowed();
      const { release } = (await project.api.post(`projects/${project.id}/releases`, { channel: 'staging' })).body;
      const publisher = service.app.get(ReleasePublisher);
      const follow = publisher.follow.bind(publisher);
      let isRefused = true;
      jest
        .spyOn(publisher, 'follow')
        .mockImplementation((principal, id, publication) =>
          id === project.id && isRefused ? Promise.reject(error) : follow(principal, id, publication),
        );
      await change(project, 'Changed');
      await setChannel(project, 'due_at = now()');
      await hasFollowed(project);
      return { project, release: release.id, end: () => (isRefused = false) };
    }

    it.each([
      ['later', new ReadTimeoutError()],
      ['with the next change', new ReleaseTooLargeError('the file is too large')],
    ])(
      'and would be %s publishes the same revision at once after it was moved to another release and follows on',
      async (_, error) => {
        const { project, release, end } = await givenRefused(error);
        end();
        const moved = await project.api.put(`projects/${project.id}/channels/live`, { release, auto: true });
        expect(moved.body.channel).toMatchObject({ auto: true, refused: null, release: { id: release } });
        await untilReleased(project);
      },
    );

    it('has no refusal when it begins to follow its project again', async () => {
      const { project } = await givenRefused(new ReadTimeoutError());
      const path = `projects/${project.id}/channels/live`;
      expect((await project.api.put(path, { interval: 3_600 })).body.channel.refused).not.toBeNull();
      await project.api.put(path, { auto: false });
      expect((await project.api.put(path, { auto: true })).body.channel).toMatchObject({ auto: true, refused: null });
    });
  });

  it.each<[string, (project: FollowedProject, release: Json) => Promise<ApiResponse>]>([
    [
      'is moved to',
      ({ id, api }, release) => api.put(`projects/${id}/channels/live`, { release: release.id, auto: true }),
    ],
    [
      'is published with',
      ({ id, api }, { format }) => api.post(`projects/${id}/releases`, { channel: 'live', format }),
    ],
  ])('that %s a release of other options while it publishes keeps these options', async (_, move) => {
    const project = await givenFollowed();
    const other = { channel: 'staging', format: 'android' };
    const { release } = (await project.api.post(`projects/${project.id}/releases`, other)).body;
    expect(release.format).toBe(other.format);
    const publisher = service.app.get(ReleasePublisher);
    const follow = publisher.follow.bind(publisher);
    let moved: Promise<ApiResponse> | undefined;
    jest.spyOn(publisher, 'follow').mockImplementation(async (principal, id, publication) => {
      if (id === project.id) expect((await (moved ??= move(project, release))).status).toBeLessThan(300);
      return follow(principal, id, publication);
    });
    await change(project, 'Changed');
    await setChannel(project, 'due_at = now()');
    await untilReleased(project);
    expect(await hasFollowed(project)).toBe(true);
    const released = await releasesOf(project);
    expect(released.find(({ channels }) => channels.includes('live'))).toMatchObject({
      revision: released[0].revision,
      format: other.format,
    });
  });

  it('is published after the disk was full, without another change', async () => {
    const project = await givenFollowed();
    const publisher = service.app.get(ReleasePublisher);
    const follow = publisher.follow.bind(publisher);
    let isRefused = false;
    jest.spyOn(publisher, 'follow').mockImplementation(async (principal, id, publication) => {
      if (id !== project.id || isRefused) return follow(principal, id, publication);
      isRefused = true;
      throw new StorageFullError('the disk is full');
    });
    await change(project, 'Changed');
    await setChannel(project, 'due_at = now()');
    expect(await hasFollowed(project)).toBe(false);
    expect(isRefused).toBe(true);
    await setChannel(project, 'due_at = now()');
    await untilReleased(project);
  });
});
