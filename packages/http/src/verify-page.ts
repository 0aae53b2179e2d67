import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { type Answer, type Cached, digest, pageHeaders } from './server/cached.ts';

type File = { readonly type: 'html' | 'css' | 'javascript' | 'plain'; readonly make: () => Promise<string> };

const read = (url: string | URL): Promise<string> => readFile(new URL(url), 'utf8');
const own = (name: string) => () => read(new URL(`../verify/${name}`, import.meta.url));
const ownScript = (name: string) => async () => withoutComments(await own(name)());

/** A module of the client as browsers read it. */
const ofClient = (name: string) => async () => {
  const source = await read(new URL(name, import.meta.resolve('@health-case/client/certificate')));
  const script = withoutWarning(() => stripTypeScriptTypes(withoutComments(source)));
  return script.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");
};

/** Node warns of this function once in each process, and an operator can do nothing about it. */
const withoutWarning = <Value>(make: () => Value): Value => {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return make();
  } finally {
    process.emitWarning = emitWarning;
  }
};

/** Comments are a third of what browsers would fetch. */
const withoutComments = (source: string): string =>
  source.replaceAll(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/[^\S\n]*)\n/gm, '');
const ofPackage = (url: string) => async () => withoutComments(await read(url));

const LEAN_QR = import.meta.resolve('lean-qr');
const QR = import.meta.resolve('qr');

const licences = async (): Promise<string> => {
  const files = { 'lean-qr': new URL('LICENSE', LEAN_QR), qr: new URL('LICENSE-MIT', QR) };
  const texts = Object.entries(files).map(async ([name, url]) => `${name}\n\n${await read(url)}`);
  return (await Promise.all(texts)).join('\n\n');
};

const script = (make: File['make']): File => ({ type: 'javascript', make });

/** The modules that a verdict needs, each behind those it imports. */
const MODULES = [
  ...['certificate-text.ts', 'certificate.ts'].map(ofClient),
  ...['language.js', 'words.js', 'issuers.js', 'page.js'].map(ownScript),
];

/** These modules as one, as each request takes its time. No name is declared in two of them. */
const pageScript = async (): Promise<string> => {
  const sources = await Promise.all(MODULES.map((source) => source()));
  return sources
    .join('\n')
    .replaceAll(/^(?:import|export) \{.*\} from '.*';$/gm, '')
    .replaceAll(/^export /gm, '');
};

/** What the page is made of, by its address relative to the page. There is no build step. */
const FILES: Readonly<Record<string, File>> = {
  verify: { type: 'html', make: own('page.html') },
  'verify/page.css': { type: 'css', make: own('page.css') },
  'verify/page.js': script(pageScript),
  'verify/images.js': script(ownScript('images.js')),
  'verify/certificate-text.js': script(ofClient('certificate-text.ts')),
  'verify/lean-qr.js': script(() => read(LEAN_QR)),
  'verify/qr/decode.js': script(ofPackage(import.meta.resolve('qr/decode.js'))),
  'verify/qr/index.js': script(ofPackage(QR)),
  'verify/licences.txt': { type: 'plain', make: licences },
};

/** The service worker, which is told what to keep: a digest for each file, and one of all of them. */
const worker = async (): Promise<string> => {
  const entries = Object.entries(FILES).map(async ([path, { make }]) => {
    return [path, `sha256-${hash('sha256', await make(), 'base64')}`] as const;
  });
  const files = JSON.stringify(Object.fromEntries(await Promise.all(entries)));
  return `const VERSION = '${digest(files)}';\nconst FILES = ${files};\n${await own('worker.js')()}`;
};

/** The page has an empty icon, and the issuers that the reader pins are other hosts. */
const PAGE = {
  ...pageHeaders("img-src data:; connect-src 'self' https:; worker-src 'self'"),
  'Permissions-Policy': 'camera=(self)',
};
/** Its scope is the page itself, one level above it. */
const WORKER = {
  'Service-Worker-Allowed': '../verify',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
};

/** D-26, by path: the page that verifies certificates, with a network or without. */
export const createVerifyPage = (cached: Cached): ReadonlyMap<string, Answer> =>
  new Map(
    [...Object.entries(FILES), ['verify/worker.js', script(worker)] as const].map(([path, { type, make }]) => {
      const headers = { 'Content-Type': `text/${type}; charset=utf-8` };
      const more = path === 'verify' ? PAGE : path === 'verify/worker.js' ? WORKER : {};
      return [`/${path}`, cached(make, { ...headers, ...more })];
    }),
  );
