// pnpm looks for lists. The packages that carry a Node give their system and processor as plain strings.
exports.hooks = {
  readPackage: (manifest) =>
    typeof manifest.os === 'string' ? { ...manifest, os: [manifest.os], cpu: [manifest.cpu] } : manifest,
};
