import { describe, expect, it } from 'vitest';
import type { Clinic } from './clinic.ts';
import { expectRefusal, named } from './replies.ts';

type Endpoint = {
  readonly endpoint: string;
  readonly fields: readonly string[];
  /** A request that would be served. */
  readonly valid: () => Promise<Readonly<Record<string, string>>>;
};

/** D-04, D-06: what holds for every required field of every endpoint. */
export const refusesBadFields = (clinic: Clinic, { endpoint, fields, valid }: Endpoint): void => {
  describe(`${endpoint} needs every field (D-04, D-06)`, () => {
    it.each(fields)('%s', async (field) => {
      const request = await valid();
      const { [field]: _, ...without } = request;
      const missing = await clinic.call(endpoint, without);
      expectRefusal(missing, 400, 'FIELDS_INVALID');
      expect(named(missing, fields)).toEqual([field]);
      for (const nothing of [null, '', ' \t\n\u00a0']) {
        const reply = await clinic.call(endpoint, { ...request, [field]: nothing });
        expect([reply.status, reply.code, reply.text]).toEqual([400, 'FIELDS_INVALID', missing.text]);
      }
    });

    it.each(fields)('%s as a JSON string', async (field) => {
      const request = await valid();
      for (const other of [12_345_678, true, ['Mia'], { Mia: 'Mia' }]) {
        const reply = await clinic.call(endpoint, { ...request, [field]: other });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, fields)).toEqual([field]);
        expect(reply.content).toMatch(/string/);
      }
    });

    it('and names all that are wrong together', async () => {
      const request = await valid();
      const none = Object.fromEntries(Object.entries(request).filter(([field]) => !fields.includes(field)));
      const allMissing = await clinic.call(endpoint, none);
      expectRefusal(allMissing, 400, 'FIELDS_INVALID');
      expect(named(allMissing, fields)).toEqual(fields);
      const [first = '', second = ''] = fields;
      const two = await clinic.call(endpoint, { ...request, [first]: null, [second]: 7 });
      expect(named(two, fields)).toEqual([first, second]);
    });
  });
};

/** A field, what is wrong with it, and the value. */
export type BadValue = readonly [field: string, what: string, value: string];

/** The rules of single fields: each value is refused, and its field alone is named. */
export const refusesBadValues = (
  clinic: Clinic,
  { endpoint, fields, valid }: Endpoint,
  values: readonly BadValue[],
): void => {
  it.each(values)('refuses %s: %s', async (field, _, value) => {
    const reply = await clinic.call(endpoint, { ...(await valid()), [field]: value });
    expectRefusal(reply, 400, 'FIELDS_INVALID');
    expect(named(reply, fields)).toEqual([field]);
  });
};
