import { randomBytes } from 'node:crypto';
import { reportToOperator, useStore } from '@health-case/composition/run';
import { readArguments } from '@health-case/terminal/read-arguments';
import { demonstrate } from './clinic.ts';

readArguments(import.meta.filename);

const given = process.env['DATABASE_URL'];
// In a folder of its own, since the key of a store lies beside it.
const url = given || 'file:./data/demo/health-case.db';
process.env['DATABASE_URL'] = url;

await reportToOperator(() =>
  useStore(async ({ ports, portal }) => {
    process.stdout.write(await demonstrate(ports, randomBytes(9).toString('base64url')));
    if (!given) process.stdout.write(`To serve them:  DATABASE_URL=${url} npm start\n`);
    process.stdout.write(`To sign in:     ${portal}\n`);
  }),
);
