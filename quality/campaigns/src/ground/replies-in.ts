/** A reply as it stood on the wire. */
export type RawReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** The replies in what a connection brought, by their own framing; what is left over is no whole reply. */
export const repliesIn = (received: Buffer): { readonly replies: readonly RawReply[]; readonly left: string } => {
  const replies: RawReply[] = [];
  let text = received.toString('latin1');
  for (;;) {
    const reply = firstReply(text);
    if (!reply) return { replies, left: text };
    text = text.slice(reply.length);
    // 100 Continue announces a reply and is none.
    if (reply.status >= 200) replies.push(reply);
  }
};

const firstReply = (text: string): (RawReply & { readonly length: number }) | undefined => {
  const end = text.indexOf('\r\n\r\n') + 4;
  const [start = '', ...lines] = text.slice(0, Math.max(0, end - 4)).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1]);
  if (end < 4 || Number.isNaN(status)) return undefined;
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = end + Number(headers['content-length'] ?? 0);
  if (text.length < length) return undefined;
  return { status, headers, text: Buffer.from(text.slice(end, length), 'latin1').toString(), length };
};

/** What is wrong with a reply as an envelope (D-01, D-02), or nothing. */
export const envelopeFault = (
  { status, headers, text }: RawReply,
  content: 'body' | 'response',
): string | undefined => {
  const word = status === 200 ? 'OK' : 'ERR';
  if (!text.startsWith(`{"version":"1","status":"${word}","${content}":`)) return `an envelope: ${status} ${text}`;
  if (headers['content-type'] !== 'application/json') return 'Content-Type';
  if (headers['cache-control'] !== 'no-store') return 'Cache-Control';
  if (headers['x-content-type-options'] !== 'nosniff') return 'X-Content-Type-Options';
  if (!headers['request-id']) return 'Request-Id';
  if ((headers['error-code'] === undefined) !== (status === 200)) return 'Error-Code';
  try {
    const envelope = JSON.parse(text) as Record<string, unknown>;
    const described = status === 200 || /^\S.{10,}\.$/.test(String(envelope[content]));
    return Object.keys(envelope).length === 3 && described ? undefined : `three members: ${text}`;
  } catch {
    return `JSON: ${text}`;
  }
};
