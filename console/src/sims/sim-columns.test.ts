import { sim, simSortFields } from '@simdeck/contract/sims.ts'
import { expect, test } from 'vitest'
import { initialView, simColumnIds } from './sim-columns.tsx'

test('every field of a SIM has a column, and the specification’s are shown at first', () => {
  const fields = Object.keys(sim.shape).filter((field) => field !== 'poller' && field !== 'other_applet')
  const progress = ['poller_install', 'poller_uninstall', 'other_applet_install', 'other_applet_uninstall', 'store_data', 'rfm']
  expect(simColumnIds.toSorted()).toEqual([...fields, ...progress.map((act) => `${act}_progress`)].toSorted())
  expect(simSortFields.filter((field) => !simColumnIds.includes(field))).toEqual([])
  expect(simColumnIds.filter((id) => !initialView.hidden.includes(id))).toEqual([
    'device_alias',
    'iccid',
    'connection',
    'rsrp',
    'poller_version',
    'status_poller',
    'other_applet_name',
    'other_applet_version',
    'status_other_applet',
    'status',
    'last_poll',
  ])
})
