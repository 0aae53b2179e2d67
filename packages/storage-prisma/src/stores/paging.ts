/** The condition on a key that a page begins after. */
export const following = (after: string | undefined): { gt?: string } => (after === undefined ? {} : { gt: after });
