import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { ForwardingFailure } from '@simdeck/contract/log-forwarding.ts'
import { addressesOf, type Reach } from '../../platform/http/reach.ts'
import type { Receiver } from './queries.ts'

/** The receiver did not take the rows. `message`: the cause in one line. */
export class NotForwarded extends Error {
  override readonly name = 'NotForwarded'
  readonly failure: ForwardingFailure

  constructor(failure: ForwardingFailure, cause: string) {
    super(cause.replaceAll(/\p{Cc}/gu, ' ').slice(0, maxCauseLength))
    this.failure = failure
  }
}

const maxCauseLength = 200
const connectMs = 10_000
const silentMs = 10_000
/** A receiver that always sends or takes a few octets would otherwise hold a connection for ever. */
const longestMs = 120_000
const outOfReach = 'The host has no public address and no address in SYSLOG_PRIVATE_RANGES'
const notConfirmed = 'The receiver did not end the connection in time'

/** The end of all work, and the longest time of one connection. */
export type Limits = { signal: AbortSignal; connectionMs?: number | undefined }

/**
 * Sends messages over one connection. RFC 5425 has no acknowledgement, so the end of the connection is the proof: this side ends it after the
 * last message, and the receiver must end it, too, after it has read everything. The certificate must be valid for the host. Throws
 * `NotForwarded`; some messages may have arrived then.
 */
export async function sendMessages(receiver: Receiver, reach: Reach, messages: readonly Buffer[], limits: Limits): Promise<void> {
  const addresses = await addressesOf(receiver.host, reach).catch((error: unknown) => {
    throw failureOf(error)
  })
  if (addresses.length === 0) throw new NotForwarded('outOfReach', outOfReach)
  for (const [at, address] of addresses.entries()) {
    try {
      const socket = await connected(address, receiver, limits)
      return await sendOver(socket, messages)
    } catch (error) {
      const failed = failureOf(error)
      if (failed.failure !== 'unreachable' || limits.signal.aborted || at === addresses.length - 1) throw failed
    }
  }
}

async function connected(address: string, { host, port, ca }: Receiver, { signal, connectionMs = longestMs }: Limits): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>()
  const socket = connect({
    host: address,
    port,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === '' ? {} : { ca }),
  })
  const abort = () => socket.destroy(new Error('The server stops'))
  signal.addEventListener('abort', abort, { once: true })
  const deadline = setTimeout(() => socket.destroy(new NotForwarded('notConfirmed', notConfirmed)), connectionMs)
  socket.once('close', () => {
    signal.removeEventListener('abort', abort)
    clearTimeout(deadline)
  })
  socket.setTimeout(connectMs, () => socket.destroy(new NotForwarded('unreachable', 'No answer in time')))
  socket.once('error', reject)
  socket.once('secureConnect', () => resolve(socket))
  if (signal.aborted) abort()
  return promise
}

async function sendOver(socket: TLSSocket, messages: readonly Buffer[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let ended = false
  socket.removeAllListeners('timeout')
  socket.setTimeout(silentMs, () => socket.destroy(new NotForwarded('notConfirmed', notConfirmed)))
  socket.on('error', reject)
  socket.on('end', () => (ended ? resolve() : reject(new NotForwarded('notConfirmed', 'The receiver ended the connection early'))))
  socket.on('close', () => reject(new NotForwarded('notConfirmed', notConfirmed)))
  socket.resume()
  void writeAll()
  try {
    await promise
  } finally {
    socket.destroy()
  }

  async function writeAll(): Promise<void> {
    for (const message of messages) {
      if (socket.destroyed) return
      if (!socket.write(message)) await new Promise((free) => socket.once('drain', free).once('close', free))
    }
    ended = true
    socket.end()
  }
}

const certificateCodes = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|INVALID_|HOSTNAME_MISMATCH|INVALID_PURPOSE)/
const networkCodes = /^(ENOTFOUND|EAI_|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)/

function failureOf(error: unknown): NotForwarded {
  if (error instanceof NotForwarded) return error
  const { code = '', message } = error as Error & { code?: string }
  if (certificateCodes.test(code)) return new NotForwarded('certificate', `${message} (${code})`)
  return new NotForwarded(networkCodes.test(code) ? 'unreachable' : 'other', message)
}
