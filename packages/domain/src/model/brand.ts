declare const brand: unique symbol;

/** A plain value that only its parser (or its source) can have made. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
