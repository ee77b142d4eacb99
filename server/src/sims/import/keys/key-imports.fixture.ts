import { randomBytes } from 'node:crypto'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { wrapKey } from '@simdeck/protocol/crypto/key-wrap.ts'
import { kcv } from '@simdeck/protocol/scp03/keys.ts'
import { iccid, ImportsOfTest } from '../imports.fixture.ts'

export const transportKey = toHex(randomBytes(32))
export const newKey = (octets = 16): string => toHex(randomBytes(octets)).toUpperCase()
export const valueOf = (key: string): string => toHex(kcv(fromHex(key))).toUpperCase()
export const wrapped = (key: string, under = transportKey): string => toHex(wrapKey(fromHex(under), fromHex(key))).toUpperCase()
export const five = ['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'] as const
export const keysOf = () => Object.fromEntries(five.map((name) => [name, newKey()])) as Record<(typeof five)[number], string>

type Fields = { columns: readonly (string | null)[] } & Record<string, unknown>
export const valuesOf = (keys: ReturnType<typeof keysOf>) => [keys.scp03_enc, keys.scp03_mac, keys.scp03_dek].map(valueOf)

/** A server that the tests of a file share, and functions that import key files. */
export function keyImports() {
  const imports = new ImportsOfTest()

  /** Sends a key file; returns its checked task. */
  function check(file: string | readonly (readonly string[])[], { columns, ...fields }: Fields) {
    const text = typeof file === 'string' ? file : file.map((cells) => cells.join(',')).join('\n')
    const body = { ...fields, columns: JSON.stringify(columns) }
    return imports.call(endpoints.checkKeyImport, { body, file: new File([text], 'vendor.csv') })
  }
  const start = (id: number) => imports.call(endpoints.startKeyImport, { params: { id } })

  /** Imports a key file; returns its task after its end, and the results of its lines. */
  async function imported(file: string | readonly (readonly string[])[], fields: Fields) {
    const { id } = await check(file, fields)
    await start(id)
    const task = await imports.ended(id)
    const results = await imports.call(endpoints.listTaskResults, { params: { id }, query: { take: 100 } })
    return { task, results: results.data }
  }

  const addSim = async (n: number, keys?: ReturnType<typeof keysOf>): Promise<number> => {
    const sim = await imports.call(endpoints.createSim, {
      body: { iccid: iccid(n), imsi: `44010${String(n).padStart(10, '0')}`, ...(keys && { keys }) },
    })
    return sim.id
  }
  const setsOf = async (id: number) => (await imports.call(endpoints.getSecurityDomain, { params: { id } }))?.keySets ?? []
  /** The version and the check values of the SCP03 keys of a SIM. */
  const scp03Of = async (id: number) => {
    const set = (await setsOf(id)).find(({ kind }) => kind === 'scp03')
    return set && [set.keyVersionNumber, ...set.keys.map((key) => key.kcv)]
  }

  /** All stored text in which a key must not be. */
  async function stored(): Promise<string> {
    const tables = await Promise.all(
      (['tasks', 'task_results', 'action_logs', 'raw_api_logs', 'notifications', 'key_import_lines'] as const).map((table) =>
        imports.server.db.selectFrom(table).selectAll().execute(),
      ),
    )
    return JSON.stringify(tables).toUpperCase()
  }

  return { imports, check, start, imported, addSim, setsOf, scp03Of, stored }
}
