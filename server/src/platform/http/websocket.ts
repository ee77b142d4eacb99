import type { FastifyInstance } from 'fastify'
import { basePaths } from '@simdeck/contract/endpoints.ts'
import { type SocketRequest, socketRequest } from '@simdeck/contract/events.ts'
import type { OpenSockets, Socket } from './socket.ts'
import type { AddressAllowed } from './admit.ts'
import type { MemberCaller } from './handler.ts'
import { ReadRateLimiter } from './read-rate-limiter.ts'

const unauthorized = 4401
/** RFC 6455 §7.4.1; "Try Again Later" in the IANA registry. */
const tryAgainLater = 1013
/** Number of unread octets above which a socket gets no PING. */
const unreadLimitBytes = 64 * 1024
const ping = JSON.stringify({ event: 'PING' })
const watchKey = '"watch"'

/**
 * The websocket of the console. The server sends PING after admission and in answer to messages, and events. `?token=` is a ticket or an
 * access token. A page of another origin and an address outside the access restrictions are refused.
 */
export function registerWebsocket(
  app: FastifyInstance,
  options: {
    sockets: OpenSockets
    admit: (token: string, ip: string) => Promise<MemberCaller>
    addressAllowed: AddressAllowed
    publicUrl: string | undefined
  },
): void {
  const readRateLimiter = new ReadRateLimiter()
  app.get(basePaths.ws, { websocket: true }, async (socket, request) => {
    let admitted: Socket | null = null
    // A console sends its watch as soon as its socket opens, which is before its caller is known.
    let pendingWatch: Buffer | null = null
    let reading: NodeJS.Timeout | undefined
    const read = (by: Socket): void => {
      reading = undefined
      const watched = pendingWatch && watchedIn(pendingWatch)
      pendingWatch = null
      if (watched) options.sockets.watch(by, watched)
      if (socket.bufferedAmount <= unreadLimitBytes) socket.send(ping)
    }
    socket.on('error', () => socket.terminate())
    socket.on('close', () => clearTimeout(reading))
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary && data.includes(watchKey)) pendingWatch = data
      if (!admitted) return
      const by = admitted
      reading ??= setTimeout(() => read(by), readRateLimiter.waitMs(by.caller.memberId, performance.now()))
    })
    const { token } = request.query as { token?: unknown }
    if (!originAllowed(request.headers.origin, request.headers.host, options.publicUrl) || typeof token !== 'string')
      return socket.close(unauthorized)
    let caller: MemberCaller
    try {
      caller = await options.admit(token, request.ip)
    } catch {
      // The console reacts to every refusal alike: it requests another ticket.
      return socket.close(unauthorized)
    }
    if (socket.readyState !== socket.OPEN) return undefined
    if (!options.addressAllowed('console', request.ip)) return socket.close(unauthorized)
    if (options.sockets.isFull(caller.memberId)) return socket.close(tryAgainLater)
    admitted = {
      caller,
      ip: request.ip,
      send: (text) => socket.send(text, { binary: false }),
      close: () => socket.close(unauthorized),
      bufferedBytes: () => socket.bufferedAmount,
    }
    socket.on('close', options.sockets.add(admitted))
    read(admitted)
    return undefined
  })
}

/** The watch of a message; null for any other message. */
function watchedIn(data: Buffer): SocketRequest['watch'] | null {
  try {
    return socketRequest.safeParse(JSON.parse(data.toString())).data?.watch ?? null
  } catch {
    return null
  }
}

/** A browser always sends the origin of its page; a client without one is no browser. */
function originAllowed(origin: string | undefined, host: string | undefined, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true
  const allowed = publicUrl ? new URL(publicUrl).host : host
  return URL.canParse(origin) && (new URL(origin).host === allowed || new URL(origin).host === host)
}
