import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Work } from '@health-case/domain/model/notice';
import { sendPieces } from '@health-case/http/server/pieces';
import { raw } from 'hono/html';
import type { Download, View, Visit } from './form.ts';
import { frame } from './frame.tsx';
import type { Env, PortalOptions } from './options.ts';
import { directed } from './text-direction.ts';

/** What is sent as it is read: files, and pages of any length. */

/** How many characters the socket gets at once. */
const PIECE = 64 * 1024;

async function* inPieces(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  let piece = first;
  for await (const text of rest) {
    // On SQLite nothing waits while pages are read.
    await nextTurn();
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const REST = '<hr class="govuk-section-break">';

/** A page with what follows its body. */
async function* around(visit: Visit, view: View, work: Work | undefined): AsyncGenerator<string, void> {
  const body = [view.body, raw(REST)];
  const [before = '', after = ''] = frame(visit, { ...view, body }, undefined, work).split(REST);
  yield before;
  for await (const text of view.rest ?? []) yield directed(text);
  yield after;
}

const headersOf = (shown: View | Download): Readonly<Record<string, string>> =>
  'file' in shown
    ? { 'Content-Type': `${shown.type}; charset=utf-8`, 'Content-Disposition': `attachment; filename="${shown.file}"` }
    : { 'Content-Type': 'text/html; charset=UTF-8' };

async function* whole(text: string): AsyncGenerator<string, void> {
  yield text;
}

const contentOf = ({ content }: Download) => (typeof content === 'string' ? whole(content) : content);

type Sending = { readonly visit: Visit; readonly shown: View | Download; readonly work: Work | undefined };

/** Reads the beginning, which may be refused, and returns what sends it with all that follows. */
export const streamedReply = async ({ visit, shown, work }: Sending, log: PortalOptions['log']) => {
  const texts = 'file' in shown ? contentOf(shown) : around(visit, shown, work);
  const { value: first } = await texts.next();
  const { facts, c } = visit;
  const { outgoing } = c.env as Env['Bindings'];
  const headers = { ...headersOf(shown), 'Cache-Control': 'no-store', 'Request-Id': facts.requestId };
  return (): Promise<Response> =>
    sendPieces(outgoing, headers, inPieces(first ?? '', texts), (err) =>
      log.error({ requestId: facts.requestId, variant: 'portal', err }, 'What was being sent broke off.'),
    );
};
