import type { Application } from '@health-case/domain/application';
import type { AccountId } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { z } from 'zod';
import { accountRoutes } from './account-routes.ts';
import { done, one } from './answers.ts';
import { caseRoutes } from './case-routes.ts';
import { childRoutes } from './child-routes.ts';
import * as field from './fields.ts';
import { doctorInPath, nothing, reader } from './requests.ts';
import { anyone, type Route, route, session } from './route.ts';

// The specification does not name these endpoints, but its own endpoints need their data. Both variants have them.

const assistantInPath = { ...doctorInPath, AstID: [field.assistantId, 'ASSISTANT_NOT_FOUND'] } as const;
const assistantByEmail = reader({ email: field.email }, doctorInPath, ({ email }, { id }) => ({ doctorId: id, email }));
const assistantOfDoctor = reader({}, assistantInPath, (_, { id, AstID }) => ({ doctorId: id, assistantId: AstID }));

/** D-17. */
const assistantLinked = one(z.object({ AstID: field.assistantId.in }), (id: AccountId) => ({ AstID: id }));

/** Answers as long as the process does, whatever the state of the store. */
export const alive = async () => ok(undefined);

// biome-ignore format: a table is read by its columns
export const sharedRoutes = (app: Application): readonly Route[] => [
  ...accountRoutes(app),
  route('POST',   '/api/Doc/:id/assistants',        session, assistantByEmail,  app.linkAssistant,   assistantLinked),
  route('DELETE', '/api/Doc/:id/assistants/:AstID', session, assistantOfDoctor, app.unlinkAssistant, done),
  ...childRoutes(app),
  ...caseRoutes(app),
  route('GET',    '/healthz',                       anyone,  nothing,           alive,               done),
  route('GET',    '/readyz',                        anyone,  nothing,           app.checkReadiness,  done),
];
