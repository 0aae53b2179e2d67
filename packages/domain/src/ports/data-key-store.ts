/** The keys under which a store keeps fields sealed at rest. */
export interface DataKeyStore {
  /** Once the unit of work is acknowledged, a new key seals, in every process. What another one sealed stays readable. */
  rotate(): Promise<void>;
}
