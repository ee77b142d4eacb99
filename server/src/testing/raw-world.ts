import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { Foreground } from '../platform/foreground.ts'
import { createLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import type { PollLimits } from '../ota/answer-poll.ts'
import { DeviceBatch } from '../ota/batch/batch.ts'
import { openDevicePort } from '../ota/device-port.ts'
import { deviceEngine } from '../ota/engine.ts'
import { DeviceNode } from '../ota/node.ts'
import { NextKeys } from '../ota/next-keys.ts'
import { PollKeys } from '../ota/polls/poll-keys.ts'
import { PollTable } from '../ota/polls/poll-table.ts'
import { OtaJobReader } from '../ota/ota-jobs.ts'
import { makeCapFile } from './cap-file.ts'
import { importRawSim } from './raw-card.ts'
import { startTestServer, type TestServer } from './server.ts'

/** A server with one SIM and a waiting install. */
export async function withOpenOta(): Promise<TestServer> {
  const server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await importRawSim(admin)
  const bytes = await makeCapFile({
    packageAid: fromHex(fixedAids.telemetry.packageAid),
    packageVersion: { major: 1, minor: 0 },
    applets: [fromHex(fixedAids.telemetry.moduleAid)],
  })
  const chosen = await admin(endpoints.uploadPackage, { body: {}, file: new File([bytes as BlobPart], 'x.cap') })
  const { packageAID, otaVersion, label } = chosen
  const snapshot = await admin(endpoints.createSnapshot, { body: { filter: {} } })
  const targets = [{ appletType: 1 as const, package: { packageAID, otaVersion, label }, active: true }]
  await admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets } })
  return server
}

/** A second device port on the server's database, with its own limits. It receives no changes: a test reloads its table. */
export async function secondPort(server: TestServer, limits: Partial<PollLimits> = {}, log = createLog('silent')) {
  const { db } = server
  const publish = () => undefined
  const batch = new DeviceBatch({ db, publish, log })
  const table = new PollTable(db, batch)
  await table.reload()
  const sealer = new Sealer(server.masterKey)
  const jobReader = new OtaJobReader(sealer, String)
  const shared = { db, table, jobReader, batch, publish, log }
  const keys = { pollKeys: new PollKeys(sealer), nextKeys: new NextKeys(db, sealer) }
  const node = new DeviceNode({ ...shared, ...keys, metrics: new Metrics(), foreground: new Foreground() })
  const answer = deviceEngine(node, { claims: 400, answerWithinMs: 20_000, ...limits })
  const { port, close } = await openDevicePort({ host: '127.0.0.1', port: 0, answer })
  return { node, table, port, [Symbol.asyncDispose]: () => close().then(() => batch.flush()) }
}
