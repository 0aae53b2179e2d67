import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { letterOf, mailerContract, PUBLIC_URL } from '@health-case/domain/contracts/mailer-contract';
import { MailDeferred, MailProblem, MailRefused, OperatorError } from '@health-case/domain/errors';
import type { EmailAddress } from '@health-case/domain/model/email';
import { LONGEST_SENDING } from '@health-case/domain/model/mail';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSmtpMailer, TIMEOUTS } from '../src/smtp-mailer.ts';
import { reply, startScriptedServer, startSmtpServer } from '../testing/smtp-servers.ts';
import { CERTIFICATE, trustCertificate } from './support/certificate.ts';
import { readMail } from './support/mail-text.ts';

const SENDER = { from: 'no-reply@clinic.example.org' as EmailAddress, publicUrl: PUBLIC_URL };
/** So that a test need not wait for what never comes. */
const SHORT = { connection: 300, silence: 300, attempt: 1000 };

const mailerAt = (url: string, timeouts = TIMEOUTS) => {
  const mailer = createSmtpMailer({ ...SENDER, url }, timeouts);
  onTestFinished(mailer.close);
  return mailer;
};
const mailerOf = (port: number, timeouts = TIMEOUTS) => mailerAt(`smtp://127.0.0.1:${port}`, timeouts);

const outcomeOf = (sent: Promise<void>): Promise<unknown> =>
  sent.then(
    () => 'sent',
    (error: unknown) => error,
  );

mailerContract('SMTP', async () => {
  let isDown = false;
  const { taken, port } = await startSmtpServer({
    onMailFrom: (_, __, done) => done(isDown ? reply(451) : null),
  });
  return {
    mailer: mailerOf(port),
    arrived: () => Promise.all(taken.map(async ({ recipients, raw }) => ({ ...(await readMail(raw)), recipients }))),
    breakDown: async () => {
      isDown = true;
    },
    mend: async () => {
      isDown = false;
    },
  };
});

const LETTER = letterOf('reset');

describe('a mail server refuses', () => {
  it.each([550, 551, 553])('the recipient for good with %i, and only its code is told', async (code) => {
    const { taken, port } = await startSmtpServer({ onRcptTo: (_, __, done) => done(reply(code)) });
    const error = await outcomeOf(mailerOf(port).send(LETTER));
    expect(error).toBeInstanceOf(MailRefused);
    expect((error as Error).message).toBe(`The mail server says that there is no such mailbox (${code}).`);
    expect(inspect(error)).not.toMatch(/parent|example\.org|0123-4567|unknown/);
    expect(taken).toEqual([]);
  });

  it('one recipient, and takes the mail for another', async () => {
    const { taken, port } = await startSmtpServer({
      onRcptTo: ({ address }, _, done) => done(address.startsWith('parent') ? reply(550) : null),
    });
    const mailer = mailerOf(port);
    expect(await outcomeOf(mailer.send(LETTER))).toBeInstanceOf(MailRefused);
    await mailer.send(letterOf('reset', { to: 'doctor@example.org' as EmailAddress }));
    expect(taken.map(({ recipients }) => recipients)).toEqual([['doctor@example.org']]);
  });

  type Reply = readonly [string, Parameters<typeof startSmtpServer>[0], number];

  const ofLetter: readonly Reply[] = [
    ['the recipient for now', { onRcptTo: (_, __, done) => done(reply(450)) }, 450],
    ['a full mailbox', { onRcptTo: (_, __, done) => done(reply(552)) }, 552],
    ['all recipients', { onRcptTo: (_, __, done) => done(reply(554)) }, 554],
    [
      'the recipient by a policy',
      { onRcptTo: (_, __, done) => done(Object.assign(reply(550), { message: '5.7.1 relaying denied' })) },
      550,
    ],
    ['the recipient, before a login', { onRcptTo: (_, __, done) => done(reply(530)) }, 530],
    ['the recipient, in the middle of something else', { onRcptTo: (_, __, done) => done(reply(503)) }, 503],
    ['the text for good', { onData: (stream, _, done) => void stream.resume().on('end', () => done(reply(554))) }, 554],
    ['the text for now', { onData: (stream, _, done) => void stream.resume().on('end', () => done(reply(451))) }, 451],
  ];

  const ofEveryLetter: readonly Reply[] = [
    ['the recipient, as it ends the session', { onRcptTo: (_, __, done) => done(reply(421)) }, 421],
    [
      'the text, as it ends the session',
      { onData: (stream, _, done) => void stream.resume().on('end', () => done(reply(421))) },
      421,
    ],
    ['the sender for good', { onMailFrom: (_, __, done) => done(reply(550)) }, 550],
    ['the client', { onConnect: (_, done) => done(reply(554)) }, 554],
  ];

  const failureFor = async (options: Reply[1], code: number): Promise<unknown> => {
    const { port } = await startSmtpServer(options);
    const error = await outcomeOf(mailerOf(port).send(LETTER));
    expect((error as Error).message).toContain(String(code));
    expect(inspect(error)).not.toMatch(/parent|example\.org|0123-4567|unknown/);
    return error;
  };

  it.each(ofLetter)(
    '%s: another attempt may succeed, and nothing of what it says is told but the code',
    async (...row) => expect(await failureFor(row[1], row[2])).toBeInstanceOf(MailDeferred),
  );

  it.each(ofEveryLetter)('%s: it takes no mail at all', async (...row) =>
    expectOutage(await failureFor(row[1], row[2])),
  );
});

const expectOutage = (error: unknown): void => {
  expect(error).toBeInstanceOf(MailProblem);
  for (const ofLetter of [MailDeferred, MailRefused]) expect(error).not.toBeInstanceOf(ofLetter);
};

const takesUntilData = (line: string, socket: Socket): boolean => {
  const answer = /^(EHLO|MAIL|RCPT|RSET)/.test(line) ? '250 fine' : line === 'DATA' && '354 go on';
  if (answer) socket.write(`${answer}\r\n`);
  return answer !== false;
};

describe('a mail is not taken, and another attempt may succeed, where', () => {
  const expectOutageAt = async (port: number, timeouts = SHORT, reason = 'The mail server '): Promise<void> => {
    const error = await outcomeOf(mailerOf(port, timeouts).send(LETTER));
    expectOutage(error);
    expect((error as Error).message).toContain(reason);
    expect(inspect(error)).not.toMatch(/parent|example\.org|0123-4567/);
  };

  it('no server listens', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    await expectOutageAt(port, TIMEOUTS, 'Nothing listens at host and port of MAIL_URL');
  });

  it.each<
    [does: string, script: Parameters<typeof startScriptedServer>[0], timeouts?: typeof SHORT, greeting?: string]
  >([
    ['never greets', () => undefined, SHORT, ''],
    ['falls silent', (line, socket) => /^EHLO/.test(line) && socket.write('250 hello\r\n')],
    [
      'says a little now and then, but never ends',
      (line, socket) => {
        if (!/^EHLO/.test(line)) return;
        const timer = setInterval(() => socket.write('250-and\r\n'), 50);
        socket.on('close', () => clearInterval(timer));
      },
      { ...SHORT, connection: 60_000, silence: 60_000 },
    ],
    [
      'closes the connection in the middle of the mail',
      (line, socket) => takesUntilData(line, socket) || socket.destroy(),
      TIMEOUTS,
    ],
    [
      'closes the connection in place of an answer to the whole mail',
      (line, socket) => takesUntilData(line, socket) || (line === '.' && socket.end()),
      TIMEOUTS,
    ],
    ['speaks something else', () => undefined, SHORT, 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('the server %s', async (_, script, timeouts, greeting) => {
    const { port } = await startScriptedServer(script, greeting);
    await expectOutageAt(port, timeouts);
  });
});

it('waits for a slow server', async () => {
  const { taken, port } = await startSmtpServer({
    onRcptTo: (_, __, done) => void setTimeout(done, 200),
  });
  await mailerOf(port).send(LETTER);
  expect(taken).toHaveLength(1);
});

it('ends every attempt before another process may try', () => {
  expect(TIMEOUTS.attempt).toBeLessThan(LONGEST_SENDING);
});

it('opens at most four connections, and uses each for many mails', async () => {
  let [open, most, all] = [0, 0, 0];
  const { taken, port } = await startSmtpServer({
    onConnect: (_, done) => {
      [open, all] = [open + 1, all + 1];
      most = Math.max(most, open);
      done();
    },
    onClose: () => {
      open -= 1;
    },
  });
  const mailer = mailerOf(port);
  await Promise.all(Array.from({ length: 40 }, () => mailer.send(LETTER)));
  expect(taken).toHaveLength(40);
  expect(most).toBeLessThanOrEqual(4);
  expect(all).toBeLessThanOrEqual(4);
});

it('closes its connections, and sends nothing afterwards', async () => {
  const closed = Promise.withResolvers<void>();
  const { taken, port } = await startSmtpServer({ onClose: () => closed.resolve() });
  const mailer = mailerOf(port);
  await mailer.send(LETTER);
  mailer.close();
  await closed.promise;
  expect(await outcomeOf(mailer.send(LETTER))).toBeInstanceOf(Error);
  expect(taken).toHaveLength(1);
});

describe('it greets the server', () => {
  const greeted = async (publicUrl: string, from: string): Promise<string> => {
    const names: string[] = [];
    const { port } = await startSmtpServer({
      onMailFrom: (_, { hostNameAppearsAs }, done) => {
        names.push(hostNameAppearsAs);
        done();
      },
    });
    const mailer = createSmtpMailer({ publicUrl, from: from as EmailAddress, url: `smtp://127.0.0.1:${port}` });
    onTestFinished(mailer.close);
    await mailer.send(LETTER);
    return names.join();
  };

  it.each([
    ['https://clinic.example.org/service', 'no-reply@mail.example.net', 'clinic.example.org'],
    ['https://bücher.example', 'no-reply@mail.example.net', 'xn--bcher-kva.example'],
    ['http://localhost:3002', 'no-reply@mail.example.net', 'mail.example.net'],
    ['http://192.0.2.7:3002', 'no-reply@bücher.example', 'xn--bcher-kva.example'],
    ['http://[2001:db8::7]', 'no-reply@mail.example.net', 'mail.example.net'],
  ])('at %s with mails from %s as %s, whatever this machine is called', async (publicUrl, from, name) => {
    expect(await greeted(publicUrl, from)).toBe(name);
  });
});

it('refuses for good an address that goes only where SMTPUTF8 is known, if the server does not take it', async () => {
  const { port } = await startSmtpServer({ hideSMTPUTF8: true, onRcptTo: (_, __, done) => done(reply(501)) });
  const error = await outcomeOf(mailerOf(port).send(letterOf('reset', { to: 'jürgen@example.org' as EmailAddress })));
  expect(error).toBeInstanceOf(MailRefused);
  expect(inspect(error)).not.toMatch(/jürgen/);
});

describe('a login', () => {
  const start = () =>
    startSmtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        username === 'clinic@example.org' && password === 'p@ss:/%' ? done(null, { user: 1 }) : done(reply(535)),
    });

  it('is done with user and password of the URL', async () => {
    const { taken, port } = await start();
    await mailerAt(`smtp://clinic%40example.org:p%40ss%3A%2F%25@127.0.0.1:${port}`).send(LETTER);
    expect(taken).toHaveLength(1);
  });

  it('that fails can be mended, and shows neither user nor password', async () => {
    const { port } = await start();
    const error = await outcomeOf(mailerAt(`smtp://clinic%40example.org:secret@127.0.0.1:${port}`).send(LETTER));
    expectOutage(error);
    expect((error as Error).message).toContain('does not accept the user and password in MAIL_URL (EAUTH');
    expect((error as Error).message).toContain('535');
    expect(inspect(error)).not.toMatch(/secret|clinic|parent|example\.org/);
  });
});

describe('TLS', () => {
  it('is required of every server that is not this machine: nothing is sent to one without it', async () => {
    const heard: string[] = [];
    const { port } = await startScriptedServer((line, socket) => {
      heard.push(line);
      socket.write(/^EHLO/.test(line) ? '250 hello\r\n' : '502 no\r\n');
    });
    // The address of all interfaces leads to this machine, but is not called so.
    const error = await outcomeOf(mailerAt(`smtp://user:secret@0.0.0.0:${port}`).send(LETTER));
    expect((error as Error).message).toContain('ETLS');
    expect(heard.join('\n')).not.toMatch(/AUTH|MAIL|RCPT|DATA/);
  });

  it.each(['smtp://0.0.0.0', 'smtps://0.0.0.0', 'smtps://127.0.0.1'])('carries mails to %s', async (url) => {
    trustCertificate();
    const { taken, port } = await startSmtpServer({ ...CERTIFICATE, secure: url.startsWith('smtps') });
    await mailerAt(`${url}:${port}`).send(LETTER);
    expect(taken.map(({ isSecure }) => isSecure)).toEqual([true]);
  });

  it.each(['smtp://0.0.0.0', 'smtps://0.0.0.0', 'smtps://127.0.0.1'])(
    'is broken off where nobody who is trusted has signed the certificate (%s)',
    async (url) => {
      const { taken, port } = await startSmtpServer({ ...CERTIFICATE, secure: url.startsWith('smtps') });
      const error = await outcomeOf(mailerAt(`${url}:${port}`).send(LETTER));
      expect((error as Error).message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
      expect(taken).toEqual([]);
    },
  );

  it('is broken off where the certificate is for another host', async () => {
    trustCertificate();
    const { taken, port } = await startSmtpServer({ ...CERTIFICATE, secure: true });
    const error = await outcomeOf(mailerAt(`smtps://localhost:${port}`).send(LETTER));
    expect((error as Error).message).toContain('is for another host than the one in MAIL_URL');
    expect(taken).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST'])(
    'is not used for smtp:// to %s, whatever the server offers',
    async (host) => {
      const { taken, port } = await startSmtpServer();
      await mailerAt(`smtp://${host}:${port}`).send(LETTER);
      expect(taken.map(({ isSecure }) => isSecure)).toEqual([false]);
    },
  );
});

it.each([
  'mail.example.org',
  'http://mail.example.org',
  'smtp://',
  'smtp:mail.example.org',
  'smtp://user:secret@mail.example.org:99999',
  'smtp://user:secret@mail.example.org/path',
  'smtp://user:secret@mail.example.org?tls.rejectUnauthorized=false',
  'smtps://user:secret@mail.example.org#a',
  'smtp://user:secret%@mail.example.org',
])('refuses the URL %s, and says how to write it without quoting it', (url) => {
  const create = () => createSmtpMailer({ ...SENDER, url });
  expect(create).toThrow(OperatorError);
  expect(create).toThrow('smtps://user:password@host:port');
  expect(create).not.toThrow(/secret|example/);
});
