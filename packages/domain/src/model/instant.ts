import type { Brand } from './brand.ts';

/** A moment: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted. */
export type Instant = Brand<number, 'Instant'>;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const later = (instant: Instant, milliseconds: number): Instant => (instant + milliseconds) as Instant;
