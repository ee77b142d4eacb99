import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { deviceTemplate, makeDeviceCa } from './testing/iot-safe.ts'
import { iotSafeCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

type SafeEvent = {
  event: string
  iccid: string
  iotsafeEvent: { status: string; objectLabel: string; simId: number; certOrFileId: number; notifiedAt: string }
}

/** The events of IoT SAFE that a socket receives; `watch`: the SIMs that it watches. */
async function listen({ admin, server }: World, watch: readonly number[]) {
  const { ticket } = await admin(endpoints.wsTicket, {})
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
  const received: SafeEvent[] = []
  let isOpen = false
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as SafeEvent
    isOpen = true
    if (message.event === 'IoT_SAFE') received.push(message)
  })
  socket.addEventListener('open', () => socket.send(JSON.stringify({ watch: { sims: watch } })))
  await until(() => isOpen)
  return { received, [Symbol.dispose]: () => socket.close() }
}

test('the socket pushes the changes of certificates and files to those who watch the SIM', async () => {
  await using world = await startWorld({ sims: 1 })
  await world.finished((await world.install(await world.upload(iotSafeCap))).id)
  await makeDeviceCa(world.admin)
  const { id: templateId } = await world.admin(endpoints.createIdentityTemplate, { body: deviceTemplate })
  const [simId = 0] = world.simIds
  using watcher = await listen(world, [simId])
  using other = await listen(world, [simId + 1_000])
  const { campaignId } = await world.admin(endpoints.createCertificate, { params: { simId }, body: { templateId } })
  await world.finished(campaignId)
  await until(() => watcher.received.some(({ iotsafeEvent }) => iotsafeEvent.status === 'Active'))
  const [certificate] = (await world.admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data
  const { file } = await world.admin(endpoints.createFile, {
    params: { simId },
    body: { label: 'mqtt.conf', content: 'a', deliveryType: 'Auto' },
  })
  await until(() =>
    watcher.received.some(({ iotsafeEvent }) => iotsafeEvent.objectLabel === 'mqtt.conf' && iotsafeEvent.status === 'Active'),
  )
  const last = (label: string) => watcher.received.findLast(({ iotsafeEvent }) => iotsafeEvent.objectLabel === label)
  const { iccid, label } = certificate!
  for (const [name, certOrFileId] of [
    [label, certificate!.id],
    ['mqtt.conf', file.id],
  ] as const) {
    const event = last(name)!
    expect(event).toMatchObject({ iccid, iotsafeEvent: { status: 'Active', objectLabel: name, simId, certOrFileId } })
    expect(new Date(event.iotsafeEvent.notifiedAt).toISOString()).toBe(event.iotsafeEvent.notifiedAt)
  }
  expect(other.received).toEqual([])
})
