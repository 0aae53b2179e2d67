import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readNoArguments } from '@health-case/terminal/read-arguments';

readNoArguments(import.meta.filename);

/** Joins the models with each provider's datasource and lets Prisma write the client from the two. */
const root = join(import.meta.dirname, '..');
const prisma = join(root, 'node_modules/prisma/build/index.js');

for (const provider of ['sqlite', 'postgresql']) {
  const joined = join(root, '.generated', provider);
  rmSync(joined, { recursive: true, force: true });
  mkdirSync(joined, { recursive: true });
  cpSync(join(root, 'prisma/models.prisma'), join(joined, 'models.prisma'));
  cpSync(join(root, 'prisma', provider, 'datasource.prisma'), join(joined, 'datasource.prisma'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, 'generate', '--schema', joined], {
    encoding: 'utf8',
    env: {
      ...process.env,
      // The generator never calls this engine but would download it: any executable that exists stands in for it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nPrisma could not write the client for ${provider}.\n`);
    process.exit(1);
  }
}
