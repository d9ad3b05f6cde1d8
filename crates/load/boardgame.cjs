// The peer: boardgame.io with its store in memory and the smallest game there is, one die and two fields.
const net = require('node:net');
const { Server } = require('boardgame.io/server');

const die = {
  name: 'die',
  setup: () => ({ last: 0, sum: 0 }),
  moves: {
    roll: ({ G, random }) => {
      G.last = random.D10();
      G.sum += G.last;
    },
  },
};

const probe = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = probe.address();
  probe.close(async () => {
    const log = console.log;
    console.log = console.info = console.warn = () => {}; // It writes down every move otherwise.
    await Server({ games: [die], origins: [/.*/] }).run(port);
    log(`listening 127.0.0.1:${port}`);
  });
});
process.stdin.on('end', () => process.exit(0)).resume();
