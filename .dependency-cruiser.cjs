/** The arrows that must not be: apps → http → domain ← adapters; composition sees all; only the apps see composition. */
/** Whatever else is a package, is an adapter; but for what programs have in common at a terminal, and the client. */
const adapters = '^packages/((?!domain/|http/|composition/|terminal/|client/)[^/]+)/';
const source = '^(packages|apps)/[^/]+/src/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-nothing',
      comment: 'The domain is pure: it imports itself, no package, and nothing of Node.',
      severity: 'error',
      from: { path: '^packages/domain/src/' },
      to: { pathNot: '^packages/domain/src/' },
    },
    {
      name: 'model-knows-no-port-and-no-use-case',
      comment: 'Inside the domain, too, the arrows point inwards: use cases → ports → model.',
      severity: 'error',
      from: { path: '^packages/domain/src/model/' },
      to: { path: '^packages/domain/src/(ports|use-cases)/|^packages/domain/src/(memory|sealed-storage)' },
    },
    {
      name: 'ports-know-no-use-case',
      severity: 'error',
      from: { path: '^packages/domain/src/ports/' },
      to: { path: '^packages/domain/src/(use-cases/|memory|sealed-storage)' },
    },
    {
      name: 'adapters-know-the-domain-only',
      comment: 'An adapter can be swapped because no other part of the project knows it or is known to it.',
      severity: 'error',
      from: { path: `${adapters}src/` },
      to: { path: '^(packages|apps)/', pathNot: ['^packages/domain/src/', '^packages/$1/'] },
    },
    {
      name: 'http-knows-the-domain-only',
      severity: 'error',
      from: { path: '^packages/http/src/' },
      to: { path: '^(packages|apps)/', pathNot: '^packages/(domain|http)/src/' },
    },
    {
      name: 'variants-know-neither-adapters-nor-each-other',
      severity: 'error',
      from: { path: '^apps/(variant-[ab])/src/' },
      to: {
        path: '^(packages|apps)/',
        pathNot: ['^packages/(domain|http|composition|terminal)/src/', '^apps/$1/src/'],
      },
    },
    {
      name: 'operator-knows-the-domain-only',
      severity: 'error',
      from: { path: '^apps/operator/src/' },
      to: {
        path: '^(packages|apps)/',
        pathNot: ['^packages/(domain|composition|terminal)/src/', '^apps/operator/src/'],
      },
    },
    {
      name: 'only-main-sees-composition',
      comment: 'The composition is seen where a process begins, and nowhere else.',
      severity: 'error',
      from: { path: source, pathNot: ['^packages/composition/', '^apps/[^/]+/src/main\\.ts$'] },
      to: { path: '^packages/composition/' },
    },
    {
      name: 'only-composition-knows-inversify',
      severity: 'error',
      from: { path: source, pathNot: '^packages/composition/' },
      to: { path: 'node_modules/(inversify|reflect-metadata)/' },
    },
    {
      name: 'only-composition-logs-and-measures',
      comment: 'The others say what there is to log, and are observed.',
      severity: 'error',
      from: { path: source, pathNot: '^packages/composition/' },
      to: { path: 'node_modules/(pino|prom-client)/' },
    },
    {
      name: 'only-storage-knows-prisma',
      severity: 'error',
      from: { path: source, pathNot: '^packages/storage-prisma/' },
      to: { path: 'node_modules/(@prisma|prisma|better-sqlite3|pg)/' },
    },
    {
      name: 'source-uses-no-tests',
      severity: 'error',
      from: { path: source },
      to: { path: ['/(test|contracts|testing)/', 'node_modules/(vitest|fast-check)/'] },
    },
    {
      name: 'terminal-knows-nothing',
      severity: 'error',
      from: { path: '^packages/terminal/src/' },
      to: { path: '^(packages|apps)/', pathNot: '^packages/terminal/src/' },
    },
    {
      name: 'client-imports-nothing',
      comment: 'Who installs it gets nothing else, and its types are made of the API document.',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { pathNot: '^packages/client/src/' },
    },
    {
      name: 'nothing-uses-the-client',
      severity: 'error',
      from: { path: source, pathNot: '^packages/client/' },
      to: { path: '^packages/client/' },
    },
    {
      name: 'campaigns-know-no-source',
      comment: 'They meet the service as its clients do: as processes, over sockets, and by what is in the database.',
      severity: 'error',
      from: { path: '^quality/(campaigns|harness)/' },
      to: { path: source, pathNot: '^packages/terminal/' },
    },
    {
      name: 'the-model-knows-no-other-part',
      comment: 'It says what a client can know of the service, and would say little if it asked the service itself.',
      severity: 'error',
      from: { path: '^quality/model/' },
      to: { path: '^(packages|apps|quality)/', pathNot: '^quality/model/' },
    },
    {
      name: 'nothing-uses-campaigns',
      severity: 'error',
      from: { path: '^(packages|apps|tools)/' },
      to: { path: '^quality/(campaigns|harness)/' },
    },
    { name: 'no-cycles', severity: 'error', from: { pathNot: '/generated/' }, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // Its packages are installed apart.
    exclude: { path: '^quality/bench/' },
    doNotFollow: { path: ['node_modules', '/generated/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
};
