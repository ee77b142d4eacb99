import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { closeSessionBody } from '@simdeck/protocol/ota/messages.ts'
import { makeCapFile } from '../testing/cap-file.ts'
import { importRawSim, posted, rawFrame, rawPoll, type PollOptions } from '../testing/raw-card.ts'
import { startTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

const forPollers = toHex(pollerParameters.encode({ fqdn: 'poll.example.jp', ...pollerParameters.defaults }))

/** A server with one SIM, and functions for the OTAs of that SIM. */
export async function withSim() {
  const server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await importRawSim(admin)
  const { db } = server
  let counter = 0

  async function start(fixed: { packageAid: string; moduleAid: string }, appletType: 0 | 1, rollout?: RolloutInput) {
    const installParameters = appletType === 0 ? forPollers : ''
    const recipe = { packageAid: fromHex(fixed.packageAid), packageVersion: { major: 1, minor: 0 }, applets: [fromHex(fixed.moduleAid)] }
    const file = new File([(await makeCapFile(recipe)) as BlobPart], 'x.cap')
    const known = await admin(endpoints.listPackages, { query: {} })
    const { packageAID, otaVersion, label } =
      known.data.find((one) => one.packageAID === fixed.packageAid) ?? (await admin(endpoints.uploadPackage, { body: {}, file }))
    const snapshot = await admin(endpoints.createSnapshot, { body: { filter: {} } })
    const targets = [{ appletType, package: { packageAID, otaVersion, label }, installParameters, active: true }]
    return admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets, rollout } })
  }
  /** Polls until the server knows of the OTA, and returns its answer. */
  const poll = (options: PollOptions = {}) =>
    until(async () => {
      const sent = rawPoll(++counter, options)
      const answer = await posted(server.devicePort, sent.frame)
      if (!answer) return null
      if (answer[3] !== messageCode.closeSession) return { ...sent.session(answer), close: null }
      const { close } = sent.read(answer)
      return close.code === 0 ? null : { id: 0, keys: null, close }
    })
  /** Polls once, and returns the CLOSE_SESSION of the answer. */
  async function pollOnce() {
    const sent = rawPoll(++counter)
    const answer = await posted(server.devicePort, sent.frame)
    return answer?.[3] === messageCode.closeSession ? sent.read(answer).close : null
  }
  const abandon = async ({ id, keys }: Awaited<ReturnType<typeof poll>>) => {
    if (!keys) throw new Error('no session')
    const body = closeSessionBody.encode({ code: 401, detail: 0, waitSeconds: 0 })
    return posted(server.devicePort, rawFrame({ id, keys }, { code: messageCode.closeSession }, body))
  }
  const lastJob = () =>
    db
      .selectFrom('ota_jobs')
      .select(['id', 'status', 'code', 'reason', 'interruptions', 'polled_at'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  return { server, admin, db, start, poll, pollOnce, abandon, lastJob, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
