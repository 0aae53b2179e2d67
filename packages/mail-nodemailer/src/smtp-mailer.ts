import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { MailDeferred, MailProblem, MailRefused, OperatorError } from '@health-case/domain/errors';
import type { EmailAddress } from '@health-case/domain/model/email';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Mailer, Sender } from './mailer.ts';
import { messageOf } from './message.ts';
import { serverAt } from './server-url.ts';

/** Milliseconds. `attempt` bounds all of an attempt: the port lets it end within `LONGEST_SENDING`. */
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

/** RFC 5321, 4.1.1.1: whom the server greets. Relays often refuse the machine's own name, as in a container. */
const clientName = ({ from, publicUrl }: Sender): string => {
  const { hostname } = new URL(publicUrl);
  const isName = hostname.includes('.') && isIP(hostname) === 0;
  return isName ? hostname : domainToASCII(from.slice(from.lastIndexOf('@') + 1));
};

const wrongUrl = (problem: string): never => {
  throw new OperatorError(`The URL of the mail server ${problem}.`);
};

type Failure = Pick<NodemailerError, 'code' | 'originalCode' | 'command' | 'responseCode' | 'response'>;

/** RFC 5321, 4.2.3. Other refusals of a recipient can concern every mail, or end: relaying denied, a full mailbox. */
const NO_SUCH_MAILBOX = [550, 551, 553];
/** What nodemailer calls a refusal of the recipient or the text, and what it finds wrong with these itself. */
const OF_LETTER: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];
/** RFC 3463, 3.8: of this service or its address. */
const POLICY = /^\d{3}[ -]5\.7\./;

const isOf =
  (...codes: readonly string[]) =>
  ({ code, originalCode }: Failure): boolean =>
    codes.some((one) => one === code || one === originalCode);

/** What the operator is told, by the first row that fits. */
const SENTENCES: readonly (readonly [(failure: Failure) => boolean, string])[] = [
  [({ responseCode }) => responseCode === 421, 'The mail server ends the session: it is too busy, or is going down'],
  [isOf('EAUTH', 'ENOAUTH', 'EOAUTH2'), 'The mail server does not accept the user and password in MAIL_URL'],
  [isOf('EDNS', 'ENOTFOUND', 'EAI_AGAIN'), 'The host in MAIL_URL cannot be found: check its name, and the name server'],
  [isOf('ECONNREFUSED'), 'Nothing listens at host and port of MAIL_URL'],
  [isOf('ERR_TLS_CERT_ALTNAME_INVALID'), "The mail server's certificate is for another host than the one in MAIL_URL"],
  [isOf('CERT_HAS_EXPIRED'), "The mail server's certificate has expired"],
  [isOf('ETLS'), 'The mail server does not offer TLS, or its certificate is not trusted here'],
  [({ command }) => command === 'MAIL FROM', 'The mail server does not accept the sender, MAIL_FROM'],
  [({ command }) => command === 'RCPT TO', 'The mail server does not take a mail for this address now'],
  [isOf(...(OF_LETTER as string[])), 'The mail server does not take the text of this mail'],
  [isOf('ETIMEDOUT', 'EABORT', 'ABORT_ERR'), 'The mail server did not answer in time'],
  [() => true, 'The mail server broke off, or does not speak SMTP'],
];

/**
 * Only what nodemailer calls the problem, and the reply code: texts of a server can quote address and mail. An address
 * with letters beyond ASCII before the @ is refused for good by any permanent refusal: it can only go where all servers
 * know SMTPUTF8 (RFC 6531, 3.5).
 */
const failureOf = (failure: Failure, to: EmailAddress): MailProblem => {
  const { code, originalCode, command, responseCode = 0, response = '' } = failure;
  const isOfRecipient = command === 'RCPT TO' && !POLICY.test(response);
  if (isOfRecipient && NO_SUCH_MAILBOX.includes(responseCode)) {
    return new MailRefused(`The mail server says that there is no such mailbox (${responseCode}).`);
  }
  if (isOfRecipient && responseCode >= 500 && isInternational(to)) {
    return new MailRefused(`The mail server takes no address with such letters before the @ (${responseCode}).`);
  }
  const known = [code, originalCode, command, responseCode || undefined].filter((one) => one !== undefined);
  const sentence = SENTENCES.find(([fits]) => fits(failure))?.[1];
  const text = `${sentence} (${[...new Set(known)].join(', ')}).`;
  const isOfLetter = OF_LETTER.includes(code) && command !== 'MAIL FROM' && responseCode !== 421;
  return isOfLetter ? new MailDeferred(text) : new MailProblem(text);
};

const isInternational = (to: EmailAddress): boolean => /[^\0-\x7f]/.test(to.slice(0, to.lastIndexOf('@')));
