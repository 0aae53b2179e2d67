import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readArguments } from '@health-case/terminal/read-arguments';

readArguments(import.meta.filename);

// Prisma's generator without its command line, which is four times as large. These packages do not load as ES modules.
const require = createRequire(import.meta.url);
const { getGenerators, processSchemaResult } = require('@prisma/internals') as typeof import('@prisma/internals');
const { PrismaClientTsGenerator } =
  require('@prisma/client-generator-ts') as typeof import('@prisma/client-generator-ts');

const here = import.meta.dirname;

/** Generates the client of a provider from the models and its datasource. */
const generate = async (provider: string): Promise<void> => {
  const files = [`${provider}/datasource.prisma`, 'models.prisma'].map((name) => join(here, name));
  const schemas = files.map((file): [string, string] => [file, readFileSync(file, 'utf8')]);
  const schemaResult = { schemas, schemaPath: here, schemaRootDir: here };
  const generators = await getGenerators({
    schemaContext: await processSchemaResult({ schemaResult, printLoadMessage: false }),
    registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
    skipDownload: true,
    cliCommand: 'generate',
  });
  for (const generator of generators) await generator.generate();
};

for (const provider of ['sqlite', 'postgresql']) await generate(provider);
