import type { ContentObject } from '@nestjs/swagger';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { RegionDto } from './dto/region.dto';
import { ScreenshotListDto, ScreenshotResponseDto } from './dto/screenshot.dto';
import { ScreenshotFormDto } from './dto/write-screenshot.dto';

const PICTURE: ContentObject = Object.fromEntries(
  ['png', 'jpeg', 'webp'].map((format) => [`image/${format}`, { schema: { type: 'string', format: 'binary' } }]),
);

export const screenshotOperations = {
  create: {
    id: 'createScreenshot',
    answer: 'object',
    summary: 'Add a screenshot',
    description:
      'Adds a picture to a project, with the regions in which keys are shown. It is decoded and encoded again in its format: turned as its ' +
      'EXIF data say, without metadata and without anything behind the picture. Regions count pixels of this picture. Animated, damaged and ' +
      'other files are a 400 `malformed_picture`, pictures with too many pixels a 400 `limit_exceeded`.\n\n' +
      'A project keeps a file once, by its SHA-256. If it has the file already, the answer is the screenshot that it has: the keys of the request ' +
      'get the regions of the request, and other keys keep theirs.',
    status: 201,
    form: ScreenshotFormDto,
    models: [RegionDto],
    response: ScreenshotResponseDto,
    idempotent: true,
    errors: ['malformed_picture', 'limit_exceeded', 'project_not_found', 'project_busy'],
  },
  list: {
    id: 'listScreenshots',
    answer: 'page',
    summary: 'List the screenshots of a project',
    description: 'Lists the screenshots of a project with their regions, the newest first.',
    response: ScreenshotListDto,
    errors: ['project_not_found'],
  },
  get: {
    id: 'getScreenshot',
    answer: 'object',
    summary: 'Get a screenshot',
    description:
      'Returns the size of a screenshot and its regions. Regions of deleted keys are hidden until the keys are restored.',
    response: ScreenshotResponseDto,
    errors: ['screenshot_not_found'],
  },
  picture: {
    id: 'getScreenshotImage',
    answer: 'stream',
    summary: 'Get the picture of a screenshot',
    description: 'Returns the picture. It never changes: the cache of the client may keep it.',
    content: PICTURE,
    conditional: true,
    errors: ['screenshot_not_found'],
  },
  change: {
    id: 'changeScreenshot',
    answer: 'object',
    summary: 'Replace the regions of a screenshot',
    description: 'Replaces all regions of a screenshot.',
    response: ScreenshotResponseDto,
    errors: ['screenshot_not_found', 'project_busy'],
  },
  delete: {
    id: 'deleteScreenshot',
    answer: 'object',
    summary: 'Delete a screenshot',
    description: 'Deletes a screenshot with its regions. A request body is ignored.',
    response: DeletedDto,
    errors: ['screenshot_not_found', 'project_busy'],
  },
} satisfies Record<string, OperationOptions>;
