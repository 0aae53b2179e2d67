import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { installed } from '@health-case/http/testing/chromium';

/** Firefox, where it is installed. Playwright drives only builds of its own, so it is asked by WebDriver BiDi. */
export const FIREFOX = installed('firefox-esr', 'firefox');

type Cookie = { readonly name: string; readonly value: string; readonly url: string };

/** What a walk needs of a browser's page, as Playwright calls it. */
export type WalkedPage = {
  readonly url: () => string;
  readonly context: () => { readonly addCookies: (cookies: readonly Cookie[]) => Promise<void> };
  readonly goto: (address: string) => Promise<unknown>;
  readonly goBack: () => Promise<unknown>;
  readonly goForward: () => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
  readonly evaluate: <Value>(expression: string) => Promise<Value>;
  readonly waitForEvent: (event: 'load') => Promise<unknown>;
};

type Params = Readonly<Record<string, unknown>>;
type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each command answers its own.
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: each event tells its own.
  readonly params?: any;
};

/** Starts Firefox without a window. `told`: what it asks its reader, and each form that it sends. */
export const launchFirefox = async (told: (what: string) => void) => {
  const profile = await mkdtempDisposable(join(tmpdir(), 'firefox-'));
  // As many steps back as a walk may have had before it.
  await writeFile(join(profile.path, 'user.js'), 'user_pref("browser.sessionhistory.max_entries", 1000);\n');
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile.path];
  const firefox = spawn(FIREFOX ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(firefox, 'exit');
  const lines = createInterface({ input: firefox.stderr });
  const socket = new WebSocket(`${await addressIn(lines)}/session`);
  await once(socket, 'open');

  const waiting = new Map<number, (answer: Message) => void>();
  const call = async (method: string, params: Params = {}) => {
    const id = waiting.size + 1;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await answered;
    if (result === undefined) throw new Error(`Firefox refused ${method}: ${message}`);
    return result;
  };
  socket.onmessage = ({ data }) => {
    const { id, method, params, ...answer }: Message = JSON.parse(data);
    if (id !== undefined) waiting.get(id)?.(answer);
    if (method === 'browsingContext.userPromptOpened') told(`asked: ${params.message}`);
    if (method === 'network.beforeRequestSent' && params.request.method === 'POST')
      told(`sent to ${params.request.url}`);
  };
  // Whoever says yes to a question has the form sent again, which is told as well.
  await call('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } });
  await call('session.subscribe', { events: ['browsingContext.userPromptOpened', 'network.beforeRequestSent'] });

  /** A page of somebody who shares no cookies with others. */
  const newPage = async (): Promise<WalkedPage> => {
    const { userContext } = await call('browser.createUserContext');
    const { context } = await call('browsingContext.create', { type: 'tab', userContext });
    const ask = async (expression: string): Promise<string | undefined> => {
      const asked = `Promise.resolve(${expression}).then(JSON.stringify)`;
      const evaluated = await call('script.evaluate', { expression: asked, target: { context }, awaitPromise: true });
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text);
      return evaluated.result.value;
    };
    let address = '';
    /** Another document than the one that is shown now. On the way from one to the other there is none to ask. */
    const another = async (): Promise<void> => {
      await ask('(globalThis.isLeft = true)');
      // An expired document is never complete.
      const isOver = 'document.readyState === "complete" || document.URL.startsWith("about:neterror")';
      const found = `[globalThis.isLeft !== true && (${isOver}), document.URL]`;
      let isThere = false;
      while (!isThere) {
        await sleep(10);
        [isThere, address] = JSON.parse((await ask(found).catch(() => undefined)) ?? '[false, ""]');
      }
    };
    const goto = async (url: string): Promise<void> => {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
      address = JSON.parse((await ask('document.URL')) ?? '');
    };
    /** Firefox never answers where it shows that a document has expired. */
    const leave = (method: string, params: Params = {}): Promise<void> => {
      const shown = another();
      const answered = call(`browsingContext.${method}`, { context, ...params });
      return Promise.race([shown, answered.then(() => shown)]);
    };
    const addCookies = async (cookies: readonly Cookie[]): Promise<void> => {
      for (const { name, value, url } of cookies) {
        const cookie = { name, value: { type: 'string', value }, domain: new URL(url).hostname, path: '/' };
        const own = { ...cookie, secure: true, httpOnly: true };
        await call('storage.setCookie', { cookie: own, partition: { type: 'storageKey', userContext } });
      }
    };
    return {
      url: () => address,
      context: () => ({ addCookies }),
      goto,
      goBack: () => leave('traverseHistory', { delta: -1 }),
      goForward: () => leave('traverseHistory', { delta: 1 }),
      reload: () => leave('reload'),
      evaluate: async (expression) => JSON.parse((await ask(expression)) ?? 'null'),
      waitForEvent: another,
    };
  };
  const close = async (): Promise<void> => {
    await call('browser.close');
    await ended;
    await profile.remove();
  };
  return { newPage, close };
};

/** Where Firefox listens, as it says on its terminal. */
const addressIn = async (lines: AsyncIterable<string>): Promise<string> => {
  for await (const line of lines) {
    const [, address] = /^WebDriver BiDi listening on (\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('Firefox has ended.');
};
