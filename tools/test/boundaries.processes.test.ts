import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { folderOfTests } from '../../packages/terminal/testing/scratch-folder.ts';

const root = join(import.meta.dirname, '../..');

/** A copy of the project, in which rules can be broken. */
const copy = folderOfTests();
beforeAll(() => {
  const parts = ['packages', 'apps', 'prisma', 'quality', 'tools/lint'];
  for (const name of [...parts, 'package.json', 'biome.json', 'tsconfig.json', '.dependency-cruiser.cjs']) {
    // The benchmark keeps stores of gigabytes beside its code.
    const filter = (path: string): boolean => !path.endsWith('quality/bench/.data');
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

const verdictOf = (tool: string, ...args: string[]): string => {
  const options = { cwd: copy, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } } as const;
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', tool), args, options);
  return `exit code ${status}\n${stdout}${stderr}`;
};

let planted = 0;
const plant = (folder: string, code: string): string => {
  planted += 1;
  const path = `${folder}/planted-${planted}.ts`;
  writeFileSync(join(copy, path), code);
  return path;
};

/** What is no adapter, and each has a rule of its own. */
const NO_ADAPTER = ['client', 'composition', 'domain', 'http', 'terminal'];
const adapters = readdirSync(join(root, 'packages')).filter(
  (name) => !NO_ADAPTER.includes(name) && existsSync(join(root, 'packages', name, 'package.json')),
);

const ARROWS: readonly (readonly [rule: string, folder: string, target: string])[] = [
  ...adapters.map(
    (name) => ['adapters-know-the-domain-only', `packages/${name}/src`, '../../http/src/refusals.ts'] as const,
  ),
  ...['demo', 'migrate', 'together'].map((name) => {
    const target = '../../../packages/storage-prisma/src/failures.ts';
    return ['programs-know-the-domain-and-transports-only', `apps/${name}/src`, target] as const;
  }),
  ['portal-knows-the-domain-and-the-server-only', 'apps/portal/src', '../../../packages/http/src/variant.ts'],
  ['domain-imports-nothing', 'packages/domain/src', 'node:fs'],
  ['domain-imports-nothing', 'packages/domain/src', 'vitest'],
  ['domain-imports-nothing', 'packages/domain/src', '../../http/src/refusals.ts'],
  ['model-knows-no-port-and-no-use-case', 'packages/domain/src/model', '../ports/ports.ts'],
  ['ports-know-no-use-case', 'packages/domain/src/ports', '../use-cases/accounts.ts'],
  ['adapters-know-the-domain-only', 'packages/storage-prisma/src', '@health-case/node-platform/leaked-passwords'],
  ['adapters-know-the-domain-only', 'packages/node-platform/src', '../../composition/src/log.ts'],
  ['http-knows-the-domain-only', 'packages/http/src', '../../node-platform/src/leaked-passwords.ts'],
  ['variants-know-neither-adapters-nor-each-other', 'apps/variant-a/src', '../../variant-b/src/variant-b.ts'],
  [
    'variants-know-neither-adapters-nor-each-other',
    'apps/variant-b/src',
    '../../../packages/storage-prisma/src/failures.ts',
  ],
  ['operator-knows-the-domain-only', 'apps/operator/src', '../../../packages/storage-prisma/src/failures.ts'],
  ['terminal-knows-nothing', 'packages/terminal/src', '../../domain/src/result.ts'],
  ['client-imports-nothing', 'packages/client/src', 'vitest'],
  ['client-imports-nothing', 'packages/client/src', '../../http/src/refusals.ts'],
  ['nothing-uses-the-client', 'packages/http/src', '../../client/src/result.ts'],
  ['only-main-sees-composition', 'apps/variant-a/src', '@health-case/composition/run'],
  ['only-composition-knows-inversify', 'packages/http/src', '../../composition/node_modules/inversify/package.json'],
  ['only-composition-logs-and-measures', 'packages/http/src', '../../composition/node_modules/pino/package.json'],
  ['only-storage-knows-prisma', 'packages/http/src', '../../storage-prisma/node_modules/@prisma/client/package.json'],
  [
    'only-the-mailer-knows-nodemailer',
    'packages/http/src',
    '../../mail-nodemailer/node_modules/nodemailer/package.json',
  ],
  [
    'only-the-second-factor-knows-otpauth',
    'packages/http/src',
    '../../second-factor-otpauth/node_modules/otpauth/package.json',
  ],
  [
    'only-passkeys-know-simplewebauthn',
    'packages/http/src',
    '../../passkeys-simplewebauthn/node_modules/@simplewebauthn/server/package.json',
  ],
  ['the-server-knows-no-envelope', 'packages/http/src/server', '../envelope.ts'],
  ['source-uses-no-tests', 'packages/http/src', '../testing/client.ts'],
  ['campaigns-know-no-source', 'quality/campaigns/src', '@health-case/http/refusals'],
  ['the-model-knows-no-other-part', 'quality/model', '../../packages/http/testing/client.ts'],
  ['nothing-uses-campaigns', 'packages/http/testing', '../../../quality/campaigns/src/campaign.ts'],
  ['resolvable', 'packages/http/src', './nowhere.ts'],
];

it('each forbidden arrow is found where one is planted', () => {
  const plantedArrows = ARROWS.map(([rule, folder, target]) => ({
    rule,
    path: plant(folder, `import '${target}';\n`),
  }));
  const inCircle = plant('packages/domain/src', `import './planted-${ARROWS.length + 2}.ts';\n`);
  plant('packages/domain/src', `import './${inCircle.split('/').at(-1)}';\n`);
  const all = [...plantedArrows.map(({ path }) => path), inCircle];
  const verdict = verdictOf('depcruise', '--config', '.dependency-cruiser.cjs', ...all);
  for (const { rule, path } of plantedArrows) expect(verdict).toContain(`error ${rule}: ${path}`);
  expect(verdict).toContain(`error no-cycles: ${inCircle}`);
  const errors = verdict.split('\n').filter((line) => line.includes('  error '));
  expect(errors.filter((line) => !line.includes('planted'))).toEqual([]);
});

it.each([
  [
    'packages',
    'Add it to ADAPTERS, or to OTHERS with a rule that says what it may import, in .dependency-cruiser.cjs.',
  ],
  ['apps', 'Add it to OTHERS with a rule that says what it may import, in .dependency-cruiser.cjs.'],
])('a new folder of %s needs a rule, and is told where', (parent, sentence) => {
  const folder = join(copy, parent, 'planted');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const readRules = () => createRequire(import.meta.url)(join(copy, '.dependency-cruiser.cjs'));
  expect(readRules).toThrow(`No rule keeps ${parent}/planted apart. ${sentence}`);
});

const using = (code: string): string => `export const planted = () => ${code};\n`;

/** What neither the domain nor the client may use, and what only the client may. */
const OF_NODE = ['process.exit()', "Buffer.from('')", 'setImmediate(() => 1)'];
const OF_BROWSERS_TOO = ['console.log(1)', "fetch('')", 'setTimeout(() => 1)', "new URL('')"];

it.each([
  ['domain', [...OF_NODE, ...OF_BROWSERS_TOO], '1'],
  ['client', OF_NODE, "fetch('')"],
])('the compiler keeps packages/%s free of Node: what it offers is unknown there', (name, ambient, known) => {
  const src = `packages/${name}/src`;
  const paths = ambient.map((code) => plant(src, using(code)));
  const importing = plant(src, "import 'node:fs';\nimport { readFileSync } from 'node:fs';\n");
  const right = plant(src, using(known));
  const only = { extends: `./packages/${name}/tsconfig.json`, files: [...paths, importing, right], include: [] };
  writeFileSync(join(copy, 'planted.json'), JSON.stringify(only));
  const verdict = verdictOf('tsc', '-p', 'planted.json', '--noEmit', '--rootDir', '.', '--pretty', 'false');
  for (const path of paths) expect(verdict).toMatch(new RegExp(`${path}\\(.*Cannot find name`));
  expect(verdict).toMatch(new RegExp(`${importing}\\(.*node:fs`));
  expect(verdict).not.toContain(right);
});

it('the linter refuses ambient time and chance in the domain, and only there', () => {
  const chance = ['Date.now()', 'new Date()', 'Math.random()'];
  const inside = chance.map((code) => plant('packages/domain/src', using(code)));
  const outside = chance.map((code) => plant('packages/http/src', using(code)));
  const verdict = verdictOf('biome', 'lint', '--vcs-enabled=false', ...inside, ...outside);
  for (const path of inside) expect(verdict).toMatch(new RegExp(`${path}:[\\s\\S]*?takes time from its Clock`));
  expect(verdict).toMatch(/^exit code 1\n/);
  for (const path of outside) expect(verdict).not.toContain(path);
});
