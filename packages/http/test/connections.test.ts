import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { ok } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startServer } from '../src/server/server.ts';
import { exchange, open, send, sendRaw, statusesIn } from '../testing/client.ts';
import { endlessList, get, HOST, LAST, nextAccepted, post, settled, startEcho, startHeld } from './support/echo.ts';

const CONNECT = `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`;

describe('requests on one connection', () => {
  it('are served one after another (RFC 9112, 9.3.2), in separate turns of the event loop', async () => {
    let [turns, over, underWay, most] = [0, false, 0, 0];
    const count = (): void => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    count();
    const served: number[] = [];
    const wait = async () => {
      served.push(turns);
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(5);
      underWay -= 1;
    };
    const { port } = await startEcho({ wait });
    expect(statusesIn(await exchange(port, get('/wait').repeat(5) + LAST))).toEqual([200, 200, 200, 200, 200, 401]);
    over = true;
    expect([new Set(served).size, most]).toEqual([5, 1]);
  });

  it('are served in the order in which they come, also if their connections are new', async () => {
    let [served, over] = [0, false];
    const wait = async (): Promise<void> => {
      for (const end = performance.now() + 3; performance.now() < end; );
      served += 1;
    };
    const { port } = await startEcho({ wait });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const others = Array.from({ length: 32 }, async () => {
      while (!over) await sendRaw(port, { path: '/wait', agent });
    });
    await expect.poll(() => served).toBeGreaterThan(64);
    const before = served;
    await Promise.all(Array.from({ length: 8 }, () => sendRaw(port, { path: '/wait' })));
    const meanwhile = served - before;
    over = true;
    await Promise.all(others);
    // With one connection accepted while all others are served, the eighth would wait for eight times as many.
    expect(meanwhile).toBeLessThan(4 * 32);
  });

  it('are served several in a turn while they take little of it, whatever else takes the rest', async () => {
    let [turns, over, now] = [0, false, 0];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const work = (): void => {
      turns += 1;
      now += 5;
      if (!over) setImmediate(work);
    };
    const served: number[] = [];
    const { port } = await startEcho({ wait: async () => void served.push(turns) });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const all = () => Promise.all(Array.from({ length: 64 }, () => sendRaw(port, { path: '/wait', agent })));
    work();
    await all();
    served.length = 0;
    await all();
    over = true;
    expect([served.length, new Set(served).size < 48]).toEqual([64, true]);
  });

  it('are not read while they would have to wait', async () => {
    const { port, end } = await startHeld();
    const { socket } = open(port);
    const piece = get('/wait', `X: ${'x'.repeat(8000)}\r\n`).repeat(8);
    let taken = 0;
    for (let pieces = 0; pieces < 1024; pieces += 1) socket.write(piece, () => (taken += piece.length));
    await settled(() => taken);
    // The buffers of the two sockets take some of it; how much is up to the kernel.
    expect(taken).toBeLessThan(32 * 1024 * 1024);
    socket.destroy();
    end();
  });

  it('are parsed as they are served: thousands come with one read, and each takes its time and memory', async () => {
    let parsed = 0;
    const count = () => {
      parsed += 1;
    };
    subscribe('http.server.request.start', count);
    const { port, seen, end } = await startHeld();
    const accepted = nextAccepted();
    const { socket, statuses, closed } = open(port);
    const bytes = get('/wait').repeat(900) + LAST;
    socket.write(bytes);
    await expect.poll(async () => (await accepted).bytesRead).toBe(bytes.length);
    await settled(() => parsed);
    expect([parsed < 50, seen.began]).toEqual([true, 1]);
    end();
    await closed;
    unsubscribe('http.server.request.start', count);
    expect([parsed, statuses().length, seen.began]).toEqual([901, 901, 900]);
  });

  it.each([
    ['with a body too large', post('/echo', 'Content-Length: 70000', 'x'.repeat(70_000)), 413],
    ['with Connection: close', LAST, 401],
    ['with an upgrade, which can lose a request', get('/who', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), 401],
  ])('are not served after one %s (RFC 9112, 9.6)', async (_, bytes, status) => {
    const { port, seen, end } = await startHeld();
    end();
    const received = await exchange(port, get('/wait') + bytes + get('/wait'));
    expect(statusesIn(received)).toEqual([200, status]);
    expect(received).toMatch(/^connection: close\r$/im);
    expect(seen.began).toBe(1);
  });

  it('are a thousand at most; they may have bodies, also of GET, also in pieces', async () => {
    const { port, seen } = await startHeld();
    const { socket, closed, statuses } = open(port);
    const withBody = `${get('/echo', 'Content-Length: 19\r\n')}{"firstName":"Mia"}`;
    socket.write(`${get('/who').repeat(998)}${withBody}${post('/echo', 'Content-Length: 19', '{"firstN')}`);
    await expect.poll(() => statuses().length).toBe(999);
    socket.write(`ame":"Mia"}${get('/wait')}`);
    await closed;
    expect([statuses().length, statuses().slice(-3), seen.began]).toEqual([1000, [401, 200, 200], 0]);
  });
});

describe('too many connections', () => {
  it('are answered 503 and closed, and do no harm to the others, until there is room again', async () => {
    const { port, seen, end } = await startHeld({ connections: 2 });
    const [one, other] = [open(port), open(port)];
    await Promise.all([once(one.socket, 'connect'), once(other.socket, 'connect')]);
    one.socket.write(get('/wait'));
    await expect.poll(() => seen.began).toBe(1);
    for (const bytes of ['', get('/wait'), 'GARBAGE\r\n\r\n', get('/wait').repeat(100)]) {
      const received = await exchange(port, bytes);
      expect(statusesIn(received)).toEqual([503]);
      expect(received).toMatch(/^Error-Code: OVERLOADED\r\nRetry-After: 1\r\n/m);
      expect(received).toMatch(/\r\n\r\n\{"version":"1","status":"ERR","body":"The service is overloaded;[^"]+"\}$/);
    }
    end();
    one.socket.write(LAST);
    expect(statusesIn(await one.closed)).toEqual([200, 401]);
    await expect.poll(async () => statusesIn(await exchange(port, LAST))).toEqual([401]);
    other.socket.destroy();
  });

  it('of one client leave room for others, unless it is a proxy that has the connections of many', async () => {
    const limits = { connections: 10, connectionsOfClient: 2 };
    for (const [trustedProxies, statuses] of [
      [0, [401, 401, 503]],
      [1, [401, 401, 401]],
    ] as const) {
      const { port } = await startEcho({ trustedProxies }, limits);
      const held = [open(port), open(port)];
      for (const { socket, statuses } of held) {
        socket.write(get('/who'));
        await expect.poll(statuses).toEqual([401]);
      }
      const third = await exchange(port, LAST);
      expect([401, 401, ...statusesIn(third)]).toEqual(statuses);
      held[0]?.socket.destroy();
      await expect.poll(async () => statusesIn(await exchange(port, LAST))).toEqual([401]);
      held[1]?.socket.destroy();
    }
  });

  it('are closed without a reply if there are too many even for that', async () => {
    const { port } = await startEcho({}, { connections: 1, refusedConnections: 0 });
    const { socket } = open(port);
    await once(socket, 'connect');
    expect(await exchange(port, '')).toBe('');
    socket.destroy();
  });
});

describe('the last reply on a connection', () => {
  it.each([
    ['asked to close', LAST, get('/who'), 401],
    ['asked for an upgrade', get('/who', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'), get('/who'), 401],
    ['sends a body too large', post('/echo', 'Content-Length: 9000000'), 'x'.repeat(1_200_000), 413],
    ['sent no valid request', 'GET nowhere HTTP/1.1\r\n\r\n', 'more of it', 400],
  ])('reaches a client that %s and is still sending (RFC 9112, 9.6)', async (_, message, more, status) => {
    const { port } = await startEcho({}, { linger: 20_000 });
    const { socket, closed, resume } = open(port, { paused: true });
    socket.write(message);
    for (let piece = 0; piece < 5; piece += 1) {
      await turn();
      socket.write(more);
    }
    resume();
    expect(statusesIn(await closed)).toEqual([status]);
  });

  it('is followed by the end of the connection, after at most a megabyte, also if the client does not end it', async () => {
    const { port } = await startEcho();
    const accepted = nextAccepted();
    const { socket, closed } = open(port, { allowHalfOpen: true });
    socket.write(LAST);
    await once(socket, 'end');
    const sendOn = () => socket.write(Buffer.alloc(1_000_000), (error) => error || sendOn());
    sendOn();
    await closed;
    expect((await accepted).bytesRead).toBeLessThan(2_000_000);
  });

  it.each([
    '/openapi.json',
    '/docs',
    '/verify',
    '/verify/page.js',
    '/status/0',
    '/.well-known/jwks.json',
    '/',
    '/none',
  ])('is followed by the end where a body without an end comes with GET %s', async (path) => {
    const { port } = await startEcho({ application: { listPublicKeys: async () => ok([]) } });
    const accepted = nextAccepted();
    const { socket, closed } = open(port);
    socket.write(get(path, 'Transfer-Encoding: chunked\r\n'));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const sendOn = () => socket.write(chunk, (error) => error || sendOn());
    sendOn();
    expect(await closed).toMatch(/^connection: close\r$/im);
    expect((await accepted).bytesRead).toBeLessThan(2_000_000);
  });

  it('may be a long list before CONNECT, although Node detaches that socket; neither a stop nor a stall waits', async () => {
    const pages = async function* () {
      for (let page = 0; page < 200; page += 1) yield Array.from({ length: 5000 }, (_, nth) => nth);
    };
    const ask = async (port: number) => {
      const accepted = nextAccepted();
      const connection = open(port, { paused: true });
      connection.socket.write(get('/list') + CONNECT);
      await once(connection.socket, 'readable');
      return { ...connection, accepted: await accepted };
    };
    const patient = await ask((await startEcho({ pages })).port);
    patient.resume();
    const received = await patient.closed;
    expect(statusesIn(received)).toEqual([200, 405]);
    expect(received.match(/"entry":4999}/g)).toHaveLength(200);
    const { port, stop } = await startEcho({ pages }, { stallTimeout: 300 });
    const stalled = await ask(port);
    await once(stalled.accepted, 'close');
    const stuck = await ask(port);
    await stop(50);
    for (const { resume, closed } of [stalled, stuck]) {
      resume();
      expect(statusesIn(await closed)).toEqual([200]);
    }
  });
});

describe('timeouts', () => {
  const TIMED_OUT = /^HTTP\/1\.1 408 .*Error-Code: REQUEST_TIMEOUT.*\{"version":"1","status":"ERR","body":"[^"]+"\}$/s;
  const FAST = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 };
  const never = () => new Promise<never>(() => undefined);

  it.each([
    ['headers', `GET /echo HTTP/1.1\r\n${HOST}`],
    ['no byte', ''],
    ['a body', post('/echo', 'Content-Length: 10', '{')],
    ['chunks', post('/echo', 'Transfer-Encoding: chunked', '1\r\n{\r\n')],
  ])('answer a slow request 408, whatever the stall timeout: %s', async (_, bytes) => {
    const { port } = await startEcho({}, { ...FAST, ...(bytes.startsWith('POST') ? {} : { stallTimeout: 50 }) });
    expect(await exchange(port, bytes)).toMatch(TIMED_OUT);
  });

  it('let what may be slow be longer on its way, and nothing else, nor what is answered by then', async () => {
    const { port, stop } = await startServer({
      host: '127.0.0.1',
      port: 0,
      fetch: async (request) => new Response(request.url.endsWith('/refused') ? 'No.' : await request.text()),
      refuse: ({ problem }) => ({ status: problem === 'too slow' ? 408 : 500, headers: {}, body: '' }),
      slow: { is: ({ url }) => url !== '/sign-in', longer: 1500 },
      limits: FAST,
    });
    onTestFinished(() => stop(50));
    const begin = (path: string) => {
      const { socket, closed } = open(port);
      socket.write(post(path, 'Content-Length: 2', '1'));
      return { socket, statuses: closed.then(statusesIn) };
    };
    const [list, longest, refused, signIn] = ['/list', '/list', '/refused', '/sign-in'].map(begin);
    expect(await signIn?.statuses).toEqual([408]);
    list?.socket.write(`2${LAST}`);
    expect(await list?.statuses).toEqual([200, 200]);
    expect([await longest?.statuses, await refused?.statuses]).toEqual([[408], [200]]);
  });

  it('close the connection of a client that reads nothing of its reply', async () => {
    const { port } = await startEcho(endlessList(), { stallTimeout: 300 });
    const accepted = nextAccepted();
    const { socket } = open(port, { paused: true });
    socket.write(get('/list'));
    await once(await accepted, 'close');
    socket.destroy();
  });

  it('give the service more time than the client, but not for ever', async () => {
    const slow = await startEcho({ wait: () => sleep(300) }, { stallTimeout: 100, answerTimeout: 20_000 });
    expect((await send(slow.port, { path: '/wait', body: {} })).status).toBe(200);
    const stuck = await startEcho({ wait: never }, { stallTimeout: 100, answerTimeout: 300 });
    await expect(send(stuck.port, { path: '/wait' })).rejects.toThrow('socket hang up');
  });

  it('keep a connection without a request for the time that is set, also beyond the stall timeout', async () => {
    const { port } = await startEcho({}, { stallTimeout: 50, keepAliveTimeout: 60_000 });
    const { socket, statuses } = open(port);
    for (const expected of [[401], [401, 401]]) {
      socket.write(get('/who'));
      await expect.poll(statuses).toEqual(expected);
      await sleep(200);
    }
    socket.destroy();
  });

  it('close a connection on which no further request comes', async () => {
    const { port } = await startEcho({}, { stallTimeout: 100, keepAliveTimeout: 100 });
    expect(statusesIn(await exchange(port, get('/who')))).toEqual([401]);
  });
});

describe('a graceful stop', () => {
  it('finishes what is in flight, and accepts nothing more', async () => {
    const { port, stop, seen, end } = await startHeld();
    const inFlight = send(port, { path: '/wait', headers: { Connection: 'keep-alive' } });
    await expect.poll(() => seen.began).toBe(1);
    const accepted = nextAccepted();
    const onItsWay = open(port);
    onItsWay.socket.write(`GET /who HTTP/1.1\r\n${HOST}`);
    await expect.poll(async () => (await accepted).bytesRead).toBeGreaterThan(0);
    const stopped = stop(20_000);
    await expect(send(port, { path: '/who' })).rejects.toThrow('ECONNREFUSED');
    end();
    const { status, headers } = await inFlight;
    expect([status, headers.connection]).toEqual([200, 'close']);
    onItsWay.socket.write('\r\n');
    expect(await onItsWay.closed).toMatch(/^HTTP\/1\.1 401 [\s\S]*^Connection: close\r$/m);
    await stopped;
  });

  it('destroys what does not finish in time', async () => {
    const { port, stop, seen } = await startHeld();
    const hanging = send(port, { path: '/wait' });
    await expect.poll(() => seen.began).toBe(1);
    await Promise.all([stop(100), expect(hanging).rejects.toThrow()]);
  });
});
