import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { usualTriggerTar } from '@simdeck/contract/sim-scp81.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { AdminAgent } from '@simdeck/simulator/admin-agent.ts'
import type { Fleet } from '@simdeck/simulator/fleet.ts'
import type { Address } from '@simdeck/simulator/link.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { pollMinutes } from './sims.ts'

interface Options {
  url: string
  accessToken: string
  fleet: Fleet
  profiles: readonly SimProfile[]
  /** The SCP81 port. */
  door: Address
  /** The factor by which the waits between visits are shortened. */
  speed: number
}

/**
 * Starts the admin agents of the SIMs of the demo that have no poller. They visit the server as often as the other SIMs poll, and when an SMS
 * wakes them. A SIM without an SCP81 key gets that of its card.
 */
export async function startDemoAgents({ url, accessToken, fleet, profiles, door, speed }: Options): Promise<{ stop: () => void }> {
  const call = createClient({
    baseUrl: (api: keyof typeof basePaths) => url + basePaths[api],
    headers: () => ({ authorization: `Bearer ${accessToken}` }),
  })
  const timers: NodeJS.Timeout[] = []
  const everyMs = (pollMinutes * 60_000) / speed
  for (const { iccid, adminAgent } of profiles) {
    const sim = fleet.sim(iccid)
    if (!adminAgent || !sim) continue
    const { data } = await call(endpoints.listSims, { query: { iccid, take: 1 } })
    for (const { id } of data) {
      const { identity, key, filesAid } = adminAgent
      const body = { identity, key: toHex(key), trigger_tar: usualTriggerTar, ...(filesAid && { files_aid: toHex(filesAid) }) }
      if (!(await call(endpoints.getSimScp81, { params: { id } })).key) await call(endpoints.putSimScp81Key, { params: { id }, body })
    }
    const agent = new AdminAgent(sim, adminAgent)
    agent.followMessages(door)
    timers.push(setInterval(() => void agent.visitUnlessBusy(door), everyMs))
  }
  await call(endpoints.logout, {})
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
