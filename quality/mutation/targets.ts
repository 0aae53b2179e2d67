type Target = {
  readonly mutate: readonly string[];
  /** The tests that must notice. They run in one process, so none of them starts processes of its own. */
  readonly tests: readonly string[];
  /** The share of changes that a test must notice, in per cent. */
  readonly least: number;
};

export const TARGETS: Readonly<Record<string, Target>> = {
  domain: {
    mutate: ['packages/domain/{src/**/*,testing/memory/*,testing/memory}.ts'],
    tests: ['packages/domain/test/**/!(interleavings).test.ts'],
    least: 95,
  },
  http: {
    // Tools read the API document, and every reply is checked against it: other tests prove it.
    mutate: ['packages/http/src/**/*.ts', '!packages/http/src/{api-document.ts,endpoints/**,fields.ts}'],
    tests: ['packages/http/test/**/!(*.browser).test.ts', 'apps/together/test/{api-document,model,wire}.test.ts'],
    least: 85,
  },
  storage: {
    // Stryker cannot tell a thread which change is active.
    mutate: ['packages/storage-prisma/src/**/*.ts', '!packages/storage-prisma/src/{generated/**,**/sqlite-thread.ts}'],
    tests: ['packages/storage-prisma/test/!(*.processes|interleavings*).test.ts'],
    least: 85,
  },
};

export const target = (): Target & { readonly name: string } => {
  const name = process.env['MUTATION_TARGET'] ?? '';
  const found = TARGETS[name];
  if (!found) throw new Error(`There is no ${name}; there are ${Object.keys(TARGETS).join(', ')}.`);
  return { name, ...found };
};
