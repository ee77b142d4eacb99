import type { Random } from '@simdeck/simulator/random.ts'
import { bytesOf, concat, equalBytes, fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { ClientIdentityReader } from '@simdeck/protocol/scp81/client-identity.ts'
import { adminFrom, targetedApplication } from '@simdeck/protocol/scp81/headers.ts'
import { nextUri } from '@simdeck/protocol/scp81/next-uri.ts'
import { httpPostOf, sessionTrigger } from '@simdeck/protocol/scp81/session-trigger.ts'
import { mutate, pick } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'
import type { FuzzTarget } from './target.ts'

const octets = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const record = (content: Uint8Array): Uint8Array => concat(bytesOf(22, 3, 3), uint(content.length, 2), content)
const message = (type: number, body: Uint8Array): Uint8Array => concat(bytesOf(type), uint(body.length, 3), body)
const exchange = message(16, concat(uint(6, 2), octets('card-1')))

const samples = [
  concat(record(message(1, new Uint8Array(60))), record(exchange)),
  record(concat(message(1, new Uint8Array(20)), exchange)),
  octets(adminFrom.encode({ secureElement: '8981100023451000000', agent: 'aid/A000000151/0000' })),
  octets(targetedApplication.encode(bytesOf(0xa0, 0, 0, 1, 0x51, 0, 0, 0))),
  octets(nextUri.encode({ sessionId: 7, sequence: 3 })),
  sessionTrigger.encode(fromHex('850804deadbeef020040890e8a0461626364' + '8b0131' + '8c032f6f74')),
]

/** The identity that is found; the same, however the octets arrive. */
function identityIn(input: Uint8Array): string | null {
  const found = new ClientIdentityReader().read(input)
  const reader = new ClientIdentityReader()
  let inPieces = null
  for (let at = 0; at < input.length && !inPieces; at += 3) inPieces = reader.read(input.subarray(at, at + 3))
  assertInvariant(found?.identity === inPieces?.identity || found?.identity === null, 'the identity depends on the pieces')
  return found?.identity ?? null
}

/** The octets of a client of TLS-PSK up to its identity, the headers of an admin agent, and the message that wakes it. */
export const scp81Target: FuzzTarget = {
  make: (random: Random) => mutate(random, pick(random, samples), samples),
  run(input) {
    if (identityIn(input) !== null) return 'identity'
    const parameters = readOrNull(() => sessionTrigger.decode(input))
    if (parameters) return httpPostOf(parameters).uri === null ? 'trigger' : 'trigger with a URI'
    const text = Buffer.from(input).toString('latin1')
    const aid = readOrNull(() => targetedApplication.decode(text))
    if (aid) {
      assertInvariant(equalBytes(targetedApplication.decode(targetedApplication.encode(aid)), aid), 'an AID is written in another way')
      return 'targeted application'
    }
    if (readOrNull(() => adminFrom.decode(text))) return 'origin'
    return readOrNull(() => nextUri.decode(text)) ? 'next URI' : 'refused'
  },
}
