import { type SimField, type SimFieldName, simFields } from '@simdeck/contract/sim-fields.ts'
import { simSearchFields } from '@simdeck/contract/sims.ts'
import { CodedColumn } from './columns/coded-column.ts'
import type { Column, Value } from './columns/column.ts'
import { NumberColumn } from './columns/number-column.ts'
import { TextColumn } from './columns/text-column.ts'
import { byName, byNumber, byText, byVersion } from './columns/value-orders.ts'

const tableOf: Record<SimFieldName, SimField> = simFields
const searched: readonly SimFieldName[] = simSearchFields
/** The fields that the filter `applet` searches. */
export const appletNames = ['other_applet_name', 'poller_name'] as const

/** The fields that the index holds, in the order of the values of a row: all but the id. */
export const indexedFields: readonly SimFieldName[] = (Object.keys(simFields) as SimFieldName[]).filter((name) => name !== 'id')

/** The indexed fields whose values come from `sim_contacts` alone. */
export const contactFields: readonly SimFieldName[] = indexedFields.filter((name) => tableOf[name].from === 'contact' || name === 'cid')

/** The indexed fields whose values come from `sim_keys` alone. */
export const keyFields: readonly SimFieldName[] = ['scp03_level']

/** The indexed fields whose values come from `sims` alone. */
export const recordFields: readonly SimFieldName[] = indexedFields.filter(
  (name) => !contactFields.includes(name) && !keyFields.includes(name),
)

/** The keys of tags in a value of the column `tags`. */
export const tagsOf = (value: Value): readonly string[] => (value === null ? [] : String(value).split(','))

function columnOf(name: SimFieldName, groupNames: ReadonlyMap<number, string>): Column {
  const { type, filter } = tableOf[name]
  if (searched.includes(name)) return new TextColumn()
  if (type === 'number' || type === 'moment') return new NumberColumn()
  if (type === 'group') return new CodedColumn(byName(groupNames))
  return new CodedColumn(filter === 'version' ? byVersion : type === 'connection' || type === 'boolean' ? byNumber : byText)
}

/** The columns of all indexed fields. */
export class Columns {
  readonly #groupNames = new Map<number, string>()
  readonly #columns = new Map(indexedFields.map((name) => [name, columnOf(name, this.#groupNames)]))
  readonly #inOrder = [...this.#columns.values()]
  readonly #ofContacts = contactFields.map((name) => this.of(name))

  get bytes(): number {
    return this.#inOrder.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get names(): readonly SimFieldName[] {
    return indexedFields
  }

  of(name: SimFieldName): Column {
    const column = this.#columns.get(name)
    if (!column) throw new Error(`the index does not hold ${name}`)
    return column
  }

  text(name: SimFieldName): TextColumn {
    return this.#as(name, TextColumn)
  }

  coded(name: SimFieldName): CodedColumn {
    return this.#as(name, CodedColumn)
  }

  numbers(name: SimFieldName): NumberColumn {
    return this.#as(name, NumberColumn)
  }

  set(slot: number, values: readonly Value[]): void {
    for (let at = 0; at < this.#inOrder.length; at++) this.#inOrder[at]!.set(slot, values[at] ?? null)
  }

  /** Sets the values of `contactFields`. */
  setContact(slot: number, values: readonly Value[]): void {
    for (let at = 0; at < this.#ofContacts.length; at++) this.#ofContacts[at]!.set(slot, values[at] ?? null)
  }

  /** True if the slot has these values. */
  holds(slot: number, values: readonly Value[]): boolean {
    return this.#inOrder.every((column, at) => column.valueAt(slot) === values[at])
  }

  clear(slot: number): void {
    for (const column of this.#inOrder) column.set(slot, null)
  }

  grow(capacity: number): void {
    for (const column of this.#inOrder) column.grow(capacity)
  }

  setGroups(groups: readonly { id: number; name: string }[]): void {
    this.#groupNames.clear()
    for (const { id, name } of groups) this.#groupNames.set(id, name)
    for (const name of indexedFields) if (tableOf[name].type === 'group') this.coded(name).forgetPlaces()
  }

  #as<Kind extends Column>(name: SimFieldName, kind: new (...args: never[]) => Kind): Kind {
    const column = this.of(name)
    if (!(column instanceof kind)) throw new Error(`${name} has another kind of column`)
    return column
  }
}
