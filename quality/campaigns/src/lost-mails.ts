import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, person, retryAfter, Unanswered } from '@health-case/harness/client';
import { newSqlite } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { inParallel, percent, waitUntil } from '@health-case/harness/load';
import { type Instance, startApp } from '@health-case/harness/processes';
import { SMTPServer } from 'smtp-server';
import { declare } from './campaign.ts';

/** Accounts that forget their passwords, how often the process is killed meanwhile, and how many ms the mail server is down. */
type Size = { readonly resets: number; readonly kills: number; readonly down: number };

export const lostMails = declare<Size>({
  name: 'lost-mails',
  promise:
    'Each acknowledged mail is sent, also if the process is killed or the mail server is down; of a hundred at most one is sent twice.',
  quick: { resets: 40, kills: 3, down: 1000 },
  full: { resets: 1000, kills: 50, down: 60_000 },
  run: async ({ resets, kills, down }, harness) => {
    const server = await startMailServer(harness);
    const { environment, query } = newSqlite(harness);
    const settings = { ...environment, MAIL_URL: server.url, MAIL_FROM: 'clinic@example.org' };
    const start = async () => (await startApp(harness, 'variant-a', settings))[0];
    let serving = await start();
    const api = createApi(harness);
    await inParallel(resets, 8, (nth) =>
      untilDone(
        () => serving,
        (to) => api.register(to, person(`parent.${nth}@example.org`)),
      ),
    );

    const half = Math.floor(resets / 2);
    let acknowledged = 0;
    const ask = async (nth: number): Promise<void> => {
      await untilDone(
        () => serving,
        (to) => api.call(to, 'POST /api/Auth/reset', { email: `parent.${nth}@example.org` }),
      );
      acknowledged += 1;
    };
    const asking = inParallel(half, 4, async (nth) => {
      await ask(nth);
      await sleep(50 * Math.random());
    });
    const killing = async (): Promise<void> => {
      for (let kill = 0; kill < kills; kill += 1) {
        await waitUntil(() => acknowledged >= Math.min(half, ((kill + 1) * half) / (kills + 1)), 600_000);
        await serving.kill('SIGKILL');
        serving = await start();
      }
    };
    await Promise.all([asking, killing()]);

    await server.stop();
    await inParallel(resets - half, 4, (nth) => ask(half + nth));
    await sleep(down);
    await server.start();

    const arrived = () => new Set(server.mails.map(({ to }) => to)).size;
    const outbox = () => query('SELECT "kind", "attempts", "problem" FROM "Mail"');
    await waitUntil(() => arrived() === resets, 300_000, 'The last mail').catch(async () =>
      harness.fail(`${resets - arrived()} mails did not arrive; in the outbox: ${JSON.stringify(await outbox())}`),
    );
    const twice = server.mails.length - new Set(server.mails.map(({ id }) => id)).size;
    if (twice > Math.max(1, resets / 100)) harness.fail(`${twice} of ${resets} mails were sent twice.`);
    return {
      size: `${resets} resets, ${kills} × kill -9, the mail server down for ${down / 1000} s`,
      figures: { mails: server.mails.length, 'sent twice': percent(twice / resets) },
    };
  },
});

/** Repeats a call, as a client does, until it is acknowledged. */
const untilDone = async (
  to: () => Instance,
  call: (to: Instance) => ReturnType<ReturnType<typeof createApi>['call']>,
) => {
  for (;;) {
    try {
      const reply = await call(to());
      if (reply.status === 200 || reply.code === 'EMAIL_TAKEN') return;
      await sleep(retryAfter(reply) / 10);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      await sleep(50);
    }
  }
};

type Arrived = { readonly id: string; readonly to: string };

/** A mail server on loopback, which keeps what it takes. It may be stopped and started again at the same port. */
const startMailServer = async ({ defer }: Harness) => {
  const mails: Arrived[] = [];
  const create = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: async (stream, { envelope }, taken) => {
        // Whoever is killed breaks off.
        const text = await stream.toArray().then(
          (parts) => parts.join(''),
          () => undefined,
        );
        if (text === undefined) return;
        // Each account has had one when it was made.
        if (!text.includes('Subject: A code for a new password')) return taken();
        const id = /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? '';
        for (const { address } of envelope.rcptTo) mails.push({ id, to: address });
        taken();
      },
    });
  let server = create();
  let port = 0;
  const start = async (): Promise<void> => {
    server = create();
    // A client that breaks off is no failure of the server.
    server.on('error', () => undefined);
    const listening = server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    port = (listening.address() as { port: number }).port;
  };
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await start();
  defer(stop);
  return { url: `smtp://127.0.0.1:${port}`, mails, start, stop };
};
