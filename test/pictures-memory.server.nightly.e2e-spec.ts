import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { memoryBesideIdle, picturePixels } from '../src/config/memory-limit';
import { MemoryGroup, memorySettingsOfImage } from './support/memory-group';
import { sendPicture } from './support/pictures';
import { migratedPlace, type Place, ServiceProcess } from './support/service-process';

const MEBIBYTE = 1_048_576;
const LIMIT = 512 * MEBIBYTE;
const SECRET = 'operator-secret-of-the-picture-tests1';
/** Pictures of each format that are sent at once. */
const AT_ONCE = 8;
/** Milliseconds between two probes of `/health/live`, and those that all but the slowest twentieth may take, whatever else the machine does. */
const PROBE_MS = 20;
const MAX_HEALTH_P95_MS = 2_000;

const group = process.env.DATABASE_URL === undefined ? undefined : MemoryGroup.create(LIMIT);
afterAll(() => group?.remove());

// The embedded database takes more memory than the service: docs/deploy.md.
(group ? describe : describe.skip)('pictures of the largest allowed sizes, in 512 MiB', () => {
  let place: Place;
  let service: ServiceProcess;
  beforeAll(async () => {
    place = await migratedPlace();
    place.env = { ...place.env, ...memorySettingsOfImage(), BOOTSTRAP_API_KEY: SECRET, LOG_LEVEL: 'warn' };
    const entry = group?.entryFor(join(__dirname, '../dist/src/main.js'), place.folder);
    service = await ServiceProcess.start(place, {}, entry);
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await place.remove();
  });

  /** A picture of noise, which hardly any encoder makes smaller. @param pixels of the picture */
  const noise = (pixels: number): sharp.Sharp => {
    const side = Math.floor(Math.sqrt(pixels));
    const bytes = Buffer.alloc(side * side * 3);
    let state = 1;
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[i] = state >>> 24;
    }
    return sharp(bytes, { raw: { width: side, height: side, channels: 3 } });
  };

  it('are taken, or refused, one after the other: the process lives, and answers quickly meanwhile', async () => {
    const api = service.client(SECRET);
    const { project } = (await api.post('projects', { name: 'P', sourceLanguage: 'en' })).body;
    // As many pixels as may be, and as many bytes as may be.
    const side = Math.floor(Math.sqrt(picturePixels(memoryBesideIdle(LIMIT, false))));
    const squares = noise(10_000).resize(side, side, { kernel: 'nearest' });
    const files = [
      await squares.clone().png({ compressionLevel: 6 }).toBuffer(),
      await squares.clone().jpeg({ progressive: true, quality: 60 }).toBuffer(),
      await squares.clone().webp({ quality: 60, effort: 0 }).toBuffer(),
      await noise(3_200_000).png({ compressionLevel: 1 }).toBuffer(),
    ];
    let isSent = false;
    const times: number[] = [];
    const probing = (async () => {
      while (!isSent) {
        const start = performance.now();
        expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
        times.push(performance.now() - start);
        await delay(PROBE_MS);
      }
    })();
    const statuses: string[][] = [];
    for (const file of files) {
      const sent = Array.from({ length: AT_ONCE }, (_, i) =>
        // Bytes behind the picture make each of them another file.
        sendPicture(api, project.id, { file: Buffer.concat([file, Buffer.from(String(i))]) }),
      );
      statuses.push((await Promise.all(sent)).map(({ status, body }) => body.code ?? String(status)));
    }
    isSent = true;
    await probing;
    // `busy`: the bytes of all requests together are bounded, and a slow machine answers few of them at a time.
    const others = statuses.flat().filter((status) => !['201', 'pictures_busy', 'busy'].includes(status));
    expect(others).toEqual([]);
    for (const ofFile of statuses) expect(ofFile).toContain('201');
    times.sort((one, other) => one - other);
    expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(MAX_HEALTH_P95_MS);
    expect((await api.get(`projects/${project.id}`)).status).toBe(200);
  });
});
