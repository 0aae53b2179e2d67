import type { Variant } from '@health-case/http/variant';
import { routes } from './routes.ts';

export const variantB: Variant = { name: 'B', contentField: 'response', routes };
