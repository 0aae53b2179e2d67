import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import { LAST_RECORD } from '../statements/audit.ts';
import { GREATEST_IDS } from '../statements/ids.ts';

export const idTable = ({ sql }: Access): Tables['ids'] => ({
  newest: async () => {
    const found = [...(await sql.rows(GREATEST_IDS)), ...(await sql.rows(LAST_RECORD))];
    return found
      .map(({ id }) => id)
      .sort()
      .at(-1);
  },
});
