import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

const READER_LEFT = 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Makes each piece when the socket has room for it, so that any reader costs no more than a page and a piece. What breaks off
 * is not whole for its reader, either.
 */
export const sendPieces = async (
  outgoing: ServerResponse,
  headers: Readonly<Record<string, string>>,
  pieces: AsyncIterable<string>,
  brokeOff: (error: Error) => void,
): Promise<Response> => {
  outgoing.writeHead(200, headers);
  await pipeline(pieces, outgoing).catch((error) => {
    if (error.code !== READER_LEFT) brokeOff(error);
  });
  return RESPONSE_ALREADY_SENT;
};
