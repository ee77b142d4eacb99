import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { makeCapFile } from '../testing/cap-file.ts'
import { addSims as addRows, type SimRowToAdd } from '../testing/sims.ts'
import type { TestCall, TestServer } from '../testing/server.ts'

export const iccid = (n: number): string => `8981100000000000${String(n).padStart(4, '0')}`

/** Uploads a package with the AIDs, and without an applet if `moduleAid` is null. */
export async function addPackage(call: TestCall, aids: { packageAid: string; moduleAid: string | null }, minor = 0) {
  const bytes = await makeCapFile({
    packageAid: fromHex(aids.packageAid),
    packageVersion: { major: 1, minor },
    applets: aids.moduleAid === null ? [] : [fromHex(aids.moduleAid)],
  })
  const { id, packageAID, otaVersion, label, loadLength } = await call(endpoints.uploadPackage, {
    body: {},
    file: new File([bytes as BlobPart], 'x.cap'),
  })
  return { id, loadLength, key: { packageAID, otaVersion, label } }
}

/** SIMs with keys. */
export const addSims = ({ db }: TestServer, sims: SimRowToAdd[]): Promise<number[]> =>
  addRows(
    db,
    sims.map((one, n) => ({ iccid: iccid(n), has_keys: true, ...one })),
  )

let added = 0
/** SIMs with keys and ICCIDs of their own, for a file whose tests share a server. */
export const addFleet = ({ db }: TestServer, size: number, more: Omit<SimRowToAdd, 'iccid'> = {}): Promise<number[]> =>
  addRows(
    db,
    Array.from({ length: size }, () => ({ iccid: `8981100009${String(added++).padStart(9, '0')}`, has_keys: true, ...more })),
  )

export async function snapshotOf(call: TestCall, simIds: number[]): Promise<number> {
  return (await call(endpoints.createSnapshot, { body: { simIds } })).id
}

/** A target of an applet other than a poller. */
export const other = (more: Partial<OtaTargetInput> = {}): OtaTargetInput => ({ appletType: 1, active: true, ...more })

/** The API error of a refused call; empty if the call succeeds. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ code?: string; fields?: { path: string; message: string }[]; status?: number }> {
  return call.then(
    () => ({}),
    (error: unknown) => (error instanceof CallError ? { ...error.body, status: error.status } : { code: String(error) }),
  )
}
