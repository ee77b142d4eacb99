import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimExportColumn } from '@simdeck/contract/sim-exports.ts'
import { type SimField, type SimFieldName, simFields, simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import { addSims } from '../testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'

let server: TestServer
let call: TestCall
beforeAll(async () => {
  server = await startTestServer()
  call = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

const iccid = '8981100000000000017'
const editable = simFieldsWith({ editable: true })

/** A valid value of an editable field, different from the value of a new SIM. */
function valueOf(name: SimFieldName): string {
  const { choices, initial, pattern }: SimField = simFields[name]
  if (choices) return choices.find((choice) => choice !== initial) ?? ''
  return pattern ? `35209900176${editable.findIndex((other) => other === name)}481` : `${name} =1`
}
const values = Object.fromEntries(editable.map((name) => [name, valueOf(name)]))
async function exported(filter: object, columns: SimExportColumn[]): Promise<string> {
  const { url } = await call(endpoints.createSimExport, { body: { columns, filter } })
  return (await fetch(server.url + url)).text()
}
const listed = async (query: object) => (await call(endpoints.listSims, { query })).data.map((sim) => sim.iccid)

test('every editable field in the table of fields can be set, filtered, sorted, exported, imported and changed, and is documented', async () => {
  const other = await call(endpoints.createSim, { body: { iccid: '8981100000000000025' } })
  const made = await call(endpoints.createSim, { body: { iccid, ...values } })
  expect(made).toMatchObject(values)

  for (const name of editable) {
    if ('filter' in simFields[name]) expect([name, await listed({ [simFilterOf(name)]: valueOf(name) })]).toEqual([name, [iccid]])
    for (const order of 'sortable' in simFields[name] ? ['ASC', 'DESC'] : [])
      expect([name, await listed({ sort: `${name}:${order}` })]).toEqual([name, [iccid, other.iccid]])
  }

  const columns = [...simFieldsWith({ importable: true, exportable: true })]
  const csv = await exported({ iccid }, columns)
  await call(endpoints.deleteSim, { params: { id: made.id } })
  await call(endpoints.importSims, { body: { mode: 'add' }, file: new File([csv], 'sims.csv') })
  const [imported] = (await call(endpoints.listSims, { query: { iccid } })).data
  expect(imported).toMatchObject(values)

  expect(await call(endpoints.updateSim, { params: { id: other.id }, body: values })).toMatchObject(values)

  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const documented = JSON.stringify(document.paths['/v1/sims'])
  for (const name of editable) expect([name, documented.includes(`"${name}"`)]).toEqual([name, true])
})

test('a filter by period returns the SIMs between its start and end, in the list and in an export', async () => {
  const early = '8981100000000000033'
  const late = '8981100000000000041'
  const timesOf = (at: string) => Object.fromEntries(simFieldsWith({ filter: 'period' }).map((name) => [name, new Date(at)]))
  await addSims(server.db, [
    { iccid: early, ...timesOf('2024-01-02T00:00:00Z') },
    { iccid: late, ...timesOf('2024-01-04T00:00:00Z') },
  ])
  for (const period of simFieldsWith({ filter: 'period' }).map(simFilterOf)) {
    const [start, end] = [`${period}_start`, `${period}_end`]
    const before = { [end]: '2024-01-03T00:00:00Z' }
    const after = { [start]: '2024-01-03T00:00:00Z', [end]: '2024-01-05T00:00:00Z' }
    expect([period, await listed(before), await listed(after)]).toEqual([period, [early], [late]])
    expect([period, await exported(before, ['iccid']), await exported(after, ['iccid'])]).toEqual([
      period,
      `iccid\n${early}\n`,
      `iccid\n${late}\n`,
    ])
  }
})
