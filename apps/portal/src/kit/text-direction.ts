import { isStringOneByteRepresentation } from 'node:v8';
import { END_OF_ISOLATE, ISOLATE, runsRightToLeft } from '@health-case/domain/model/text-direction';

/** Where no markup may stand, with its text; any other tag; and the text between two. */
const PARTS = /<(?:title|option|textarea)\b[^>]*>[^<]*|<[^>]*>|[^<]+/g;

const markedUp = (text: string): string => {
  if (!text.includes(ISOLATE)) return `<bdi>${text}</bdi>`;
  return text.replaceAll(ISOLATE, '<bdi>').replaceAll(END_OF_ISOLATE, '</bdi>');
};

/**
 * A page where directions mix: each text that runs from right to left moves nothing beside it. It is isolated as a whole,
 * or where it is a part of a text, by `isolated`. A page in Latin-1 need not be read for that.
 */
export const directed = (page: string): string =>
  !isStringOneByteRepresentation(page) && runsRightToLeft(page)
    ? page.replace(PARTS, (part) => (part.startsWith('<') || !runsRightToLeft(part) ? part : markedUp(part)))
    : page;
