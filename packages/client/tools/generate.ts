import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiDocument } from '@health-case/http/api-document';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { operationTypes } from './operation-types.ts';

const target = join(import.meta.dirname, '../src/generated');

/** Writes the types of both clients. Whoever reads a file meanwhile, or writes it, too, finds it whole. */
export const setup = async (): Promise<void> => {
  mkdirSync(target, { recursive: true });
  for (const variant of [variantA, variantB]) {
    const file = join(target, `variant-${variant.name.toLowerCase()}.ts`);
    // No type has anything of the introduction.
    const types = await operationTypes(JSON.stringify(createApiDocument(variant, '')));
    if (existsSync(file) && readFileSync(file, 'utf8') === types) continue;
    writeFileSync(`${file}.${process.pid}`, types);
    renameSync(`${file}.${process.pid}`, file);
  }
};

if (import.meta.main) await setup();
