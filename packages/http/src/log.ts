/** What this package tells the operator; a pino logger fits. Never given a request object, a header or a reply. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
