import type { IncomingHttpHeaders } from 'node:http'
import { type Agent, request } from 'node:https'
import { connect, createServer, type Socket } from 'node:net'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { adminProtocol } from '@simdeck/protocol/scp81/headers.ts'
import { AdminAgent, type AgentProfile } from '@simdeck/simulator/admin-agent.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { startWorld, type World, type WorldOptions } from './testing/start-world.ts'

export const agentUri = '/server/adminagent?cmd=1'

/** A server with an SCP81 port, and SIMs without a poller that bring an admin agent. */
export async function startAgentWorld(options: WorldOptions = {}) {
  const { profile, env, ...more } = options
  const world = await startWorld({
    ...more,
    profile: (index) => ({ poller: null, ...profile?.(index) }),
    env: { SCP81_PORT: '0', ...env },
  })
  const random = new Random('agents')
  const profiles = world.simIds.map((id): AgentProfile => ({ identity: `card-${id}`, key: random.bytes(16), uri: agentUri }))
  for (const [at, id] of world.simIds.entries()) await setKey(world, id, profiles[at]!)
  const agents = world.fleet.sims.map((sim, at) => new AdminAgent(sim, profiles[at]!))
  const door = { host: '127.0.0.1', port: world.server.scp81Port }
  return { ...world, profiles, agents, door }
}

export async function setKey(
  { admin }: Pick<World, 'admin'>,
  simId: number,
  { identity, key, filesAid }: AgentProfile,
  trigger: { trigger_tar?: string; trigger_parameters?: string } = {},
): Promise<void> {
  const files = filesAid && { files_aid: toHex(filesAid) }
  await admin(endpoints.putSimScp81Key, { params: { id: simId }, body: { identity, key: toHex(key), ...files, ...trigger } })
}

/** A network that loses the connection at the n-th piece of octets that the server sends, and never again. */
export async function startLosingProxy(port: number, at: number) {
  const open = new Set<Socket>()
  let pieces = 0
  const listener = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server)
    server.on('data', (piece: Buffer) => {
      pieces++
      if (pieces === at) client.destroy()
      else client.write(piece)
    })
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const address = listener.address()
  return {
    door: { host: '127.0.0.1', port: address && typeof address === 'object' ? address.port : 0 },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => listener.close(done))
    },
  }
}

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Uint8Array }

/** Sends one request with the key of a profile. The headers of a correct request can be replaced; null leaves one out. */
export function post(
  door: { host: string; port: number },
  { identity, key }: AgentProfile,
  given: { path?: string; method?: string; headers?: Record<string, string | null>; body?: Uint8Array; agent?: Agent } = {},
): Promise<RawAnswer> {
  const { path = agentUri, method = 'POST', body, agent } = given
  const usual = { 'x-admin-protocol': adminProtocol, 'x-admin-from': '//se-id/1;//aa-id/2', 'content-length': String(body?.length ?? 0) }
  const headers = Object.fromEntries(Object.entries({ ...usual, ...given.headers }).filter(([, value]) => value !== null))
  const tls = {
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
    ciphers: 'PSK-AES128-CBC-SHA256',
    checkServerIdentity: () => undefined,
  } as const
  const options = {
    ...door,
    path,
    method,
    agent,
    headers: headers as Record<string, string>,
    ...tls,
    pskCallback: () => ({ identity, psk: key }),
  }
  return new Promise((done, failed) => {
    const sent = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', failed)
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }))
    })
    sent.on('error', failed)
    sent.end(body)
  })
}
