import { type Issuer, type Verdict, verifyCertificate } from '@health-case/client/certificate';
import { OperatorError } from '@health-case/domain/errors';
import { parseId } from '@health-case/domain/model/values';
import { ok, parser, problem } from '@health-case/domain/result';
import { inOneLine } from '@health-case/terminal/printable';
import { Argument } from 'commander';
import { argument, type CommandContext, flag, type Group, type Input, option, unwrap } from './commands.ts';
import { isoOf, type Output } from './output.ts';
import { readInput } from './read-password.ts';

const EXAMPLE = '01993f2e-6d1c-7a40-8c55-0b1f6f3f9a21';

const columns = { id: 36, createdAt: 24, state: 6, publishedUntil: 0 };

const signingKey: Group = {
  about: 'the keys that sign certificates',
  commands: {
    list: {
      about: 'Lists the signing keys, oldest first. The last characters of an id are the kid that certificates name.',
      examples: ['', '--json'],
      run: async (_, output, operator) => {
        const keys = unwrap(await operator.listSigningKeys());
        const rowOf = ({ id, createdAt, state, neededUntil: until }: (typeof keys)[number]) => ({
          id,
          createdAt: isoOf(createdAt),
          state,
          publishedUntil: until === undefined ? null : new Date(until).toISOString(),
        });
        await output.pages([keys], rowOf, columns);
      },
    },
    rotate: {
      about:
        'Makes a new signing key, which signs an hour later, when all verifiers know it. What former keys have signed stays valid.',
      run: async (given: Input<'rotateSigningKey'>, { say }, operator) => {
        const { id, signsFrom: from } = unwrap(await operator.rotateSigningKey(given));
        const signsFrom = isoOf(from);
        await say({ id, signsFrom }, `The signing key ${id} signs from ${signsFrom}.\n`);
      },
    },
    withdraw: {
      about:
        'Withdraws a signing key that somebody else may know: every certificate that it has signed is refused from now on. If no other is left to sign, a new one is made.',
      arguments: [argument('id', 'the identifier of the signing key', parseId)],
      options: [flag('--yes', 'confirms that the certificates of the key are to be refused')],
      examples: [`${EXAMPLE} --yes`],
      run: async ({ yes, ...given }: Input<'withdrawSigningKey'> & { readonly yes: boolean }, { say }, operator) => {
        if (!yes) throw new OperatorError('Nothing was withdrawn: this cannot be undone, so add --yes to confirm it.');
        unwrap(await operator.withdrawSigningKey(given));
        await say({ withdrawn: given.id }, `The signing key ${given.id} is withdrawn.\n`);
      },
    },
  },
};

const NO_ADDRESS = problem('must be a URL such as https://health.example.org');
const webAddress = parser(1000, NO_ADDRESS, (given) =>
  /^https?:/.test(given) && URL.canParse(given) ? ok(given.replace(/\/+$/, '')) : NO_ADDRESS,
);

/** Bytes of what an issuer publishes, at most: a list has a million places, and some of them are compressed. */
const MOST_BYTES = 2 * 2 ** 20;

const download = async (url: string): Promise<string | undefined> => {
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of reply.body ?? []) {
      length += chunk.length;
      if (length > MOST_BYTES) return undefined;
      chunks.push(chunk);
    }
    return reply.ok ? Buffer.concat(chunks).toString() : undefined;
  } catch {
    return undefined;
  }
};

const keysAt = async (url: string): Promise<Issuer['keys']> => {
  const content = await download(url);
  if (content === undefined) throw new OperatorError(`The keys at ${url} cannot be read.`);
  const { keys } = parsed(content) ?? {};
  if (!Array.isArray(keys)) throw new OperatorError(`${url} holds no keys, which an issuer publishes as JWKS.`);
  return keys;
};

const parsed = (json: string): { readonly keys?: unknown } | undefined => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const verifyOnline = async (text: string, issuer: string): Promise<Verdict> => {
  const keys = await keysAt(`${issuer}/.well-known/jwks.json`);
  return verifyCertificate(text, { issuers: [{ issuer, keys }], statusList: download });
};

/** With the keys and the status lists of the store, as the service publishes them. */
const verifyInStore = (text: string, { readIssuing }: CommandContext): Promise<Verdict> =>
  readIssuing(async ({ issuer, listPublicKeys, readStatusList }) => {
    const keys = (await listPublicKeys()).value;
    const statusList = async (uri: string) => {
      const [, number] = /^\/status\/(\d{1,9})$/.exec(uri.slice(issuer.length)) ?? [];
      const list = number === undefined ? undefined : await readStatusList({ number: Number(number) });
      return list?.ok ? list.value.signed : undefined;
    };
    return verifyCertificate(text, { issuers: [{ issuer, keys }], statusList });
  });

const REASONS: Readonly<Record<Exclude<Verdict['verdict'], 'genuine'>, string>> = {
  altered: 'The certificate was altered: the key that it names did not sign it.',
  expired: 'The certificate has expired.',
  'not readable': 'The text is no certificate, or only a part of one.',
  'not yet valid': "The certificate begins in the future; compare the clock of this machine with the issuer's.",
  revoked: 'The certificate was revoked.',
  'status unknown':
    'The issuer signed the certificate, but its status list cannot be had or is out of date: it may have been revoked.',
  'unknown issuer':
    'The certificate names another issuer than the one that is trusted; the issuer of a store is PUBLIC_URL.',
  'unknown key': 'The certificate names a key that its issuer does not publish, or no longer.',
};

const HOUR = 3_600_000;

const linesOf = (verdict: Verdict): string => {
  if (verdict.verdict === 'unknown issuer') return table({ verdict: verdict.verdict, issuer: verdict.issuer });
  if (!('certificate' in verdict)) return '';
  const { certificate, statusAt } = verdict;
  const { firstName, lastName, birthYear, statement, issuedBy, issuer, issuedOn, validUntil } = certificate;
  const age = statusAt && Math.max(0, Math.floor((Date.now() - statusAt.getTime()) / HOUR));
  return table({
    verdict: verdict.verdict,
    name: `${firstName} ${lastName}${birthYear === undefined ? '' : `, born ${birthYear}`}`,
    statement,
    doctor: issuedBy,
    issuer,
    valid: `${issuedOn} until ${validUntil}`,
    status: statusAt ? `of ${statusAt.toISOString()}, ${age} h old` : 'not known',
  });
};

const table = (row: Readonly<Record<string, string>>): string =>
  Object.entries(row)
    .map(([name, value]) => `${name.toUpperCase().padEnd(9)}  ${inOneLine(value)}\n`)
    .join('');

type Given = { readonly text?: string; readonly issuer?: string };

const report = async (verdict: Verdict, { say }: Output): Promise<void> => {
  // First, as the reader of the output may be gone.
  if (verdict.verdict !== 'genuine') process.exitCode = 1;
  await say(verdict, linesOf(verdict));
  if (verdict.verdict !== 'genuine') throw new OperatorError(REASONS[verdict.verdict]);
};

const certificate: Group = {
  about: 'certificates, which anyone can verify',
  commands: {
    verify: {
      about:
        'Says whether a certificate is genuine, and what it says. Without an option, with the keys and the status lists of the store; with --issuer, without a store, as others verify. Exit code 0: genuine. 1: not.',
      arguments: [
        new Argument('[text]', 'the certificate, its link, or the digits of its QR code; otherwise standard input'),
      ],
      options: [option('--issuer <url>', 'trust this issuer, with the keys that it publishes', webAddress)],
      examples: ['< certificate.txt', '--issuer https://health.example.org < certificate.txt'],
      runInContext: async ({ text: given, issuer }: Given, output, context) => {
        if (given === undefined && process.stdin.isTTY)
          process.stderr.write('Paste the certificate, then Enter and Ctrl-D.\n');
        const text = given ?? (await readInput(process.stdin, MOST_BYTES)).toString();
        await report(await (issuer === undefined ? verifyInStore(text, context) : verifyOnline(text, issuer)), output);
      },
    },
  },
};

export const certificateGroups = { 'signing-key': signingKey, certificate };
