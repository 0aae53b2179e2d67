// Loaded into the service before all else: what is garbage only has not been cleared away yet, and would hide what stays.
process.on('SIGUSR2', () => globalThis.gc?.());
