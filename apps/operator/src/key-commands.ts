import type { OperatorApplication } from '@health-case/domain/operator-application';
import type { ProgressLine } from '@health-case/terminal/progress-line';
import type { Command } from 'commander';
import { newCall, withExamples } from './arguments.ts';
import { print } from './output.ts';
import { answered, carriedOut } from './refused.ts';
import type { Surroundings } from './surroundings.ts';

type Json = { readonly json?: boolean };

export const addKeyCommands = (key: Command, surroundings: Surroundings): void => {
  addRotate(key, surroundings);
  addSealAnew(key, surroundings);
};

const addRotate = (key: Command, { operate, line }: Surroundings): void => {
  const command = key
    .command('rotate')
    .description(
      'Makes a new data key and seals under it what the present one sealed, while the service runs. Interrupted, it is finished by `key reencrypt`.',
    );
  withExamples(command, 'operator key rotate').action(
    carriedOut(({ json = false }: Json) =>
      operate('existing', async (operator) => {
        answered(await operator.rotateDataKey(newCall()));
        await sealAll(operator, line, json);
      }),
    ),
  );
};

const addSealAnew = (key: Command, { operate, line }: Surroundings): void => {
  const command = key
    .command('reencrypt')
    .description(
      'Seals under the data key in use what another one sealed, for example after a restore or an interruption.',
    );
  withExamples(command, 'operator key reencrypt', 'operator key reencrypt --json').action(
    carriedOut(({ json = false }: Json) => operate('existing', (operator) => sealAll(operator, line, json))),
  );
};

const sealAll = async (operator: OperatorApplication, line: ProgressLine, json: boolean): Promise<void> => {
  let total = 0;
  await line.during('Looking for numbers to seal anew …', async () => {
    for await (const sealed of operator.reencrypt()) {
      total += sealed;
      line.show(`Numbers sealed anew: ${total} …`);
    }
  });
  await print(json ? `${JSON.stringify({ sealedAnew: total })}\n` : `Numbers sealed anew: ${total}.\n`);
};
