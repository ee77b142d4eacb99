import { sheetWordsOf } from '@simdeck/contract/sim-column-words.ts'
import { sim, simSortFields } from '@simdeck/contract/sims.ts'
import { expect, test } from 'vitest'
import { initialView, simColumnIds, simColumnsIn } from './sim-columns.tsx'

test('every field of a SIM has a column, and the specification’s columns are visible by default', () => {
  // The columns of their progress show the statuses of the last configuration and script.
  const shownElsewhere = ['poller', 'other_applet', 'status_store_data', 'status_rfm']
  const fields = Object.keys(sim.shape).filter((field) => !shownElsewhere.includes(field))
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

test('column headers are unique, and an exported spreadsheet names the statuses as the list does', () => {
  for (const language of ['ja', 'en'] as const) {
    const columns = simColumnsIn(language)
    const heads = columns.map(({ header }) => header)
    expect(heads.filter((head, at) => heads.indexOf(head) !== at)).toEqual([])
    const nameOf = (id: string) => columns.filter((column) => column.id === id).map(({ menuName, header }) => menuName ?? header)
    for (const id of ['status', 'status_poller', 'status_other_applet', 'imei_status', 'connection', 'rsrp', 'last_poll'] as const)
      expect(nameOf(id)).toEqual([sheetWordsOf(id)[language]])
  }
})
