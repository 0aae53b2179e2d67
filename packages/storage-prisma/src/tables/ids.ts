import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { LAST_RECORD } from '../statements/audit.ts';
import { GREATEST_IDS } from '../statements/ids.ts';

export const idStore = ({ sql }: Access): Stores['ids'] => ({
  newest: async () => {
    const found = [...(await sql.rows(GREATEST_IDS)), ...(await sql.rows(LAST_RECORD))];
    return found
      .map(({ id }) => id)
      .sort()
      .at(-1);
  },
});
