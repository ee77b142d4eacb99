import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims } from '../../testing/sims.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import '../tables.ts'

/** Adds a certificate to each SIM. `ends`: days from now, null for one that was not issued yet. */
async function addCertificates({ db }: TestServer, simIds: readonly number[], ends: readonly (number | null)[]): Promise<number[]> {
  const day = (days: number | null) => (days === null ? null : new Date(Date.now() + days * 86_400_000))
  const rows = await db
    .insertInto('sim_certificates')
    .values(
      ends.map((days, index) => ({
        sim_id: simIds[index]!,
        is_open: false,
        template_name: 'meters',
        identity: JSON.stringify({ altNames: [], serverAuth: false, validDays: 365, renewBeforeDays: 30 }),
        subject: Buffer.from('3000', 'hex'),
        csr_subject: 'CN=meter',
        label: 'device',
        slot_id: 1,
        key_object_id: '4B3141',
        file_object_id: '433141',
        delivery: 'Auto' as const,
        key_pair_status: 'Generated' as const,
        csr_status: days === null ? ('Requested' as const) : ('Signed' as const),
        cert_status: days === null ? ('None' as const) : ('Active' as const),
        valid_from: day(days === null ? null : days - 365),
        valid_to: day(days),
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

test('pages of certificates follow each order both ways, with those that are not issued at the end', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const simIds = await addSims(
    server.db,
    ['3', '1', '2', '5', '4'].map((digit) => ({ iccid: `8981100000000000000${digit}` })),
  )
  const ids = await addCertificates(server, simIds, [30, null, 10, null, 20])
  const ofPage = async (query: {
    sort?: 'valid_to:ASC' | 'valid_to:DESC' | 'valid_from:ASC' | 'iccid:ASC' | 'iccid:DESC'
    iccid?: string
  }) => {
    const pages = [0, 1, 2].map((pageIndex) => admin(endpoints.listCertificates, { query: { ...query, take: 2, pageIndex } }))
    const found = await Promise.all(pages)
    return { total: found[0]!.totalItems, at: found.flatMap(({ data }) => data.map(({ id }) => ids.indexOf(id))) }
  }
  expect(await ofPage({})).toEqual({ total: 5, at: [4, 3, 2, 1, 0] })
  expect((await ofPage({ sort: 'valid_to:ASC' })).at).toEqual([2, 4, 0, 1, 3])
  expect((await ofPage({ sort: 'valid_to:DESC' })).at).toEqual([0, 4, 2, 3, 1])
  expect((await ofPage({ sort: 'valid_from:ASC' })).at).toEqual([2, 4, 0, 1, 3])
  expect((await ofPage({ sort: 'iccid:ASC' })).at).toEqual([1, 2, 0, 4, 3])
  expect((await ofPage({ sort: 'iccid:DESC' })).at).toEqual([3, 4, 0, 2, 1])
  expect(await ofPage({ iccid: '00004' })).toEqual({ total: 1, at: [4] })
})

test('active certificates are counted by the week in which they end', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const simIds = await addSims(
    server.db,
    ['1', '2', '3', '4'].map((digit) => ({ iccid: `8981100000000000000${digit}` })),
  )
  await addCertificates(server, simIds, [8, 8, 300, null])
  const { byStatus, weeks, later } = await admin(endpoints.certificateFigures, {})
  expect(byStatus).toEqual([
    { status: 'Active', count: 3 },
    { status: 'None', count: 1 },
  ])
  expect([weeks.length, weeks.flatMap(({ count }, week) => (count === 0 ? [] : [[week, count]])), later]).toEqual([26, [[1, 2]], 1])
})
