import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

const MODULES = Object.fromEntries(
  ['variant-a', 'variant-b'].map((name) => [`@health-case/client/${name}`, `/dist/${name}.js`]),
);
const HEAD = `<title>A page</title><script type="importmap">${JSON.stringify({ imports: MODULES })}</script>`;

/** A page with a program that imports the packed modules, as they are, from the same host. */
export const openPageServer = (installed: string, program: string) => {
  const files = new Map([['/', `<!doctype html>${HEAD}`]]);
  const server = createServer(({ url = '' }, outgoing) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    outgoing.setHeader('Content-Type', type).end(files.get(url) ?? readFileSync(join(installed, url)));
  });
  let origin = '';
  beforeAll(async () => {
    await using bundle = await rolldown({ input: program, external: Object.keys(MODULES) });
    files.set('/program.js', (await bundle.generate()).output[0].code);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });
  return { origin: () => origin };
};
