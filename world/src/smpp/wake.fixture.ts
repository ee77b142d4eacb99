import { endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import type { TestCall, TestServer } from '@simdeck/server/testing/server.ts'
import { Random } from '@simdeck/simulator/random.ts'
import type { OtaKeySet } from '@simdeck/simulator/sms/key-sets.ts'
import { spawnServer } from '../testing/server-process.ts'

export const credentials = { systemId: 'simdeck', password: 'secret' } as const
export const pollerTarHex = '534D01'

/** The SCP80 key set of the SIM with this index. */
export function keySetOfSim(index: number, counter = 0): OtaKeySet {
  const random = new Random(`scp80 ${index}`)
  const key = () => toHex(random.bytes(16))
  return { number: 3, kic: key(), kid: key(), kicAlgorithm: 2, kidAlgorithm: 2, macLength: 8, counter }
}

export const numberOfSim = (index: number): string => `+8190${String(10_000_000 + index)}`

/** Sets the gateway of the server to a message centre on this port. */
export async function useGateway(
  admin: TestCall,
  port: number,
  more: { messages_per_second?: number; window_size?: number; is_paused?: boolean } = {},
): Promise<void> {
  await admin(endpoints.putSmsGateway, {
    body: {
      host: '127.0.0.1',
      port,
      security: 'none',
      system_id: credentials.systemId,
      password: credentials.password,
      system_type: '',
      sender: '+81312345678',
      ...more,
    },
  })
}

/** Sets the key set of a SIM, as its card has it. */
export async function setKeys(admin: TestCall, simId: number, { number, kic, kid }: OtaKeySet, counter = 0): Promise<void> {
  await admin(endpoints.putSimSmsKeys, {
    params: { id: simId },
    body: { key_set: number, algorithm: 'aes', tar: pollerTarHex, kic, kid, counter },
  })
}

/** Starts a node that queues and sends the messages of the installation of a server. */
export const spawnSender = ({ databaseUrl, masterKey }: Pick<TestServer, 'databaseUrl' | 'masterKey'>) =>
  spawnServer({
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey,
    PORT: '0',
    SERVICES: 'jobs',
    SMPP_PRIVATE_RANGES: '127.0.0.0/8',
    ROOT_PASSWORD: 'Unused-root-1',
  })
