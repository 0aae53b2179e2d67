/** An adapter that may tell how much it has at hand, which its port does not ask for. */
export type Telling<Port, Load> = Port & { readonly load?: () => Load };

export type HashLoad = { readonly waiting: number; readonly running: number };

export type StoreLoad = {
  /** Units waiting now; and since the beginning, units that were run, and the commits that they shared. */
  readonly writes: { readonly waiting: number; readonly units: number; readonly commits: number };
  /** Of the connections for reading: those in use, and the reads that wait for one. */
  readonly connections?: { readonly used: number; readonly waiting: number };
};

/** What the parts of a service have at hand at present, each asked when it is wanted. */
export type Loads = {
  readonly hashing: (() => HashLoad) | undefined;
  readonly store: (() => StoreLoad) | undefined;
  /** Records of the audit trail that are not written yet. */
  readonly auditWaiting: () => number;
};
