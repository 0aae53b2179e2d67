import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What becomes of a request: the server gets a statement in its place that fails, with this code; or the connection is
 * cut before the request, at any byte of it, at any byte of its answer, or when the server has answered and the client
 * has heard nothing of it.
 */
export const BREACHES = [
  'fails 57014',
  'fails 40001',
  'fails 53200',
  'cut before',
  'cut within',
  'cut within the answer',
  'cut after',
] as const;
export type Breach = (typeof BREACHES)[number];

/** What a client sends at once and the server answers at once. */
export type Request = {
  /** The statement in SQL, or CONNECT for the beginning of a connection. */
  readonly text: string;
  /** From BEGIN on, up to the COMMIT or ROLLBACK. */
  readonly inTransaction: boolean;
};

export const CONNECT = 'CONNECT';

/**
 * A way to a PostgreSQL server that knows where requests and answers end, and breaks those for which `breachOf` says
 * how. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export const openBreakingProxy = async (url: string, breachOf: (request: Request) => Breach | undefined) => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay().on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    // Each end passes on first what the other has sent before.
    near.on('close', () => far.end());
    far.on('close', () => near.end());
    join(near, far, breachOf);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: Object.assign(new URL(url), { port: (proxy.address() as AddressInfo).port }).href,
    close: (): void => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
};

const join = (near: Socket, far: Socket, breachOf: (request: Request) => Breach | undefined): void => {
  /** What is to happen to the answers that are not here yet, in their order. */
  const awaited: (Breach | undefined)[] = [];
  const cut = (): void => {
    near.destroy();
    far.end();
  };
  const ask = ({ bytes, ...request }: Request & Sent): void => {
    const breach = breachOf(request);
    if (request.text === CONNECT && breach?.startsWith('fails')) near.end(REFUSAL, () => far.destroy());
    else far.write(inPlaceOf(bytes, breach));
    if (breach === 'cut before' || breach === 'cut within') cut();
    else awaited.push(breach);
  };
  const answer = (bytes: Buffer): void => {
    const breach = awaited[0];
    const isLast = bytes[0] === READY;
    if (isLast) awaited.shift();
    if (breach === 'cut within the answer') near.end(before(bytes), () => far.end());
    else if (breach !== 'cut after') near.write(bytes);
    else if (isLast) cut();
  };
  relay(near, far, requestReader(), ask);
  relay(far, near, messageReader(true), answer);
};

/** Gives each part of what arrives to `pass`, which may send it on; what is sent on at once is one packet. */
const relay = <Part>(
  from: Socket,
  to: Socket,
  partsOf: (chunk: Buffer) => readonly Part[],
  pass: (part: Part) => void,
) => {
  from.on('data', (chunk: Buffer) => {
    to.cork();
    for (const part of partsOf(chunk)) if (to.writable) pass(part);
    to.uncork();
  });
};

/** The first bytes, and not all of them. */
const before = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(Math.random() * bytes.length));

const inPlaceOf = (bytes: Buffer, breach: Breach | undefined): Buffer => {
  if (breach === 'cut before') return Buffer.alloc(0);
  if (breach === 'cut within') return before(bytes);
  return breach?.startsWith('fails ') ? failure(breach.slice('fails '.length)) : bytes;
};

const READY = 'Z'.charCodeAt(0);

const message = (type: string, ...texts: readonly string[]): Buffer => {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(''));
  const head = Buffer.from(`${type}....`);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const REFUSAL = message('E', 'SFATAL', 'VFATAL', 'C53300', 'Mbroken by the proxy', '');

/** In a transaction it has ended that, as whatever fails does. */
const failure = (code: string): Buffer =>
  message('Q', `DO $$ BEGIN RAISE EXCEPTION 'broken by the proxy' USING ERRCODE = '${code}'; END $$`);

/** Divides what arrives into messages. The first message of a client has no type. */
const messageReader = (isTyped: boolean) => {
  let rest: Buffer = Buffer.alloc(0);
  let typed = isTyped ? 1 : 0;
  return (chunk: Buffer): readonly Buffer[] => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const found: Buffer[] = [];
    while (rest.length >= typed + 4) {
      const length = typed + rest.readUInt32BE(typed);
      if (rest.length < length) break;
      found.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      typed = 1;
    }
    return found;
  };
};

type Sent = { readonly bytes: Buffer };

/** The texts of the statements of one connection, by the messages that name them. */
const statementReader = () => {
  const prepared = new Map<string, string>();
  /** Undefined for a message that names none. */
  return (type: string, part: Buffer): string | undefined => {
    if (type === CONNECT) return CONNECT;
    if (type === 'X') return '';
    if (!['Q', 'P', 'B'].includes(type)) return undefined;
    const [first = '', second = ''] = part.subarray(5).toString('latin1').split('\0', 2);
    if (type === 'P') prepared.set(first, second);
    return type === 'B' ? prepared.get(second) : { Q: first, P: second }[type];
  };
};

/** The types of messages after which a client waits. Terminate, X, has no answer, and is passed on as they are. */
const LAST = [CONNECT, 'Q', 'S', 'X'];

/** A request is one simple query, or all messages up to a Sync. */
const requestReader = () => {
  const messagesIn = messageReader(false);
  const textOf = statementReader();
  let [text, begun] = ['', false];
  let parts: Buffer[] = [];
  const read = (part: Buffer): (Request & Sent) | undefined => {
    const type = part[0] === 0 ? CONNECT : String.fromCharCode(part[0] ?? 0);
    text = textOf(type, part) ?? text;
    parts.push(part);
    if (!LAST.includes(type)) return undefined;
    const inTransaction = begun || text === 'BEGIN';
    begun = inTransaction && text !== 'COMMIT' && text !== 'ROLLBACK';
    const bytes = Buffer.concat(parts);
    parts = [];
    return { text, inTransaction, bytes };
  };
  return (chunk: Buffer) => messagesIn(chunk).flatMap((part) => read(part) ?? []);
};
