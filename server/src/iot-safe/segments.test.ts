import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { addPackage, addSims } from '../campaigns/testing.ts'
import { startTestServer } from '../testing/server.ts'

type States = readonly [key: string, csr: string, cert: string, mark?: 'NeedUpdate' | 'NeedDelete', isOpen?: boolean]

/** The certificates of each SIM, the newest last, under the segment of the SIM. */
const sims: readonly (readonly [string, ...States[]])[] = [
  ['none'],
  ['none', ['Deleted', 'Signed', 'Revoked']],
  ['active', ['Generated', 'Signed', 'Active']],
  ['active', ['Generated', 'Signed', 'Active', 'NeedDelete'], ['Generated', 'Signed', 'Active']],
  ['pending', ['Generated', 'Signed', 'Active', 'NeedUpdate']],
  ['pending', ['Generated', 'Signed', 'Active'], ['Requested', 'None', 'None', undefined, true]],
  ['pending', ['Generated', 'Verified', 'None']],
  ['attention', ['Generated', 'Rejected', 'None']],
  ['attention', ['Generated', 'None', 'None']],
  ['attention', ['Failed', 'None', 'None']],
  ['attention', ['Generated', 'Signed', 'Revoked', 'NeedDelete']],
]

test('each SIM is in one segment by its newest certificate, and the figures agree with the lists', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const { id: packageId } = await addPackage(admin, fixedAids.iotSafe)
  const held = { other_package_id: packageId, other_instance_aid: fixedAids.iotSafe.moduleAid, other_applet_version: '1.0' }
  const ids = await addSims(
    server,
    sims.map(() => held),
  )
  for (const [at, [, ...certificates]] of sims.entries())
    for (const [key, csr, cert, mark = null, isOpen = false] of certificates)
      await server.db
        .insertInto('sim_certificates')
        .values({
          sim_id: ids[at]!,
          is_open: isOpen,
          template_name: 'meters',
          identity: JSON.stringify({ altNames: [], serverAuth: false, validDays: 365, renewBeforeDays: 30 }),
          subject: Buffer.from('3000', 'hex'),
          csr_subject: 'CN=meter',
          label: 'device',
          slot_id: 1,
          key_object_id: '4B3141',
          file_object_id: '433141',
          delivery: 'Auto',
          key_pair_status: key as 'Generated',
          csr_status: csr as 'Signed',
          cert_status: cert as 'Active',
          management_status: mark,
        })
        .execute()
  const figures = await admin(endpoints.iotSafeFigures, {})
  for (const segment of ['active', 'pending', 'attention', 'none'] as const) {
    const { data, totalItems } = await admin(endpoints.listIotSafeSims, { query: { segment, sort: 'iccid:ASC' } })
    const wanted = sims.flatMap(([name], at) => (name === segment ? [ids[at]] : []))
    expect([segment, data.map(({ id }) => id), totalItems, figures[segment]]).toEqual([segment, wanted, wanted.length, wanted.length])
  }
})
