import sharp from 'sharp';
import { type ApiResponse, type Json } from './support/client';
import { png, pngChunk, sendPicture, TINY_PNG } from './support/pictures';
import { type RunningApp, startApp } from './support/start-app';

const MAX_PIXELS = 1_000_000;

let running: RunningApp;
let project: Awaited<ReturnType<RunningApp['given']['project']>>;
beforeAll(async () => {
  running = await startApp({ maxPicturePixels: MAX_PIXELS });
  project = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
});
afterAll(() => running.close());

const send = (file: Buffer): Promise<ApiResponse> => sendPicture(project.api, project.id, { file, name: 'a.png' });

/** Sends a picture and returns what is served of it. */
async function served(file: Buffer): Promise<{ screenshot: Json; bytes: Buffer; type: string | null }> {
  const { status, body } = await send(file);
  expect({ status, body }).toMatchObject({ status: 201 });
  const image = await project.api.get(`screenshots/${body.screenshot.id}/image`);
  expect(image.status).toBe(200);
  return { screenshot: body.screenshot, bytes: image.bytes, type: image.headers.get('content-type') };
}

/** A picture of two halves: red above, blue below. */
const halves = (width: number, height: number): sharp.Sharp => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i += 1) pixels[3 * i + (i < (width * height) / 2 ? 0 : 2)] = 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const HTML = Buffer.from('<html><script>alert(document.domain)</script></html>');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(30), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const TIFF = Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(64)]);
const WEBP_HEAD = (size: number): Buffer => {
  const head = Buffer.from('RIFF\0\0\0\0WEBP');
  head.writeUInt32LE(size, 4);
  return head;
};

/** A file with the head of an animated WebP picture, and one frame. */
async function animatedWebp(): Promise<Buffer> {
  const still = await halves(8, 8).webp({ lossless: true }).toBuffer();
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const size = Buffer.from([0x02, 0, 0, 0, 7, 0, 0, 7, 0, 0]);
  const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 100, 0, 0, 0]), still.subarray(12)]);
  const body = Buffer.concat([
    chunk('VP8X', size),
    chunk('ANIM', Buffer.alloc(6)),
    chunk('ANMF', frame),
    chunk('ANMF', frame),
  ]);
  return Buffer.concat([WEBP_HEAD(body.length + 4), body]);
}

describe('a file that is no picture of an accepted format', () => {
  it.each([
    ['SVG named .png', SVG],
    ['SVG behind a declaration', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), SVG])],
    ['GIF', GIF],
    ['TIFF', TIFF],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['HTML', HTML],
    ['a zip', ZIP],
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0x89])],
    ['a sound in a RIFF file', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
  ])('is refused: %s', async (_, file) => {
    const { status, body } = await send(file);
    expect([status, body.code, body.detail]).toEqual([
      ...[400, 'malformed_picture', 'the file is no PNG, JPEG or WebP picture'],
    ]);
  });
});

describe('a damaged picture', () => {
  const noise = (): sharp.Sharp =>
    sharp(Buffer.from(Array.from({ length: 100 * 100 * 3 }, (_, i) => (i * i * 40_503) >>> 5)), {
      raw: { width: 100, height: 100, channels: 3 },
    });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a signature alone', () => TINY_PNG.subarray(0, 8)],
    ['a JPEG of three bytes', () => Buffer.from([0xff, 0xd8, 0xff])],
    ['a WebP without a chunk', () => WEBP_HEAD(4)],
    ['half of a PNG', async () => half(await noise().png().toBuffer())],
    ['half of a JPEG', async () => half(await noise().jpeg().toBuffer())],
    ['half of a progressive JPEG', async () => half(await noise().jpeg({ progressive: true }).toBuffer())],
    ['half of a WebP', async () => half(await noise().webp().toBuffer())],
    ['a PNG with fewer rows than its head says', () => png({ width: 50, height: 50, pixels: Buffer.alloc(151) })],
    ['a PNG without pixels', () => Buffer.concat([TINY_PNG.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
    ['a PNG of no width', () => png({ width: 0, height: 1 })],
    [
      'a PNG with a chunk that says it has 4 GB',
      () => Buffer.concat([TINY_PNG.subarray(0, 33), Buffer.alloc(8, 0xff)]),
    ],
    ['SVG behind the signature of a PNG', () => Buffer.concat([TINY_PNG.subarray(0, 8), SVG])],
  ])('is refused: %s', async (_, make) => {
    const { status, body } = await send(await make());
    expect([status, body.code, body.detail]).toEqual([
      ...[400, 'malformed_picture', 'the picture is damaged or incomplete'],
    ]);
  });

  const half = (file: Buffer): Buffer => file.subarray(0, file.length / 2);
});

describe('an animated picture', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['PNG', () => png({ width: 1, height: 1, chunks: [pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))] })],
    ['WebP', animatedWebp],
  ])('is refused: %s', async (_, make) => {
    const { status, body } = await send(await make());
    expect([status, body.code, body.detail]).toEqual([400, 'malformed_picture', 'the picture is animated']);
  });
});

describe('a picture of too many pixels', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, number, number]>([
    // 50,000 rows of 50,000 pixels would be 7.5 GB.
    ['PNG', () => png({ width: 50_000, height: 50_000, pixels: Buffer.alloc(1) }), 50_000, 50_000],
    ['PNG with a long side', () => png({ width: 16_384, height: 1 }), 16_384, 1],
    ['PNG of the greatest size', () => png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, pixels: Buffer.alloc(1) }), 0, 0],
    ['JPEG', async () => withSize(await halves(8, 8).jpeg().toBuffer(), 65_500), 65_500, 65_500],
    ['WebP', async () => halves(1_001, 1_000).webp({ effort: 0 }).toBuffer(), 1_001, 1_000],
  ])('is refused before it is decoded: %s', async (_, make, width, height) => {
    const { status, body } = await send(await make());
    expect(status).toBe(400);
    if (width === 0) return expect(body.code).toMatch(/limit_exceeded|malformed_picture/);
    expect([body.code, body.detail]).toEqual([
      'limit_exceeded',
      `the picture has ${width} × ${height} pixels: at most ${MAX_PIXELS} together and 16383 on a side`,
    ]);
  });

  /** Writes another size into the head of a JPEG file. */
  function withSize(file: Buffer, side: number): Buffer {
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
    const changed = Buffer.from(file);
    changed.writeUInt16BE(side, frame + 5);
    changed.writeUInt16BE(side, frame + 7);
    return changed;
  }
});

describe('what is served of a picture', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['PNG', () => halves(16, 16).png().toBuffer()],
    ['JPEG', () => halves(16, 16).jpeg().toBuffer()],
    ['WebP', () => halves(16, 16).webp().toBuffer()],
  ])('has nothing that stood behind it: %s', async (_, make) => {
    for (const behind of [HTML, ZIP, Buffer.from('%PDF-1.7'), Buffer.from('<?php system($_GET[0]);')]) {
      const { bytes } = await served(Buffer.concat([await make(), behind]));
      expect(bytes.includes(behind.subarray(0, 5))).toBe(false);
    }
  });

  it('has no text and no other chunk of a PNG', async () => {
    const chunks = [
      pngChunk('tEXt', Buffer.from('Comment\0<script>secret</script>')),
      pngChunk('eXIf', Buffer.from('MM\0*\0\0\0\x08\0\0secret')),
      pngChunk('prVt', Buffer.from('secret')),
    ];
    const { bytes } = await served(png({ width: 2, height: 2, chunks }));
    expect(bytes.includes('secret')).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  it.each(['jpeg', 'webp'] as const)('has no place and no camera, and is turned as EXIF says: %s', async (format) => {
    const file = await halves(40, 20)
      [format]()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Model: 'secret camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect([file.includes('secret camera'), (await sharp(file).metadata()).orientation]).toEqual([true, 6]);
    const { screenshot, bytes, type } = await served(file);
    expect([screenshot.width, screenshot.height, screenshot.format, type]).toEqual([20, 40, format, `image/${format}`]);
    expect(bytes.includes('secret camera')).toBe(false);
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
    // Turned to the right, the upper half is the right one.
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const [left, right] = [data.subarray(0, 3), data.subarray(19 * 3, 20 * 3)];
    expect([(left[2] ?? 0) > 200, (right[0] ?? 0) > 200]).toEqual([true, true]);
  });

  it('is in sRGB with 8 bits: CMYK, 16 bits, a palette, grey, and transparent colours', async () => {
    const cmyk = await halves(16, 16).toColourspace('cmyk').jpeg().toBuffer();
    const pixels = Buffer.alloc(16 * (1 + 16 * 6), 0x80);
    for (let row = 0; row < 16; row += 1) pixels[row * 97] = 0;
    const palette = [pngChunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255])), pngChunk('tRNS', Buffer.from([255, 0]))];
    for (const [file, space, channels] of [
      [cmyk, 'srgb', 3],
      [png({ width: 16, height: 16, bits: 16, pixels }), 'srgb', 3],
      [png({ width: 16, height: 16, colorType: 3, bits: 1, chunks: palette }), 'srgb', 4],
      [png({ width: 16, height: 16, colorType: 0 }), 'srgb', 3],
      [png({ width: 16, height: 16, colorType: 6 }), 'srgb', 4],
    ] as const) {
      const { bytes } = await served(file);
      expect(await sharp(bytes).metadata()).toMatchObject({ space, channels, depth: 'uchar', width: 16 });
    }
  });
});

it('cannot be read by any other part of the library once a picture was sent', async () => {
  await served(TINY_PNG);
  await expect(sharp(SVG).metadata()).rejects.toThrow();
  await expect(sharp(GIF).metadata()).rejects.toThrow();
});
