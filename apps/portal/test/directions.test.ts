import type { PersonName } from '@health-case/domain/model/values';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { expect, it } from 'vitest';
import { FORMS, PAGES } from '../src/pages/all.ts';
import { addressOf, openClinic } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';

/** Texts of people that run from right to left, with what would move if nothing isolated them. */

const portal = openPortal();

type Node = DefaultTreeAdapterMap['node'];
const ARABIC = /\p{sc=Arab}/u;
const PERSON = { firstName: 'محمد' as PersonName, lastName: 'Jansen (2)' as PersonName };
const CHILD = { firstName: 'نور', lastName: 'Jansen (3)' };
const TYPED = { ...CHILD, case: 'صرع (4)', task: 'سجل (5)', statement: 'لائق (6)', note: 'ينام (7)' };
const WHOLE = [
  ...[PERSON, CHILD].map((one) => `${one.firstName} ${one.lastName}`),
  'صرع (4)',
  'سجل (5)',
  'لائق (6)',
  'ينام (7)',
];

/** Of a certificate that tells no more. */
const INITIALS = 'ن. J.';

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

/** The Arabic texts that are not isolated as they were typed. */
const looseIn = (node: Node): readonly string[] => {
  if ('value' in node) return ARABIC.test(node.value) ? [node.value] : [];
  const own = 'attrs' in node ? Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])) : {};
  const { value = '', type, dir, ...others } = own;
  const ofAttributes = Object.values(others).filter((text) => ARABIC.test(text) && !text.includes('\u2068'));
  const ofValue = ARABIC.test(value) && type !== 'hidden' && dir !== 'auto' ? [value] : [];
  const isIsolated = node.nodeName === 'bdi' ? [...WHOLE, INITIALS].includes(textOf(node)) : dir === 'auto';
  const within = isIsolated || !('childNodes' in node) ? [] : node.childNodes.flatMap(looseIn);
  return [...ofAttributes, ...ofValue, ...within];
};

it('moves nothing beside it, on every page, in every field', async () => {
  const { people, ids } = await openClinic({ ...portal, member: (role) => portal.member(role, PERSON) }, TYPED);
  const found: string[] = [];
  const shown = new Set<string>();
  const roles = { parent: 'Par', doctor: 'Doc', assistant: 'Ast' } as const;
  const shared = [...PAGES, ...FORMS].filter(({ path }) => !path.startsWith('/language/'));
  for (const name of ['parent', 'doctor', 'assistant'] as const) {
    const forRole = shared.filter(({ who }) => typeof who === 'string' || who.includes(roles[name]));
    for (const path of new Set(forRole.map((one) => one.path))) {
      const { html, headers } = await people[name].open(addressOf(path, ids));
      if (headers.has('content-disposition')) continue;
      found.push(...looseIn(parse(html)).map((text) => `${path} ${text}`));
      for (const text of WHOLE) if (html.includes(`<bdi>${text}</bdi>`)) shown.add(text);
    }
  }
  expect(found).toEqual([]);
  expect([...shown].toSorted()).toEqual(WHOLE.toSorted());
});
