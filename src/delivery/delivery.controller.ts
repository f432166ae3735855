import { applyDecorators, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/access/access.decorators';
import { Operation } from '../http/operation.decorator';
import { type ContentCoding, matchesEntityTag, negotiateCoding } from '../http/responses/representation';
import { createHead, OPEN_HEADERS } from './delivered-file';
import { parseAddress } from './delivery-address';
import { DeliveredFileNotFoundError } from './delivery-errors';
import { deliveryOperations } from './delivery-operations';
import { DeliveryUsageLog } from './delivery-usage-log';
import { DeliveryService } from './delivery.service';
import { HotDelivery } from './hot-delivery';

/** The parts of the addresses, with their examples. */
const PARTS = {
  token: ['The delivery token.', 'glossa_pub_AAAAAAAAAAAAAAAAAAAAAAAA'],
  channel: ['The name of the channel.', 'production'],
  language: ['The language.', 'de'],
  file: ['The name of the file, with the extension of the format of the release.', 'de.json'],
} as const;

/** Documents the parts of a path. `parseAddress` reads them. */
const Parts = (...names: (keyof typeof PARTS)[]): MethodDecorator =>
  applyDecorators(
    ...names.map((name) => {
      const [description, example] = PARTS[name];
      return ApiParam({ name, description, example, type: String });
    }),
  );

/** Delivers files that are not in memory; `HotDelivery` answers the others before a request gets here. */
@ApiTags('Delivery')
@Controller('delivery')
@Public()
export class DeliveryController {
  constructor(
    private readonly delivery: DeliveryService,
    private readonly hot: HotDelivery,
    private readonly usage: DeliveryUsageLog,
  ) {}

  @Get(':token/:channel/manifest.json')
  @Parts('token', 'channel')
  @Operation(deliveryOperations.manifest)
  manifest(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply);
  }

  @Get(':token/f/:file')
  @Parts('token', 'file')
  @Operation(deliveryOperations.fileByHash)
  fileByHash(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply);
  }

  @Get(':token/:channel/:file')
  @Parts('token', 'channel', 'file')
  @Operation(deliveryOperations.file)
  file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply);
  }

  @Get(':token/:channel/:language/:file')
  @Parts('token', 'channel', 'language', 'file')
  @Operation(deliveryOperations.fileOfNamespace)
  fileOfNamespace(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply);
  }

  /** Namespaces can have slashes, which OpenAPI cannot describe. */
  @Get(':token/:channel/:language/*')
  @ApiExcludeEndpoint()
  @Operation(deliveryOperations.fileOfNamespace)
  fileOfLongNamespace(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply);
  }

  private async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { headers, url, method } = request;
    void reply.headers({ ...OPEN_HEADERS, 'Cache-Control': 'no-store' });
    const address = parseAddress(url);
    const choose = (codings: readonly ContentCoding[]): ContentCoding =>
      negotiateCoding(headers['accept-encoding'], codings);
    const found = address && (await this.delivery.find(address, choose));
    if (!found) throw new DeliveredFileNotFoundError();
    this.hot.keep(url, address, found);
    const { channel, file, coding, body, movedAt } = found;
    const head = createHead(file, coding, body.length, movedAt);
    const isKnown = matchesEntityTag(headers['if-none-match'], file.sha256);
    const sent = isKnown ? head.notModified : head.ok;
    for (let i = 0; i < sent.length; i += 2) void reply.header(sent[i] ?? '', sent[i + 1]);
    this.usage.count(channel.usage, isKnown || method === 'HEAD' ? 0 : body.length);
    await (isKnown ? reply.status(304).send() : reply.send(body));
  }
}
