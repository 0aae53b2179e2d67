/** What any call takes after its input. */
export type CallOptions = {
  /** Ends the call, and rejects it with the reason of the signal. The service may have carried it out all the same. */
  readonly signal?: AbortSignal;
  /** Milliseconds that one try may take, its reply read. */
  readonly timeout?: number;
  /** How many further tries may follow the first one, where trying again is safe; 0 for none. */
  readonly retries?: number;
};

/** What a call takes that creates something. */
export type KeyedCallOptions = CallOptions & {
  /**
   * Makes two calls one: with the same key and input the service does within 24 hours what it did before, and answers the
   * same. 1 to 255 visible ASCII characters. Without it each call has a key of its own, which all its tries share.
   */
  readonly idempotencyKey?: string;
};
