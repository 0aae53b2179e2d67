import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readArguments } from '@health-case/terminal/read-arguments';
import { schemaOf } from './schema-of.ts';

readArguments(import.meta.filename);

// Prisma's generator without its command line, which is four times as large. These packages do not load as ES modules.
const require = createRequire(import.meta.url);
const { getGenerators, processSchemaResult } = require('@prisma/internals') as typeof import('@prisma/internals');
const { PrismaClientTsGenerator } =
  require('@prisma/client-generator-ts') as typeof import('@prisma/client-generator-ts');

const here = import.meta.dirname;

const generate = async (provider: 'sqlite' | 'postgresql'): Promise<void> => {
  const schemas: [string, string][] = [[join(here, 'schema.prisma'), schemaOf(provider)]];
  const schemaResult = { schemas, schemaPath: here, schemaRootDir: here };
  const generators = await getGenerators({
    schemaContext: await processSchemaResult({ schemaResult, printLoadMessage: false }),
    registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
    skipDownload: true,
    cliCommand: 'generate',
  });
  for (const generator of generators) await generator.generate();
};

for (const provider of ['sqlite', 'postgresql'] as const) await generate(provider);
