import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { closeSessionBody } from '@simdeck/protocol/ota/messages.ts'
import { addPackage, other } from '../../campaigns/testing.ts'
import { posted, rawFrame, rawPoll, rawSimKeys } from '../../testing/raw-card.ts'
import { secondPort } from '../../testing/raw-world.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

type Session = ReturnType<ReturnType<typeof rawPoll>['session']>

/** Two device ports on one database, with SIMs that a campaign with this rollout includes. */
export async function withLimit(sims: number, rollout: RolloutInput) {
  const server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const iccids = Array.from({ length: sims }, (_, n) => `898110002345142${String(n).padStart(4, '0')}`)
  const rows = iccids.map((iccid) => Object.values({ iccid, ...rawSimKeys() }).join(','))
  await admin(endpoints.importSims, {
    body: {},
    file: new File([`iccid,${Object.keys(rawSimKeys()).join(',')}\n${rows.join('\n')}\n`], 'a.csv'),
  })
  const { key } = await addPackage(admin, fixedAids.telemetry)
  const snapshot = await admin(endpoints.createSnapshot, { body: { filter: {} } })
  const campaign = await admin(endpoints.putBulkOta, {
    body: { snapshotId: snapshot.id, targets: [other({ package: key })], rollout: { maxFailedPercent: null, ...rollout } },
  })
  const node = await secondPort(server)
  const ports = [server.devicePort, node.port]
  let counter = 0

  /** The session that a POLL opens, or the CLOSE_SESSION in its answer. */
  async function poll(
    sim: number,
    port = ports[sim % 2]!,
  ): Promise<{ session: Session; octets: number } | { close: { code: number; waitSeconds: number } }> {
    const sent = rawPoll(++counter, { iccid: iccids[sim]! })
    const answer = await until(() => posted(port, sent.frame))
    if (answer[3] === messageCode.closeSession) return { close: sent.read(answer).close }
    return { session: sent.session(answer), octets: sent.frame.length + answer.length }
  }
  /** Polls again until the answer opens a session. */
  const opened = (sim: number) =>
    until(async () => {
      const answer = await poll(sim)
      return 'session' in answer && answer
    })
  const giveUp = (session: Session, port: number) =>
    posted(port, rawFrame(session, { code: messageCode.closeSession }, closeSessionBody.encode({ code: 401, detail: 0, waitSeconds: 0 })))
  return {
    server,
    admin,
    campaign,
    ports,
    poll,
    opened,
    giveUp,
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

export const isOpen = (answer: object): answer is { session: Session; octets: number } => 'session' in answer
