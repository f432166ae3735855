// Takes the pictures of docs/dashboard.md into docs/images: the pages of the dashboard, with a project that is made up.
// Needs the build and Chromium (CHROMIUM names another program than /usr/bin/chromium).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const images = join(root, 'docs/images');
const secret = 'api-key-of-the-pictures-of-the-dashboard';
const WINDOW = { width: 1440, height: 860 };
const PHONE = { width: 390, height: 844 };
/** Pixels of the height of two pictures side by side, and between them. */
const [HEIGHT, GAP] = [560, 16];

const ENGLISH = {
  'cart.checkout': 'Go to checkout',
  'cart.count': '{count, plural, one {# item in your cart} other {# items in your cart}}',
  'cart.empty': 'Your cart is empty',
  'checkout.pay': 'Pay {amount}',
  'checkout.thanks': 'Thank you for your order, {name}!',
  'home.search': 'Search for products',
  'home.title': 'Welcome to our shop',
  'home.welcome': 'Hello, {name}! You have {count} new messages.',
};
const GERMAN = {
  'cart.checkout': 'Zur Kasse',
  'cart.count': '{count, plural, one {# Artikel im Warenkorb} other {# Artikel im Warenkorb}}',
  'cart.empty': 'Ihr Warenkorb ist leer',
  'checkout.pay': '{amount} bezahlen',
  'checkout.thanks': 'Vielen Dank für Ihre Bestellung!',
  'home.title': 'Willkommen im Shop',
};
const ARABIC = { 'cart.empty': 'سلة التسوق فارغة', 'home.title': 'مرحبًا بكم في متجرنا' };

const folder = mkdtempSync(join(tmpdir(), 'glossa-pictures-'));
const service = spawn(process.execPath, [join(root, 'dist/src/main.js')], {
  cwd: folder,
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    BOOTSTRAP_API_KEY: secret,
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const { url, welcome } = await addressesOf(service);
  const project = await makeProject(`${url}/api/v1`);
  const light = await signIn(url, 'light');
  await takePictures(light, `${url}/projects/${project.id}`, project);
  const dark = await signIn(url, 'dark');
  await takePicture(dark, `${url}/projects/${project.id}/keys/${project.keyId}`, 'key-dark', 'Put back');
  await takeAllPages(url, welcome, project);
} finally {
  await browser.close();
  service.kill();
  await once(service, 'close');
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the address that the service prints when it listens, and the link for the account of the first person. */
async function addressesOf({ stdout }) {
  let printed = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    const [, url, welcome] = /Glossa listens on (\S+)[^]*?(\S+\/welcome#\S+)\n/.exec(printed) ?? [];
    if (welcome) return { url: url.replace('localhost', '127.0.0.1'), welcome };
  }
  throw new Error(`the service did not start: ${printed}`);
}

/** Makes a project with a history, with texts in all states and with findings. */
async function makeProject(api) {
  const send = async (method, path, body) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const response = await fetch(`${api}/${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  const make = async (name, targetLanguages) =>
    (await send('POST', 'projects', { name, sourceLanguage: 'en', targetLanguages })).project;
  const { id } = await make('Web shop', ['de', 'ar', 'fr']);
  for (const [language, texts] of Object.entries({ en: ENGLISH, de: GERMAN, ar: ARABIC })) {
    await send('POST', `projects/${id}/import?format=json&language=${language}&filename=${language}.json`, texts);
  }
  const help = await make('Help pages', ['de']);
  await send('POST', `projects/${help.id}/import?format=json&language=en&filename=en.json`, { 'help.title': 'Help' });
  const { keys } = await send('GET', `projects/${id}/keys`);
  const idOf = (name) => keys.find((key) => key.name === name).id;
  const change = (name, body) => send('PUT', `keys/${idOf(name)}`, body);
  await change('home.title', { description: 'Headline of the start page', tags: ['start'], maxLength: 40 });
  await change('home.title', { translations: { de: 'Willkommen in unserem Shop' } });
  await change('home.title', { states: { de: 'reviewed' } });
  await send('POST', `projects/${id}/releases`, { channel: 'production' });
  await change('cart.empty', { states: { de: 'reviewed', ar: 'draft' } });
  await change('home.title', { value: 'Welcome to our new shop' });
  return { id, keyId: idOf('home.title') };
}

async function newPage(options) {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  return context.newPage();
}

async function signIn(url, colorScheme) {
  const page = await newPage({ viewport: WINDOW, colorScheme });
  await page.goto(`${url}/projects`);
  await page.getByRole('button', { name: 'Use an API key' }).click();
  await page.getByLabel('API key', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

/** @param awaited a text that the page shows when it is complete */
async function takePicture(page, address, name, awaited) {
  await page.goto(address);
  await page.getByText(awaited).first().waitFor();
  await save(page, name);
}

async function save(page, name) {
  // The stream of events stays open, so that the network is never idle.
  await page.waitForTimeout(1000);
  mkdirSync(images, { recursive: true });
  await page.screenshot({ path: join(images, `${name}.png`) });
}

async function takePictures(page, project, { keyId }) {
  const origin = new URL(project).origin;
  await takePicture(page, `${origin}/projects`, 'projects', 'Web shop');
  await takePicture(page, project, 'project', 'Latest changes');
  await takePicture(page, `${project}/keys?languages=de,ar`, 'keys', 'No open comments.');
  await takePicture(page, `${project}/keys/${keyId}`, 'key', 'Put back');
  await takePicture(page, `${project}/history`, 'history', 'de.json');
  await page.goto(`${project}/history/1`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByTestId('will-change').waitFor();
  await save(page, 'undo');
  await page.goto(`${project}/import`);
  const texts = JSON.stringify({ ...GERMAN, 'home.title': 'Herzlich willkommen', 'home.search': 'Produkte suchen' });
  const file = { name: 'de.json', mimeType: 'application/json', buffer: Buffer.from(texts) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Show what changes' }).click();
  // The plan is below the options.
  await page.getByText('Herzlich willkommen').first().scrollIntoViewIfNeeded();
  await save(page, 'import');
  await takePicture(page, `${project}/export`, 'export', 'Download');
  await takePicture(page, `${project}/releases/publish`, 'publish', 'Missing placeholder');
  await takePicture(page, `${origin}/settings/api-keys`, 'api-keys', 'in use here');
}

/** Takes each page as a person sees it: in dark colours, and beside it on a phone. */
async function takeAllPages(url, welcome, { id, keyId }) {
  const dark = await newPage({ colorScheme: 'dark', viewport: WINDOW });
  await dark.goto(welcome.replace('localhost', '127.0.0.1'));
  await dark.getByLabel('E-mail address').fill('anna@example.com');
  await dark.getByLabel('Name', { exact: true }).fill('Anna Berger');
  await dark.getByLabel('Password', { exact: true }).fill('nine brown horses in the rain');
  await dark.getByRole('button', { name: 'Create account' }).click();
  await dark.getByRole('button', { name: 'Sign out' }).waitFor();
  const session = await dark.context().storageState();
  const phone = await newPage({
    colorScheme: 'light',
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    storageState: session,
  });
  const project = `/projects/${id}`;
  const pages = {
    projects: '/projects',
    project,
    keys: `${project}/keys?languages=ar`,
    key: `${project}/keys/${keyId}`,
    history: `${project}/history`,
    change: `${project}/history/1`,
    import: `${project}/import`,
    export: `${project}/export`,
    releases: `${project}/releases`,
    publish: `${project}/releases/publish`,
    delivery: `${project}/releases/delivery`,
    webhooks: `${project}/webhooks`,
    settings: `${project}/settings`,
    glossary: '/glossary',
    inbox: '/inbox',
    members: '/settings/members',
    audit: '/settings/audit',
    'api-keys': '/settings/api-keys',
    'machine-translation': '/settings/machine-translation',
    account: '/settings/account',
  };
  for (const [name, path] of Object.entries(pages)) {
    const pictures = [];
    for (const page of [dark, phone]) {
      await page.goto(`${url}${path}`);
      await page.getByRole('heading').first().waitFor();
      // The panel beside the list reads its parts one after another.
      await page.waitForTimeout(3000);
      pictures.push(
        await sharp(await page.screenshot())
          .resize({ height: HEIGHT })
          .toBuffer({ resolveWithObject: true }),
      );
    }
    const [left, right] = pictures;
    const width = left.info.width + GAP + right.info.width;
    await sharp({ create: { width, height: HEIGHT, channels: 4, background: '#ffffff00' } })
      .composite([
        { input: left.data, left: 0, top: 0 },
        { input: right.data, left: left.info.width + GAP, top: 0 },
      ])
      .webp({ quality: 85 })
      .toFile(join(images, `${name}-dark-phone.webp`));
  }
}
