declare const brand: unique symbol;

/** A plain value that only its parser (or its source) can have made. One value may carry several brands. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Readonly<Record<Name, true>> };
