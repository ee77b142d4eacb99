import { joinedTexts, maxTexts, splitTexts } from '@simdeck/contract/list.ts'
import type { CountedTag } from '@simdeck/contract/sim-tags.ts'
import { eachOnce, tagKey, tagLabel } from '@simdeck/contract/tag-keys.ts'
import type { Db } from '../../platform/db/database.ts'
import { labelsByKey } from '../tags/tags.ts'
import { lockStoredTags, selectStoredTags, type StoredFilters, writeStoredTags } from '../sql/stored-tags.ts'

type FilterName = Exclude<keyof CountedTag, 'tag' | 'sims'>

/** The stored filters that may name tags: those of saved views, and those that nouns above add. */
export class TagFilters {
  readonly #tables = new Map<FilterName, StoredFilters>([['views', { table: 'sim_views', column: 'search' }]])

  add(name: FilterName, filters: StoredFilters): void {
    this.#tables.set(name, filters)
  }

  /** A function that returns the numbers of the filters that name a tag. */
  async uses(db: Db): Promise<(key: string) => Record<FilterName, number>> {
    const uses = new Map<string, Record<FilterName, number>>()
    for (const [name, filters] of this.#tables)
      for (const { tags } of await selectStoredTags(db, filters))
        for (const key of new Set(splitTexts(tags).map(tagKey))) {
          const counts = uses.get(key) ?? { views: 0, rules: 0 }
          counts[name]++
          uses.set(key, counts)
        }
    return (key) => uses.get(key) ?? { views: 0, rules: 0 }
  }

  /** Lets the filters that name `tag` name `to` as well, so that they find the same SIMs while these are changed. */
  async include(trx: Db, tag: string, to: string): Promise<void> {
    const label = await labelOf(trx, to)
    await this.#change(trx, tag, (texts) => (texts.length < maxTexts ? [...texts, label] : texts))
  }

  /** Lets the filters that name `tag` name `to` in its place. */
  async replace(trx: Db, tag: string, to: string): Promise<void> {
    const label = await labelOf(trx, to)
    await this.#change(trx, tag, (texts) => texts.map((text) => (tagKey(text) === tagKey(tag) ? label : text)))
  }

  async #change(trx: Db, tag: string, changed: (texts: readonly string[]) => readonly string[]): Promise<void> {
    for (const filters of this.#tables.values()) {
      const naming = (await lockStoredTags(trx, filters)).filter(({ tags }) =>
        splitTexts(tags).some((text) => tagKey(text) === tagKey(tag)),
      )
      const rows = naming.map(({ id, tags }) => ({ id, tags: joinedTexts(eachOnce(changed(splitTexts(tags)))) }))
      if (rows.length > 0) await writeStoredTags(trx, filters, rows)
    }
  }
}

/** A tag as it is shown. */
const labelOf = async (trx: Db, tag: string): Promise<string> => (await labelsByKey(trx)).get(tagKey(tag)) ?? tagLabel(tag)
