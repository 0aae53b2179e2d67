import { readFileSync } from 'node:fs';
import { useStore } from '@health-case/composition/run';
import { createOperatorApplication } from '@health-case/domain/application';
import type { ChildId } from '@health-case/domain/model/values';

/** Merges the pairs that a file names, one after another, and acknowledges each. One whose child is gone was merged. */
const pairs: readonly { readonly keep: ChildId; readonly other: ChildId }[] = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
);

await useStore(async ({ ports }) => {
  const { mergeChildren } = createOperatorApplication(ports);
  for (const { keep, other } of pairs) {
    const done = await mergeChildren({ keep, other, requestId: `merge of ${other}` });
    const said = done.ok ? 'merged' : done.refusal.code === 'CHILD_NOT_FOUND' ? 'gone' : done.refusal.code;
    process.stdout.write(`${said} ${other}\n`);
  }
});
