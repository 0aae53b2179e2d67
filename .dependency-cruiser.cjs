/** The arrows that must not be: apps → http → domain ← adapters; only the apps see composition, which sees all. */
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const ADAPTERS = [
  'certificates-jose',
  'mail-nodemailer',
  'node-platform',
  'passkeys-simplewebauthn',
  'password-bcrypt',
  'second-factor-otpauth',
  'storage-prisma',
];
/** Each has rules of its own below. */
const OTHERS = {
  packages: ['client', 'composition', 'domain', 'http', 'terminal'],
  apps: ['demo', 'migrate', 'operator', 'portal', 'together', 'variant-a', 'variant-b'],
};

const foldersIn = (parent) =>
  readdirSync(join(__dirname, parent)).filter((name) => existsSync(join(__dirname, parent, name, 'package.json')));
for (const [parent, known] of Object.entries({ ...OTHERS, packages: [...ADAPTERS, ...OTHERS.packages] })) {
  const unknown = foldersIn(parent).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const add = `Add it to ${parent === 'packages' ? 'ADAPTERS, or to ' : ''}OTHERS with a rule that says what it may import`;
    throw new Error(`No rule keeps ${parent}/${unknown[0]} apart. ${add}, in .dependency-cruiser.cjs.`);
  }
}

const adapters = `^packages/(${ADAPTERS.join('|')})/`;
const source = '^(packages|apps)/[^/]+/src/';

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    // The domain is pure: it imports itself, no package, and nothing of Node.
    forbid('domain-imports-nothing', { path: '^packages/domain/src/' }, { pathNot: '^packages/domain/src/' }),
    // Inside the domain, too, the arrows point inwards: use cases → ports → model.
    forbid(
      'model-knows-no-port-and-no-use-case',
      { path: '^packages/domain/src/model/' },
      { path: '^packages/domain/src/(ports/|use-cases/|audited)' },
    ),
    forbid(
      'ports-know-no-use-case',
      { path: '^packages/domain/src/ports/' },
      { path: '^packages/domain/src/(use-cases/|audited)' },
    ),
    // An adapter can be swapped because no other part of the project knows it or is known to it.
    forbid(
      'adapters-know-the-domain-only',
      { path: `${adapters}src/` },
      { path: '^(packages|apps)/', pathNot: ['^packages/domain/src/', '^packages/$1/'] },
    ),
    forbid(
      'http-knows-the-domain-only',
      { path: '^packages/http/src/' },
      { path: '^(packages|apps)/', pathNot: '^packages/(domain|http)/src/' },
    ),
    forbid(
      'variants-know-neither-adapters-nor-each-other',
      { path: '^apps/(variant-[ab])/src/' },
      { path: '^(packages|apps)/', pathNot: ['^packages/(domain|http|composition|terminal)/src/', '^apps/$1/src/'] },
    ),
    forbid(
      'programs-know-the-domain-and-transports-only',
      { path: '^apps/(demo|migrate|together)/src/' },
      {
        path: '^(packages|apps)/',
        pathNot: [
          '^packages/(domain|composition|terminal)/src/',
          '^apps/(variant-[ab]/src/variant-[ab]|portal/src/transport)\\.ts$',
          '^apps/$1/src/',
        ],
      },
    ),
    forbid(
      'portal-knows-the-domain-and-the-server-only',
      { path: '^apps/portal/src/', pathNot: '^apps/portal/src/main\\.ts$' },
      {
        path: '^(packages|apps)/',
        pathNot: [
          '^packages/(domain/src/|http/src/(server/|refusals\\.ts$)|client/src/certificate\\.ts$)',
          '^apps/portal/src/',
        ],
      },
    ),
    forbid(
      'operator-knows-the-domain-only',
      { path: '^apps/operator/src/' },
      {
        path: '^(packages|apps)/',
        pathNot: ['^packages/((domain|composition|terminal)/src/|client/src/certificate\\.ts$)', '^apps/operator/src/'],
      },
    ),
    // The composition is seen where a process begins, and nowhere else.
    forbid(
      'only-main-sees-composition',
      { path: source, pathNot: ['^packages/composition/', '^apps/[^/]+/src/main\\.ts$'] },
      { path: '^packages/composition/' },
    ),
    forbid(
      'only-composition-knows-inversify',
      { path: source, pathNot: '^packages/composition/' },
      { path: 'node_modules/(inversify|reflect-metadata)/' },
    ),
    // The others say what there is to log, and are observed.
    forbid(
      'only-composition-logs-and-measures',
      { path: source, pathNot: '^packages/composition/' },
      { path: 'node_modules/(pino|prom-client)/' },
    ),
    forbid(
      'only-storage-knows-prisma',
      { path: source, pathNot: '^packages/storage-prisma/' },
      { path: 'node_modules/(@prisma|prisma|better-sqlite3|pg)/' },
    ),
    forbid(
      'only-the-mailer-knows-nodemailer',
      { path: source, pathNot: '^packages/mail-nodemailer/' },
      { path: 'node_modules/nodemailer/' },
    ),
    forbid(
      'only-the-second-factor-knows-otpauth',
      { path: source, pathNot: '^packages/second-factor-otpauth/' },
      { path: 'node_modules/otpauth/' },
    ),
    forbid(
      'only-passkeys-know-simplewebauthn',
      { path: source, pathNot: '^packages/passkeys-simplewebauthn/' },
      { path: 'node_modules/@simplewebauthn/' },
    ),
    forbid(
      'the-server-knows-no-envelope',
      { path: '^packages/http/src/server/' },
      { path: '^(packages|apps)/', pathNot: '^packages/(http/src/server/|domain/src/(errors|once)\\.ts$)' },
    ),
    forbid(
      'source-uses-no-tests',
      { path: source },
      { path: ['/(test|contracts|testing)/', 'node_modules/(vitest|fast-check)/'] },
    ),
    forbid(
      'terminal-knows-nothing',
      { path: '^packages/terminal/src/' },
      { path: '^(packages|apps)/', pathNot: '^packages/terminal/src/' },
    ),
    // Who installs it gets nothing else, and its types are made of the API document.
    forbid('client-imports-nothing', { path: '^packages/client/src/' }, { pathNot: '^packages/client/src/' }),
    // Verifying is the same for everybody.
    forbid(
      'nothing-uses-the-client',
      { path: source, pathNot: '^packages/client/' },
      { path: '^packages/client/', pathNot: '^packages/client/src/certificate\\.ts$' },
    ),
    // They meet the service as its clients do: as processes, over sockets, and by what is in the database: also the words
    // that names are found by.
    forbid(
      'campaigns-know-no-source',
      { path: '^quality/(bench|campaigns|harness)/' },
      { path: source, pathNot: '^packages/(client|terminal|domain/src/model/names\\.ts)' },
    ),
    // The model predicts replies from what a client can know. With the service's code it would share its faults.
    forbid(
      'the-model-knows-no-other-part',
      { path: '^quality/model/' },
      { path: '^(packages|apps|quality)/', pathNot: '^quality/model/' },
    ),
    forbid(
      'nothing-uses-campaigns',
      { path: '^(packages|apps|tools)/' },
      { path: '^quality/(bench|campaigns|harness)/' },
    ),
    forbid('no-cycles', { pathNot: '/generated/' }, { circular: true }),
    // What browsers read has other addresses there; a test follows them (packages/http/test/published.test.ts).
    forbid('resolvable', { pathNot: '^packages/http/verify/' }, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/generated/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
};
