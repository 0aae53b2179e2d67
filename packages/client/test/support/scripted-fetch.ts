import { errorReply } from '@health-case/http/envelope';
import type { WireRefusal } from '@health-case/http/refusals';
import type { Fetch } from '../../src/create-client.ts';

/** What comes of a request: a reply of variant A, or that nothing came. */
type Reply = () => Promise<Response>;

export const answering = (value: unknown): Reply =>
  answeringText(JSON.stringify({ version: '1', status: 'OK', body: value }));

export const answeringText =
  (text: string, init: ResponseInit = {}): Reply =>
  async () =>
    new Response(text, init);

/** As the service itself says it. */
export const refusing =
  (refusal: WireRefusal): Reply =>
  async () => {
    const { body, ...init } = errorReply('body', 'a-request', refusal);
    return new Response(body, init);
  };

export const unreachable: Reply = async () => {
  throw new TypeError('fetch failed');
};

/** Gives one reply after another, the last of them for good, and keeps what was sent. */
export const scriptedFetch = (...replies: readonly [...Reply[], Reply]) => {
  const sent: (Parameters<Fetch>[1] & { readonly url: string })[] = [];
  const fetch: Fetch = (url, init) => {
    sent.push({ ...init, url });
    const reply = replies[Math.min(sent.length, replies.length) - 1] as Reply;
    return reply();
  };
  return { fetch, sent };
};
