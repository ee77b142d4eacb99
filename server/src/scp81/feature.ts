import type { AgentAnswer, AgentRequest } from '@simdeck/protocol/ota/admin-session.ts'
import { ConcurrencyLimit, LimitEnded } from '../platform/concurrency-limit.ts'
import type { Job } from '../platform/jobs/job.ts'
import { framesOf } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { type AgentPort, openAgentPort } from './agent-port.ts'
import { AgentRequests } from './agent-requests.ts'
import { findAgent } from './agents.ts'
import { markSeen } from './queries.ts'
import { scp81Routes } from './routes.ts'
import './tables.ts'

/** Identities that are looked up at the same time, so that strangers do not take all connections of the database. */
const maxLookups = 4
const checkMs = 60_000

type Agents = { answer: (request: AgentRequest) => Promise<AgentAnswer>; refuse: (address: string) => void }

/** SCP81: OTAs for cards that bring an admin agent of their own (GPC Amendment B), on nodes with `SCP81_PORT`. */
export function scp81Feature(platform: Platform, { ota }: { ota: { agents: Agents | null } }) {
  const { config, db, sealer, log, metrics, publish, foreground } = platform
  const { agents } = ota
  let port: AgentPort | null = null
  const isServed = config.SCP81_PORT !== undefined && agents !== null
  const lookups = new ConcurrencyLimit(maxLookups, foreground)
  const find = (identity: string) => lookups.run(() => findAgent({ db, sealer }, identity))

  if (isServed) metrics.measure('simdeck_scp81_connections', 'Open connections on the port of SCP81', () => port?.connections() ?? 0)
  const check: Job = {
    name: 'SCP81 port',
    title: { ja: 'SCP81ポートの確認', en: 'Check of the SCP81 port' },
    everyMs: checkMs,
    startsLater: true,
    async run() {
      if (!port?.isListening()) throw new Error('the SCP81 port does not listen')
    },
  }
  return {
    routes: scp81Routes({ db, sealer, publish }),
    jobs: isServed ? [check] : [],
    async start() {
      if (config.SCP81_PORT === undefined || !agents) return
      const requests = new AgentRequests({
        answer: (request) => agents.answer(request),
        findAgent: find,
        seen: (simId) => markSeen(db, simId),
        answered: (status) => metrics.scp81Requests.inc({ status }),
        failed(error) {
          if (error instanceof LimitEnded) return
          log.warn({ errorName: error.name, stack: framesOf(error) }, 'a request of SCP81 could not be answered')
        },
      })
      port = await openAgentPort({
        host: config.HOST,
        port: config.SCP81_PORT,
        findAgent: find,
        answer: (agent, request, response) => requests.serve(agent, request, response),
        refused: (address) => agents.refuse(address),
      })
    },
    close: async () => port?.close(),
    /** The port of admin agents; null on a node without it. */
    port: () => port?.port ?? null,
  }
}
