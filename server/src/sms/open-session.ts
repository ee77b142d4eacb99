import { isIP, connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Sealer } from '../platform/crypto/seal.ts'
import { addressesOf, type Reach } from '../platform/http/reach.ts'
import type { GatewayRow } from './queries.ts'
import { failureOf, SmppFailure } from './smpp-failure.ts'
import { SmppSession } from './smpp-session.ts'

const outOfReach = 'The host has no public address and no address in SMPP_PRIVATE_RANGES'

export const passwordContext = { table: 'sms_gateway', row: '1', column: 'password' } as const

type Target = { gateway: GatewayRow; sealer: Sealer; reach: Reach; signal: AbortSignal; onMessage?: SmppSession['onMessage'] }

/**
 * Connects to the gateway and signs in. The host is looked up once and only a reachable address is connected to; with TLS the certificate
 * must be valid for the host. Throws `SmppFailure`.
 */
export async function openSession({ gateway, sealer, reach, signal, onMessage }: Target): Promise<SmppSession> {
  const addresses = await addressesOf(gateway.host, reach).catch((error: unknown) => {
    throw failureOf(error)
  })
  if (addresses.length === 0) throw new SmppFailure('outOfReach', outOfReach)
  const password = gateway.password === null ? '' : Buffer.from(sealer.open(gateway.password, passwordContext)).toString('latin1')
  const socket = await firstConnected(addresses, gateway, signal)
  const session = new SmppSession(socket, signal, onMessage)
  try {
    await session.bind({ systemId: gateway.system_id, password, systemType: gateway.system_type })
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

async function firstConnected(addresses: readonly string[], gateway: GatewayRow, signal: AbortSignal): Promise<Socket> {
  for (const [at, address] of addresses.entries()) {
    try {
      return await connected(address, gateway, signal)
    } catch (error) {
      const failed = failureOf(error)
      if (failed.failure !== 'unreachable' || signal.aborted || at === addresses.length - 1) throw failed
    }
  }
  throw new SmppFailure('unreachable', 'no address answered')
}

async function connected(address: string, { host, port, security }: GatewayRow, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const isTls = security === 'tls'
  const socket = isTls
    ? connectTls({ host: address, port, minVersion: 'TLSv1.2', ...(isIP(host) === 0 && { servername: host }) })
    : connectPlain({ host: address, port })
  const abort = (): void => void socket.destroy(new SmppFailure('unreachable', 'no answer in time'))
  signal.addEventListener('abort', abort, { once: true })
  socket.once('error', reject)
  socket.once('close', () => reject(new SmppFailure('unreachable', 'the gateway closed the connection')))
  socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket))
  if (signal.aborted) abort()
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
