import type { Variant } from '@health-case/http/variant';
import { routes } from './routes.ts';

export const variantA: Variant = { name: 'A', contentField: 'body', routes };
