import manifest from '../../../package.json' with { type: 'json' };

/** Of the whole project: its packages and apps have one version. */
export const version: string = manifest.version;
