import { Reader } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv, readTlv } from '../tlv.ts'

/** The TAR of the issuer security domain, as hex (TS 101 220 Annex D). */
export const issuerDomainTar = '000000'

const tags = {
  trigger: 0x81,
  session: 0x83,
  connection: 0x84,
  security: 0x85,
  extendedSecurity: 0xa5,
  retryPolicy: 0x86,
  httpPost: 0x89,
  host: 0x8a,
  agent: 0x8b,
  uri: 0x8c,
} as const

const sessionTags: readonly number[] = [tags.connection, tags.security, tags.extendedSecurity, tags.retryPolicy, tags.httpPost]
const httpPostTags: readonly number[] = [tags.host, tags.agent, tags.uri]

function checkTags(content: Uint8Array, allowed: readonly number[]): void {
  const found = decodeTlvs(content).map(({ tag }) => tag)
  const wrong = found.find((tag, at) => !allowed.includes(tag) || found.indexOf(tag) < at)
  if (wrong !== undefined) throw new ProtocolError('tlv', `${wrong.toString(16).toUpperCase()} is not expected here, or twice`)
}

/**
 * Checks the parameters of an administration session: data objects for the connection, the security, the retries and the HTTP request, each
 * at most once (GPC Amendment B, Administration Session Triggering Parameters). Throws `ProtocolError('tlv')`.
 */
export function checkSessionParameters(parameters: Uint8Array): void {
  checkTags(parameters, sessionTags)
  const httpPost = findTlv(decodeTlvs(parameters), tags.httpPost)
  if (httpPost) checkTags(httpPost, httpPostTags)
}

/**
 * The data of a message that lets the admin agent of a security domain begin a session. The value is the parameters of the session; the
 * security domain has those that are missing.
 */
export const sessionTrigger: Codec<Uint8Array> = {
  encode: (parameters) => encodeTlv(tags.trigger, encodeTlv(tags.session, parameters)),
  decode: (wire) => {
    const reader = new Reader(wire)
    const outer = readTlv(reader)
    reader.end()
    const session = outer.tag === tags.trigger ? findTlv(decodeTlvs(outer.value), tags.session) : null
    if (!session) throw new ProtocolError('tlv', 'the data does not trigger an administration session')
    checkSessionParameters(session)
    return session
  },
}

/** The HTTP request of a session; null for a part that its parameters leave to the security domain. */
export interface HttpPostParameters {
  host: string | null
  /** The identifier of the agent in X-Admin-From. */
  agent: string | null
  uri: string | null
}

export function httpPostOf(parameters: Uint8Array): HttpPostParameters {
  const httpPost = findTlv(decodeTlvs(parameters), tags.httpPost)
  const inside = httpPost ? decodeTlvs(httpPost) : []
  const text = (tag: number): string | null => {
    const value = findTlv(inside, tag)
    return value && new TextDecoder().decode(value)
  }
  return { host: text(tags.host), agent: text(tags.agent), uri: text(tags.uri) }
}
