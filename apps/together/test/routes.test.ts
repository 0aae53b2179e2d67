import type { Variant } from '@health-case/http/variant';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe, expect, it } from 'vitest';

/** The tables of the specification, word for word. */
const SPECIFIED_A = [
  'POST /api/Auth/login',
  'POST /api/Auth/register',
  'POST /api/Auth/child',
  'GET /api/Doc',
  'GET /api/Doc/{id}/assistants',
  'GET /api/Doc/{id}/children',
  'POST /api/Case/{id}/certreq',
  'GET /api/Case/{id}/certreq',
];
const SPECIFIED_B = [
  'GET /api/Auth',
  'POST /api/Auth',
  'GET /api/Doc',
  'GET /api/Doc/{id}/assistants',
  'GET /api/Doc/{id}/children',
  'POST /api/Parent/child',
];

/** The table of the decisions: what both variants have beyond the specified endpoints, and what A alone has. */
const FURTHER = [
  'GET /api/Auth/me',
  'POST /api/Auth/logout',
  'POST /api/Auth/password',
  'POST /api/Doc/{id}/assistants',
  'DELETE /api/Doc/{id}/assistants/{AstID}',
  'GET /api/Parent/children',
  'POST /api/Case',
  'GET /api/Case',
  'GET /api/Case/{id}',
  'POST /api/Case/{id}/tasks',
  'POST /api/Task/{id}/close',
  'POST /api/Case/{id}/finish',
  'POST /api/Case/{id}/reopen',
  'GET /healthz',
  'GET /readyz',
];
const FURTHER_A = [
  'POST /api/Case/{id}/certreq/issue',
  'POST /api/Case/{id}/certreq/reject',
  'POST /api/Case/{id}/certreq/revoke',
];
/** Beyond both tables. */
const ADDED = ['GET /api/Case/{id}/history'];

const OPEN_TO_ANYONE = ['GET /healthz', 'GET /readyz'];

/** No row is run, so nothing of the application needs to be there. */
const NO_APPLICATION = {} as Parameters<Variant['routes']>[0];

const rowsOf = ({ routes }: Variant) =>
  routes(NO_APPLICATION).map(({ method, path, who }) => ({
    endpoint: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    who,
  }));

const endpointsOf = (variant: Variant): string[] => rowsOf(variant).map(({ endpoint }) => endpoint);

describe('the route table of variant A', () => {
  it('shows the same rows as the specification, in the same order', () => {
    expect(endpointsOf(variantA).slice(0, SPECIFIED_A.length)).toEqual(SPECIFIED_A);
  });

  it('shows the further rows that were decided, and nothing else', () => {
    const all = [...SPECIFIED_A, ...FURTHER, ...FURTHER_A, ...ADDED];
    expect(endpointsOf(variantA).toSorted()).toEqual(all.toSorted());
  });

  it('asks for a session everywhere but at login and registration, and where the operator looks', () => {
    const open = rowsOf(variantA).filter(({ who }) => who === 'anyone');
    expect(open.map(({ endpoint }) => endpoint)).toEqual([
      'POST /api/Auth/login',
      'POST /api/Auth/register',
      ...OPEN_TO_ANYONE,
    ]);
  });
});

describe('the route table of variant B', () => {
  it('shows the same rows as the specification, in the same order', () => {
    expect(endpointsOf(variantB).slice(0, SPECIFIED_B.length)).toEqual(SPECIFIED_B);
  });

  it('shows the further rows that were decided, and nothing else: no certification', () => {
    const all = [...SPECIFIED_B, ...FURTHER, ...ADDED];
    expect(endpointsOf(variantB).toSorted()).toEqual(all.toSorted());
    expect(endpointsOf(variantB).filter((endpoint) => endpoint.includes('certreq'))).toEqual([]);
  });

  it('asks for a session everywhere but at login and registration, and where the operator looks', () => {
    const open = rowsOf(variantB).filter(({ who }) => who === 'anyone');
    expect(open.map(({ endpoint }) => endpoint)).toEqual(['GET /api/Auth', 'POST /api/Auth', ...OPEN_TO_ANYONE]);
  });
});
