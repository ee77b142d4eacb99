import { toHex, uint } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'

/** The session and the request in it to which an X-Admin-Next-URI of our server leads. */
export interface NextRequest {
  sessionId: number
  sequence: number
}

/** X-Admin-Next-URI. Every other path begins a session. */
export const nextUri: Codec<NextRequest, string> = {
  encode: ({ sessionId, sequence }) => `/scp81/${toHex(uint(sessionId, 4))}/${sequence}`,
  decode: (path) => {
    const [, session, sequence] = /^\/scp81\/([0-9a-f]{8})\/([1-9]\d{0,4})$/.exec(path) ?? []
    if (!session || !sequence) throw new ProtocolError('message', 'not a URI of a session')
    return { sessionId: Number.parseInt(session, 16), sequence: Number(sequence) }
  },
}
