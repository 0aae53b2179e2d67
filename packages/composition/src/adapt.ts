import type { Container } from 'inversify';

/** Changes what `modules.ts` binds, before anything is made: `(container) => container.rebind(PORTS.passwords).to…`. */
export type Adapt = (container: Container) => unknown;

/** The one place to swap an adapter: every process that opens a store is made with it, whatever it does. */
export const adapt: Adapt = () => undefined;
