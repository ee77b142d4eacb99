import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { actionTypes, otaStatuses, type OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { startTestServer } from '../testing/server.ts'
import { addOtas } from '../testing/otas.ts'
import { addSims } from '../testing/sims.ts'

const { INSTALL_PACKAGE, REMOVE_PACKAGE } = actionTypes
/** The statuses of an uninstall that count for an applet whose install is Ready (specification §4). */
const decisive: readonly OtaStatus[] = ['Blocked', 'Started', 'Interrupted', 'Failed']

test('the combined progress follows the specification for every pair of statuses', async () => {
  await using server = await startTestServer()
  const pairs = [null, ...otaStatuses].flatMap((install) => [null, ...otaStatuses].map((remove) => ({ install, remove })))
  const wanted = pairs.filter(({ install, remove }) => install !== null || remove !== null)
  const ids = await addSims(
    server.db,
    wanted.map(() => ({})),
  )
  for (const [index, { install, remove }] of wanted.entries()) {
    const otas = [remove && { kind: 'remove' as const, status: remove }, install && { kind: 'install' as const, status: install }]
    await addOtas(
      server.db,
      ids[index]!,
      otas.filter((ota) => ota !== null),
    )
  }
  const call = await server.signIn('MEMBER')
  for (const [index, { install, remove }] of wanted.entries()) {
    const sim = await call(endpoints.getSim, { params: { id: ids[index]! } })
    const removalCounts = install === null || (install === 'Ready' && remove !== null && decisive.includes(remove))
    const expected = removalCounts ? { status: remove, type: REMOVE_PACKAGE } : { status: install, type: INSTALL_PACKAGE }
    const { status, action_type: action } = sim.other_applet.ota_progress!
    expect({ install, remove, status, type: action.type }).toEqual({ install, remove, ...expected })
    expect(sim.status_other_applet).toBe(expected.status)
  }
})
