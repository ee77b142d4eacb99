import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage, addSims } from '../campaigns/testing.ts'
import type { StoredEntry } from '../packages/tables.ts'
import { refreshDifferences } from '../packages/content/refresh.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

const { telemetry } = fixedAids

export const loadFile = (aid: string, version = '1.0', modules: string[] = []): StoredEntry => ({
  aid,
  state: '01',
  version,
  modules,
  load_file: null,
})
export const applet = (aid: string, owner: string | null, state = '07'): StoredEntry => ({
  aid,
  state,
  version: null,
  modules: [],
  load_file: owner,
})
export const whole = (aids: { packageAid: string; moduleAid: string }, version?: string) => ({
  loadFiles: [loadFile(aids.packageAid, version, [aids.moduleAid])],
  applications: [applet(aids.moduleAid, aids.packageAid)],
})

/** Stores the content list of a card as an inventory does. */
export async function read(
  { db }: TestServer,
  simId: number,
  listed: { loadFiles: StoredEntry[]; applications: StoredEntry[] },
  at = new Date(),
) {
  const values = { read_at: at, load_files: JSON.stringify(listed.loadFiles), applications: JSON.stringify(listed.applications) }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sim_inventories')
      .values({ sim_id: simId, ...values })
      .onConflict((conflict) => conflict.column('sim_id').doUpdateSet(values))
      .execute()
    await refreshDifferences(trx, simId)
  })
}

export const nothing = { loadFiles: [], applications: [] }

export async function fleet(sims: number) {
  const server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const held = await addPackage(call, telemetry, 2)
  const record = {
    other_package_id: held.id,
    other_instance_aid: telemetry.moduleAid,
    other_applet_name: 'Telemetry',
    other_applet_version: '1.2',
  }
  const ids = await addSims(
    server,
    Array.from({ length: sims }, () => record),
  )
  const list = (query: object = {}) => call(endpoints.listDifferingSims, { query })
  const kindsOf = async () => new Map((await list({ take: 100 })).data.map(({ id, kind }) => [ids.indexOf(id), kind]))
  const ofSim = (id: number) => call(endpoints.getSimDrift, { params: { id } })
  return { server, call, held, ids, list, kindsOf, ofSim, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
