type Target = {
  readonly mutate: readonly string[];
  /** The tests that have to notice. They run in one process, so none that starts processes of its own is among them. */
  readonly tests: readonly string[];
  /** The share of changes, in per cent, that a test must notice. */
  readonly least: number;
  /** Milliseconds after which a test that hangs has noticed. */
  readonly patience: number;
  /** What they stand on. */
  readonly globalSetup?: string;
};

/** What is changed, one small thing at a time, and which tests should notice. */
export const TARGETS: Readonly<Record<string, Target>> = {
  domain: {
    mutate: ['packages/domain/src/**/*.ts'],
    tests: ['packages/domain/test/**/*.test.ts'],
    least: 95,
    patience: 30_000,
  },
  http: {
    // What the API document says is asked for elsewhere: it is read by tools, and every reply is held against it.
    mutate: ['packages/http/src/**/*.ts', '!packages/http/src/{api-document/**,fields.ts}'],
    tests: [
      'packages/http/test/**/*.test.ts',
      'apps/variant-{a,b}/test/endpoints.test.ts',
      'apps/together/test/{api-document,model,retries}.test.ts',
    ],
    least: 85,
    patience: 10_000,
  },
  storage: {
    // What runs in a thread of its own cannot be told which change is to be tried.
    mutate: ['packages/storage-prisma/src/**/*.ts', '!packages/storage-prisma/src/{generated/**,**/sqlite-thread.ts}'],
    tests: ['packages/storage-prisma/test/!(*-differential|durability|several-processes|lazy-client).test.ts'],
    least: 85,
    patience: 15_000,
    globalSetup: 'packages/storage-prisma/testing/postgres-global-setup.ts',
  },
};

/** The one that this process is about. */
export const target = (): Target & { readonly name: string } => {
  const name = process.env['MUTATION_TARGET'] ?? '';
  const found = TARGETS[name];
  if (!found) throw new Error(`There is no ${name}; there are ${Object.keys(TARGETS).join(', ')}.`);
  return { name, ...found };
};
