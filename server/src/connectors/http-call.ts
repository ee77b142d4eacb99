import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import { addressesOf, type Reach } from '../platform/http/reach.ts'

const lookupTimeoutMs = 4_000
const timeoutMs = 8_000
const maxAnswerBytes = 1_000_000

/** A connection is kept for the next call of its server for a second, shorter than servers keep it. */
const idle = { keepAlive: true, timeout: 1_000, maxFreeSockets: 8 }
const agents = { http: new HttpAgent(idle), https: new HttpsAgent(idle) }

/** A call that has no usable answer. `mayHaveRun`: the carrier may have done what it was asked for. */
export class CallFailure extends Error {
  readonly failure: ConnectorFailure
  readonly mayHaveRun: boolean

  constructor(failure: ConnectorFailure, mayHaveRun: boolean) {
    super(`the carrier did not answer as its API says: ${failure}`)
    this.name = 'CallFailure'
    this.failure = failure
    this.mayHaveRun = mayHaveRun
  }
}

export type Answer = { status: number; body: unknown; bytes: number }
type Target = { method: 'GET' | 'PUT'; url: URL; authorization: string; body: object | null; reach: Reach }

/**
 * Sends one JSON call. The host is looked up once and only a reachable address is connected to; redirects are not followed, and an answer
 * is read up to a limit of octets and of time. Throws `CallFailure`.
 */
export async function callJson(target: Target): Promise<Answer> {
  const host = target.url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await lookedUp(host, target.reach)
  const [address] = addresses
  if (address === undefined) throw new CallFailure('outOfReach', false)
  const { status, text } = await exchange(target, host, address)
  const bytes = Buffer.byteLength(text)
  if (status >= 500) throw new CallFailure('failing', true)
  if (status >= 300 && status < 400) throw new CallFailure('invalid', true)
  if (status === 401 || status === 403) throw new CallFailure('unauthorised', false)
  try {
    return { status, body: text === '' ? null : JSON.parse(text), bytes }
  } catch {
    throw new CallFailure('invalid', true)
  }
}

/** The reachable addresses of the host. A name server that does not answer takes no longer than the carrier may. */
async function lookedUp(host: string, reach: Reach): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new CallFailure('unreachable', false))
    const timer = setTimeout(fail, lookupTimeoutMs)
    addressesOf(host, reach)
      .then(resolve, fail)
      .finally(() => clearTimeout(timer))
  })
}

async function exchange(
  { method, url, authorization, body }: Target,
  host: string,
  address: string,
): Promise<{ status: number; text: string }> {
  const sent = body === null ? null : JSON.stringify(body)
  const secure = url.protocol === 'https:'
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const failed = (failure: ConnectorFailure) => (): void => reject(new CallFailure(failure, true))
    const call = (secure ? httpsRequest : httpRequest)(
      {
        method,
        host: address,
        port: url.port || (secure ? 443 : 80),
        path: url.pathname + url.search,
        ...(secure && isIP(host) === 0 && { servername: host }),
        agent: secure ? agents.https : agents.http,
        signal,
        headers: {
          host: url.host,
          authorization,
          accept: 'application/json',
          ...(sent !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        },
      },
      (answer) => {
        const parts: Buffer[] = []
        let size = 0
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size <= maxAnswerBytes) return void parts.push(part)
          failed('invalid')()
          answer.destroy()
        })
        answer.on('error', failed('invalid'))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
      },
    )
    call.on('error', failed('unreachable'))
    call.end(sent ?? undefined)
  })
}
