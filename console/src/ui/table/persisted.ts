import { defaultPageSize, pageSizes } from '@simdeck/contract/list.ts'
import { useMemo } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { StateStorage } from 'zustand/middleware'
import { followOtherTabs } from '../words/follow-other-tabs.ts'

/** Lists whose page size and sort are stored, by their names in the specification (§9). */
export type ListName = 'default' | 'sim' | 'ota' | 'otaLog' | 'member' | 'group' | 'systemLog'
export interface Sort {
  column: string
  direction: 'asc' | 'desc'
}
export type Density = 'compact' | 'default' | 'relaxed'
export interface TableView {
  /** Order of the columns. Columns that it does not name follow in their default order. */
  order: readonly string[]
  hidden: readonly string[]
  density: Density
}
export interface Auth {
  accessToken: string
  refreshToken: string
}
export interface Sections {
  auth: Auth | null
  paginate: Partial<Record<ListName, number>>
  sort: Partial<Record<ListName, Sort | null>>
  tableView: Partial<Record<ListName, TableView>>
}
interface PersistedState extends Sections {
  setAuth: (auth: Auth | null) => void
  setPageSize: (list: ListName, size: number) => void
  setSort: (list: ListName, sort: Sort | null) => void
  setTableView: (list: ListName, view: TableView) => void
}

export const plainView: TableView = { order: [], hidden: [], density: 'default' }

const storageKey = 'simdeck'
const storageVersion = 1
const emptySections: Sections = { auth: null, paginate: {}, sort: {}, tableView: {} }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every((word) => typeof word === 'string')
const isAuth = (value: unknown): value is Auth =>
  isRecord(value) && typeof value['accessToken'] === 'string' && typeof value['refreshToken'] === 'string'
const isSort = (value: unknown): value is Sort | null =>
  value === null ||
  (isRecord(value) && typeof value['column'] === 'string' && (value['direction'] === 'asc' || value['direction'] === 'desc'))
const isPageSize = (value: unknown): value is number => pageSizes.some((size) => size === value)
const isView = (value: unknown): value is TableView =>
  isRecord(value) &&
  isStrings(value['order']) &&
  isStrings(value['hidden']) &&
  (value['density'] === 'compact' || value['density'] === 'default' || value['density'] === 'relaxed')

function validEntries<T>(section: unknown, usable: (value: unknown) => value is T): Record<string, T> {
  if (!isRecord(section)) return {}
  return Object.fromEntries(Object.entries(section).filter((entry): entry is [string, T] => usable(entry[1])))
}

/** Valid parts of a stored state. Invalid parts are dropped. */
export function readSections(stored: unknown): Sections {
  if (!isRecord(stored)) return emptySections
  return {
    auth: isAuth(stored['auth']) ? stored['auth'] : null,
    paginate: validEntries(stored['paginate'], isPageSize),
    sort: validEntries(stored['sort'], isSort),
    tableView: validEntries(stored['tableView'], isView),
  }
}

/** Store in the given storage. A stored state with another format version is dropped. */
export function createPersisted(storage: () => StateStorage): ReturnType<typeof build> {
  return build(storage)
}

function build(storage: () => StateStorage) {
  return create<PersistedState>()(
    persist(
      (set) => ({
        ...emptySections,
        setAuth: (auth) => set({ auth }),
        setPageSize: (list, size) => set(({ paginate }) => ({ paginate: { ...paginate, [list]: size } })),
        setSort: (list, next) => set(({ sort }) => ({ sort: { ...sort, [list]: next } })),
        setTableView: (list, view) => set(({ tableView }) => ({ tableView: { ...tableView, [list]: view } })),
      }),
      {
        name: storageKey,
        version: storageVersion,
        storage: createJSONStorage<Sections>(storage),
        partialize: ({ auth, paginate, sort, tableView }): Sections => ({ auth, paginate, sort, tableView }),
        migrate: () => emptySections,
        merge: (stored, current) => ({ ...current, ...readSections(stored) }),
      },
    ),
  )
}

/** The application's state in local storage (sections auth, paginate, sort, tableView; specification §1). */
export const usePersisted = createPersisted(() => localStorage)

export function usePageSize(list: ListName): number {
  return usePersisted((state) => state.paginate[list] ?? (list === 'systemLog' ? 100 : defaultPageSize))
}

/** The stored view. Columns that are newer than the view get their default visibility. */
export function viewOf(stored: TableView, initial: TableView): TableView {
  const newer = initial.hidden.filter((id) => !stored.order.includes(id) && !stored.hidden.includes(id))
  return newer.length > 0 ? { ...stored, hidden: [...stored.hidden, ...newer] } : stored
}

/** The user's view of the list. Until the user changes it, it is `initial`, which must always be the same object. */
export function useTableView(list: ListName, initial: TableView = plainView): TableView {
  const stored = usePersisted((state) => state.tableView[list])
  return useMemo(() => (stored ? viewOf(stored, initial) : initial), [stored, initial])
}

/** Keeps the state equal in all open tabs. Call once, at the start. */
export function applyPersisted(): void {
  followOtherTabs(storageKey, usePersisted)
}
