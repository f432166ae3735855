import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { bareName } from '../../common/validation/conversion';
import { UnsupportedMediaTypeError } from './body-errors';
import { assertUncoded } from './content-coding';
import { hashUpload } from './hash-upload';
import { readMultipartForm, type UploadContent, type UploadFields, type UploadLimits } from './multipart-form';
import { readBytes } from './read-bytes';

/** The body of an import, or of another request with a file, which has not been read yet. */
export class Upload {
  constructor(private readonly request: FastifyRequest) {}

  /**
   * Reads the file and its options: a multipart form, whose options may be in the query too, or the raw body and the
   * query.
   * @param maxBytes of all files together
   * @param maxFiles the number of files that a form may have
   * @throws UnsupportedCodingError, BodyTooLargeError, IncompleteBodyError, MalformedUploadError
   * @throws ValidationFailedError for a form without a file or with too many, and for options that the query and the form
   * both have
   */
  async read(maxBytes: number, maxFiles = 1): Promise<UploadContent> {
    const content = await this.readContent({ maxBytes, maxFiles });
    if (this.request.idempotencyKey !== undefined) this.request.bodyHash = await hashUpload(content);
    return content;
  }

  /**
   * Reads a multipart form with a file.
   * @param maxBytes the largest file
   * @throws UnsupportedMediaTypeError for another body, and the errors of `read`
   */
  async readForm(maxBytes: number): Promise<UploadContent> {
    if (!isMultipart(this.request)) throw new UnsupportedMediaTypeError('multipart/form-data');
    return this.read(maxBytes);
  }

  private async readContent(limits: UploadLimits): Promise<UploadContent> {
    assertUncoded(this.request);
    const query = { ...(this.request.query as UploadFields) };
    if (!isMultipart(this.request)) {
      const bytes = await readBytes(this.request, limits.maxBytes);
      const file = { bytes, contentType: this.request.headers['content-type'] };
      return { file, files: [file], fields: query };
    }
    const form = await readMultipartForm(this.request, limits);
    const inForm = new Set(Object.keys(form.fields).map(bareName));
    const duplicates = Object.keys(query)
      .map(bareName)
      .filter((name) => inForm.has(name));
    if (duplicates.length > 0) {
      throw new ValidationFailedError(
        duplicates.map((parameter) => ({
          parameter,
          code: 'duplicate',
          detail: 'is both in the query and in the form',
        })),
      );
    }
    return { ...form, fields: { ...query, ...form.fields } };
  }
}

const isMultipart = ({ headers }: FastifyRequest): boolean => /^\s*multipart\//i.test(headers['content-type'] ?? '');

/** The unread body of a request, which the service reads after its own checks. */
export const UploadBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => new Upload(context.switchToHttp().getRequest<FastifyRequest>()),
);
