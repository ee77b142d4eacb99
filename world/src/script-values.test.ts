import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { encodeResponse } from '@simdeck/protocol/apdu.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'

async function keyOf(world: World) {
  const { packageAID, otaVersion, name } = await world.upload(telemetryCap(4))
  return { packageAID, otaVersion, packageName: name, appletInstanceAID: fixedAids.telemetry.moduleAid }
}

/** The octets of a file of a card. */
function readFile(world: World, sim: number, path: string): string {
  const { card } = world.fleet.sims[sim]!
  card.reset()
  card.execute(fromHex(`00A4080C${(path.length / 2).toString(16).padStart(2, '0')}${path}`))
  return toHex(encodeResponse(card.execute(fromHex('00B0000000')))).toUpperCase()
}

test('each card gets the values of its line in the CSV, and a copy of the campaign sends them again', async () => {
  await using world = await startWorld({ sims: 3 })
  const params = await keyOf(world)
  const script = ['00A40804047FFF6F46', '00D600001101{{csv.name:14}}{{csv.flags:hex2}}']
  const { id: scriptId } = await world.admin(endpoints.updateFileManagementConfig, { params, body: { script } })
  const lines = ['name,iccid,flags', `Meter é,${world.fleet.sims[0]!.iccid},0a0B`, `Pump,${world.fleet.sims[1]!.iccid},FFFF`]
  const { id: valuesId } = await world.admin(endpoints.uploadScriptValues, {
    body: { iccidColumn: 'iccid' },
    file: new File([lines.join('\r\n')], 'values.csv'),
  })
  const start = async (request: object) => {
    const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
    const campaign = await world.admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, kind: 'rfm', ...request } })
    await world.finished(campaign.id)
    return campaign
  }
  const campaign = await start({ scriptId: scriptId!, valuesId })
  expect(campaign).toMatchObject({ total: 2, excluded: 1 })
  expect((await world.logsOf(campaign.id)).map(({ progress }) => progress.status)).toEqual(['Succeeded', 'Succeeded'])
  const names = ['014D6574657220C3A9FFFFFFFFFFFF0A0B9000', `0150756D70${'FF'.repeat(12)}9000`]
  expect([0, 1].map((sim) => readFile(world, sim, '7FFF6F46'))).toEqual(names)

  const { options } = await world.admin(endpoints.getCampaignOptions, { params: { id: campaign.id } })
  const { kind: _, rollout: __, ...parameters } = options
  expect((await start(parameters)).total).toBe(2)
})
