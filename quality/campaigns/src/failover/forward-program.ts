import { connect, createServer } from 'node:net';

/** The program: listens at an address, and passes each connection on to a Unix socket. */
const [address, port, socket = ''] = process.argv.slice(2);
createServer((near) => {
  const far = connect(socket);
  near
    .setNoDelay()
    .on('error', () => undefined)
    .on('close', () => far.destroy());
  far.on('error', () => undefined).on('close', () => near.destroy());
  near.pipe(far).pipe(near);
}).listen(Number(port), address, () => process.stdout.write('ready\n'));
