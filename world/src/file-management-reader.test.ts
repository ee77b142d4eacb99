import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { telemetryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { VirtualReader } from './testing/virtual-reader.ts'

const command = new URL('./commands/card.ts', import.meta.url).pathname

test('a card reader finds in the card of a SIM what a campaign of file management has written', async () => {
  await using world = await startWorld({ sims: 1 })
  const { packageAID, otaVersion, name } = await world.upload(telemetryCap(4))
  const params = { packageAID, otaVersion, packageName: name, appletInstanceAID: fixedAids.telemetry.moduleAid }
  const script = [
    '00A40804047FFF6F46',
    '00D600010A{{iccid}}',
    '00A40804047FFF6F7B',
    '00D600000399F907',
    '00A40804047F106F40',
    `00DC02041C${'41'.repeat(28)}`,
  ]
  const snapshot = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  const { id: scriptId } = await world.admin(endpoints.updateFileManagementConfig, { params, body: { script } })
  const campaign = await world.admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, kind: 'rfm', scriptId: scriptId! } })
  await world.finished(campaign.id)
  expect((await world.logsOf(campaign.id)).map(({ progress }) => progress.status)).toEqual(['Succeeded'])

  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  await writeFile(join(folder, 'card.json'), JSON.stringify(world.fleet.sims[0]!.card.nvm))
  const reader = new VirtualReader()
  const port = await reader.listen()
  const inserted = reader.insertion()
  const card = spawn(process.execPath, [command, '--vpcd', `127.0.0.1:${port}`, '--nvm', 'card.json'], {
    env: { INIT_CWD: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await inserted
    reader.send(bytesOf(1))
    const packed = `${world.fleet.sims[0]!.iccid}F`.replaceAll(/(.)(.)/g, '$2$1').toLowerCase()
    expect(await reader.text('00a40004023f00')).toMatch(/^62.*9000$/)
    expect(await reader.text('00a4080c047fff6f46')).toBe('9000')
    expect(await reader.text('00b0000000')).toBe(`01${packed}ffffffffffff9000`)
    expect(await reader.text('00a4080c047fff6f7b')).toBe('9000')
    expect(await reader.text('00b0000006')).toBe('99f907ffffff9000')
    expect(await reader.text('00a4080c047f106f40')).toBe('9000')
    expect(await reader.text('00b2020400')).toBe(`${'41'.repeat(28)}9000`)
    expect(await reader.text('00d6000001ff'), 'a file of records has no octets to update').toBe('6981')
    expect(await readFile(join(folder, 'card.json'), 'utf8')).toContain('99f907')
  } finally {
    reader.close()
    card.kill('SIGKILL')
    await rm(folder, { recursive: true })
  }
})
