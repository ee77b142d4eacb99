import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { simKeys } from '@simdeck/contract/sim-edits.ts'
import { openFrame, parseFrame } from '@simdeck/protocol/ota/frame.ts'
import { sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { closeSessionBody, pollClear } from '@simdeck/protocol/ota/messages.ts'
import { pollCounterOf } from '@simdeck/server/testing/poll-counter.ts'
import { posted } from '@simdeck/server/testing/raw-card.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { startFleet } from '@simdeck/simulator/fleet.ts'
import { csvRowOf } from '@simdeck/simulator/keys-csv.ts'
import { openTcpLink, type OpenLink } from '@simdeck/simulator/link.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'

const lastCounter = 0xffffffff

function keysOf(profile: SimProfile) {
  const { cap_auth_key, encrypt_key, scp03_enc, scp03_mac, scp03_dek } = csvRowOf(profile)
  return simKeys.parse({ cap_auth_key, encrypt_key, scp03_enc, scp03_mac, scp03_dek })
}

test('a SIM with an exhausted poll counter polls again only after its CAP_AUTH_KEY is replaced', async () => {
  await using world = await startWorld({ sims: 1 })
  const { admin, server, simIds } = world
  const simId = simIds[0]!
  const profile = world.profiles[0]!
  const counter = () => pollCounterOf(server.db, simId)
  const replaceKeys = (keys: SimProfile) => admin(endpoints.updateSim, { params: { id: simId }, body: { keys: keysOf(keys) } })
  const play = (sim: SimProfile) =>
    startFleet({ sims: [sim], connect: { host: '127.0.0.1', port: server.devicePort }, speed: 600, seed: 'counter' })

  await until(async () => (await counter()) !== undefined || null)
  world.fleet.stop()
  const nvm = world.fleet.snapshot()[profile.iccid]!
  nvm.applications[0]!.poller!.counterReserve = lastCounter - 1
  const last = play({ ...profile, nvm })
  await until(async () => (await counter()) === lastCounter || null)
  last.stop()

  await replaceKeys(profile)
  expect(await counter(), 'with the same key the counter stays').toBe(lastCounter)
  const install = await world.install(await world.upload(customCap()))
  const asNew = play(profile)
  await until(async () => asNew.stats().framesReceived > 0 || null)
  asNew.stop()
  expect(await world.logsOf(install.id)).toMatchObject([{ progress: { status: 'Ready' } }])

  const other: SimProfile = { ...profile, capAuthKey: new Uint8Array(randomBytes(16)) }
  await replaceKeys(other)
  expect(await counter()).toBeUndefined()
  const usedUp = last.snapshot()[profile.iccid]!
  expect(usedUp.applications[0]!.poller!.counterReserve).toBe(lastCounter)
  const again = play({ ...other, nvm: usedUp })
  expect(await world.finished(install.id)).toMatchObject({ state: 'completed' })
  again.stop()
  expect(await counter()).toBeLessThan(1000)
  const changes = await server.db.selectFrom('action_logs').select('status').where('action', '=', 'simUpdate').execute()
  expect(changes).toHaveLength(2)
})

test('a recorded POLL is refused after its key returns, and the SIM itself can continue to poll', async () => {
  const recorded: Uint8Array[] = []
  const recording: OpenLink = (to, listener) => {
    const link = openTcpLink(to, listener)
    return {
      ...link,
      send: (frame) => {
        recorded.push(frame)
        link.send(frame)
      },
    }
  }
  // POLLs are seconds apart at this speed, so the POLL whose counter is stored is the last one.
  await using world = await startWorld({ sims: 1, fleet: { openLink: recording, speed: 60 } })
  const { admin, server } = world
  const profile = world.profiles[0]!
  const simId = world.simIds[0]!
  const replaceKeys = (keys: SimProfile) => admin(endpoints.updateSim, { params: { id: simId }, body: { keys: keysOf(keys) } })

  const pollCounter = await until(() => pollCounterOf(server.db, simId))
  world.fleet.stop()
  const frame = recorded.find((one) => pollOf(one)?.pollCounter === pollCounter)!
  await replaceKeys({ ...profile, capAuthKey: new Uint8Array(randomBytes(16)) })
  await until(async () => (await posted(server.devicePort, frame)) === null)
  await replaceKeys(profile)
  const answer = await until(() => posted(server.devicePort, frame))
  expect(closeOf(profile, frame, answer)).toMatchObject({ code: 300 })

  const nvm = world.fleet.snapshot()[profile.iccid]!
  const again = startFleet({ sims: [{ ...profile, nvm }], connect: { host: '127.0.0.1', port: server.devicePort }, speed: 600, seed: 'on' })
  const install = await world.install(await world.upload(customCap()))
  expect(await world.finished(install.id)).toMatchObject({ state: 'completed' })
  again.stop()
  expect(await pollCounterOf(server.db, simId)).toBeGreaterThan(pollCounter)
})

/** Clear part of a POLL; null for other frames. */
function pollOf(bytes: Uint8Array) {
  const frame = parseFrame(bytes, 'card')
  return frame.ok && frame.value.code === messageCode.poll ? pollClear.decode(frame.value.clear) : null
}

/** CLOSE_SESSION in the answer to a POLL. */
function closeOf(profile: SimProfile, poll: Uint8Array, answer: Uint8Array) {
  const frame = parseFrame(answer, 'server')
  if (!frame.ok) throw new Error(frame.reason)
  const opened = openFrame(frame.value, sessionKeys(profile, { ...pollOf(poll)!, serverNonce: frame.value.clear }), frame.value.enc)
  if (!opened.ok) throw new Error(opened.reason)
  return closeSessionBody.decode(opened.value)
}
