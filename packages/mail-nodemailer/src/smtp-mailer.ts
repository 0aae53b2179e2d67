import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { OperatorError } from '@health-case/domain/errors';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Mailer, Sender } from './mailer.ts';
import { messageOf } from './message.ts';
import { serverAt } from './server-url.ts';
import { failureOf } from './smtp-failures.ts';

/** Milliseconds. `attempt` bounds all of an attempt: the port lets it end within `LONGEST_ATTEMPT`. */
export const TIMEOUTS = { connection: 10_000, silence: 15_000, attempt: 45_000 };

/** As many as the courier sends at once. */
const CONNECTIONS = 4;
/** Milliseconds. Most servers close a connection after a minute or more without a mail. */
const KEPT_OPEN = 30_000;

/**
 * D-27: hands mails to the SMTP server at `url`: `smtp://` (port 587 unless given) or `smtps://` (TLS from the
 * first byte, port 465), with user and password if the server wants a login. Over `smtp://` the connection must
 * become TLS (STARTTLS) before anything is sent, and certificates must be valid for the host. Only to this machine
 * itself (`localhost`, 127.0.0.0/8, `[::1]`) `smtp://` sends without TLS, even if the server offers it: nobody is in
 * between, and no authority signs such a certificate. Throws `OperatorError` for any other `url`.
 *
 * If the server refuses the recipient for good, `send` rejects with `MailRefused`; if it refuses recipient or text
 * otherwise, with `MailDeferred`. What stops every mail is an outage, such as a server that does not answer or ends the
 * session (421), a wrong password, or a sender that is not allowed.
 */
export const createSmtpMailer = (
  { url, ...sender }: Sender & { readonly url: string },
  timeouts = TIMEOUTS,
): Mailer => {
  const transport = createTransport({
    name: clientName(sender),
    pool: true,
    maxConnections: CONNECTIONS,
    // The courier tries again, and waits longer each time.
    maxRequeues: 0,
    idleTimeout: KEPT_OPEN,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.connection,
    socketTimeout: timeouts.silence,
    ...serverAt(url, wrongUrl),
  });
  return {
    send: async (letter) => {
      const signal = AbortSignal.timeout(timeouts.attempt);
      try {
        await transport.sendMail({ ...messageOf(letter, sender), signal });
      } catch (error) {
        throw failureOf(error as NodemailerError, letter.to);
      }
    },
    close: () => transport.close(),
  };
};

/**
 * RFC 5321, 4.1.1.1: whom the server greets. The machine's own name is often no name that relays take, as in a
 * container.
 */
const clientName = ({ from, publicUrl }: Sender): string => {
  const { hostname } = new URL(publicUrl);
  const isName = hostname.includes('.') && isIP(hostname) === 0;
  return isName ? hostname : domainToASCII(from.slice(from.lastIndexOf('@') + 1));
};

const wrongUrl = (problem: string): never => {
  throw new OperatorError(`The URL of the mail server ${problem}.`);
};
