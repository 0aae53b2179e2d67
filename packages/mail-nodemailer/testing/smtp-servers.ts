import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

type TakenMail = { readonly recipients: readonly string[]; readonly raw: Buffer; readonly isSecure: boolean };

/** The reply of a server to a command: an error with a text that quotes what a mailer must not pass on. */
export const reply = (responseCode: number): Error =>
  Object.assign(new Error(`5.1.1 <parent@example.org> 0123-4567-89ab unknown, 550 or not`), { responseCode });

/** An SMTP server on a free port of this machine, for the test that calls this. */
export const startSmtpServer = async (options: SMTPServerOptions = {}) => {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 0,
    // It would warn of a certificate of its own.
    logger: false,
    onData: (stream, { envelope, secure }, done) => {
      buffer(stream).then((raw) => {
        taken.push({ recipients: envelope.rcptTo.map(({ address }) => address), raw, isSecure: secure });
        done();
      }, done);
    },
    ...options,
  });
  // A client that hangs up is no error of the test.
  server.on('error', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  onTestFinished(close);
  return { taken, port: (server.server.address() as AddressInfo).port, close, server };
};

/** Answers each line that begins with a word of the script, and does what the script says. */
export const startScriptedServer = async (
  script: (line: string, socket: Socket) => void,
  greeting = '220 ready\r\n',
) => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(greeting);
    let rest = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) script(line, socket);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
};
