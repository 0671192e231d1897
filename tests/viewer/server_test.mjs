import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { serve } from './browser.mjs';

const requests = 10_000, together = 16;

/** A generator that gives the same numbers every time. */
function seeded(seed) {
  return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function send(port, bytes) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    let answer = '';
    socket.on('data', (part) => (answer += part.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => done(answer));
  });
}

function attack(random, port) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const host = random() < 0.7 ? `127.0.0.1:${port}` : pick(['evil.example', '127.0.0.1', '', '[::1]', 'localhost:1', '\0']);
  const path = pick(['/', '/api/run', '/api/runs', '/api/frames/0', '/api/0/frames/0', '/api/frames/-1', '/api/frames/1e9',
    '/../../etc/passwd', '/%2e%2e/scene.yaml', '//', '/api/contacts/99999999999999999999', '/api/\\..\\scene.yaml', '*', 'http://x/']);
  const method = random() < 0.6 ? 'GET' : pick(['POST', 'HEAD', 'PUT', 'TRACE', 'GET GET', '', 'X'.repeat(3000)]);
  const more = pick(['', 'Origin: null\r\n', 'Origin: http://evil.example\r\n', 'Content-Length: 99999999999\r\n',
    'Transfer-Encoding: chunked\r\n', `X: ${'y'.repeat(Math.floor(random() * 9000))}\r\n`, ': :\r\n', 'Host: twice\r\n']);
  let text = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;
  if (random() < 0.4) {
    const bytes = [...text];
    for (let k = 0; k < 5; ++k) bytes[Math.floor(random() * bytes.length)] = String.fromCharCode(Math.floor(random() * 256));
    text = bytes.join('');
  }
  return Buffer.from(text.slice(0, random() < 0.1 ? Math.floor(random() * text.length) : text.length), 'latin1');
}

export async function tenThousandAttacksEndNothing({ folder }) {
  const server = await serve(folder), random = seeded(7);
  let sent = 0;
  const answers = new Map();
  const one = async () => {
    while (sent++ < requests) {
      const answer = await send(server.port, attack(random, server.port));
      assert.ok(!answer.includes('root:') && !answer.includes('bodies:'), 'a file came back');
      const status = answer.slice(9, 12);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: together }, one));
  for (const status of ['200', '400', '403', '404', '405']) assert.ok(answers.get(status) > 0, `no answer ${status}`);
  const answer = await fetch(`${server.address}api/run`);
  assert.equal(answer.status, 200);
  assert.equal(await server.stop(), 0);
}
