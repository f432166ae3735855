import { hashOf } from '../http/responses/entity-tag';
import { type KeyResponseDto, KeyWithTranslationsDto } from './dto/key.dto';
import type { KeyWithTexts } from './key';

/** Returns a key as `GET /keys/:id` shows it. */
export const toKeyResponse = (key: KeyWithTexts): KeyResponseDto => ({ key: KeyWithTranslationsDto.from(key) });

/** Returns the hash of the state of a key, which its entity tag is made of: that of all that `GET /keys/:id` shows. */
export const hashOfKey = (key: KeyWithTexts): string => hashOf(toKeyResponse(key));
