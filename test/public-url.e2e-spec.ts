import { readSettings } from '../src/config/settings';
import { startedMessage } from '../src/startup-output';
import { GivenPeople } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

const PUBLIC_URL = 'https://glossa.example.com';

describe('PUBLIC_URL', () => {
  let running: RunningApp;
  let people: GivenPeople;
  beforeAll(async () => {
    running = await startApp({ publicUrl: PUBLIC_URL });
    people = new GivenPeople(running);
  });
  afterAll(() => running.close());

  it('begins the printed welcome link, while the address of the service stays its own', () => {
    const message = startedMessage(running.app, { ...readSettings({}), host: '127.0.0.1', publicUrl: PUBLIC_URL });
    expect(message).toContain(`Glossa listens on ${running.url}\n`);
    expect(message).toMatch(new RegExp(`: ${PUBLIC_URL}/welcome#[\\w-]{43}\n`));
  });

  it('begins the links in answers, whatever the Host of the request', async () => {
    const owner = await people.owner();
    const member = await people.member(owner, 'viewer');
    const { members } = (await owner.get('members')).body;
    const { id } = members.find(({ person }: { person: { id: string } }) => person.id === member.personId);
    const links = [
      (await running.operator.post('organizations', { name: 'New', plan: 'free' })).body.welcomeLink,
      (await owner.post('invitations', { email: people.newEmail(), role: 'viewer' })).body.link,
      (await owner.post(`members/${id}/password-link`)).body.link,
    ];
    expect(links).toEqual(
      ['welcome', 'invitation', 'password'].map((kind) =>
        expect.stringMatching(new RegExp(`^${PUBLIC_URL}/${kind}#[\\w-]{43}$`)),
      ),
    );
  });
});
