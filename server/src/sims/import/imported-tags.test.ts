import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxTags } from '@simdeck/contract/tag-keys.ts'
import { iccid, ImportsOfTest } from './imports.fixture.ts'

const imports = new ImportsOfTest()
const tags = async () => (await imports.sims()).map((sim) => sim.tags)
const allTags = () => imports.call(endpoints.listSimTags, {})

test('an import adds tags, an update replaces those of filled cells, and its undo restores them', async () => {
  await imports.imported(`iccid,tags\n${iccid(1)},"East, Ｇold"\n${iccid(2)},"'=x、gold,GOLD"\n${iccid(3)},\n`)
  expect(await tags()).toEqual([['East', 'Ｇold'], ['=x', 'Ｇold'], []])
  expect(await allTags()).toEqual(['=x', 'East', 'Ｇold'])

  const update = await imports.imported(`iccid,tags\n${iccid(1)},West\n${iccid(2)},\n${iccid(3)},east\n`, { mode: 'update' })
  expect(await tags()).toEqual([['West'], ['=x', 'Ｇold'], ['East']])
  expect((await imports.call(endpoints.listSims, { query: { tags: 'east' } })).totalItems).toBe(1)

  await imports.server.db.deleteFrom('sim_tags').where('key', '=', 'gold').execute()
  await imports.ended((await imports.undo(update.id)).id)
  expect(await tags()).toEqual([['East', 'gold'], ['=x', 'gold'], []])
  expect(await allTags()).toEqual(['=x', 'East', 'gold', 'West'])
})

test('a file that was exported with tags is imported as it is', async () => {
  await imports.imported(`iccid,tags\n${iccid(1)},"a, b c, \\d"\n`)
  const { url } = await imports.call(endpoints.createSimExport, { body: { columns: ['iccid', 'tags'] } })
  const csv = await (await fetch(imports.server.url + url)).text()
  await imports.server.db.deleteFrom('sims').execute()
  await imports.imported(csv)
  expect(await tags()).toEqual([['\\d', 'a', 'b c']])
})

test('lines with wrong tags are bad, and a file with too many different tags writes nothing', async () => {
  const twentyOne = Array.from({ length: 21 }, (_, at) => `t${at}`).join()
  const bad = ['x'.repeat(33), 'a,v\u200Bip', twentyOne, ' , '].map((cell, at) => `${iccid(at)},"${cell}"\n`)
  const { id } = await imports.check(`iccid,tags\n${bad.join('')}${iccid(9)},ok\n`)
  expect((await imports.problems(id)).map(({ line, column, message }) => [line, column, message])).toEqual(
    [2, 3, 4, 5].map((line) => [line, 'tags', 'Up to 20 tags of at most 32 characters, separated by commas']),
  )

  const before = await allTags()
  const lines = Array.from({ length: maxTags / 10 + 1 }, (_, line) => Array.from({ length: 10 }, (_tag, at) => `n${line}-${at}`).join())
  const file = `iccid,tags\n${lines.map((cell, at) => `${iccid(100 + at)},"${cell}"\n`).join('')}`
  expect(await imports.imported(file)).toMatchObject({ state: 'failed', failure: 'tagLimit' })
  expect([await imports.sims(), await allTags()]).toEqual([[], before])
})
