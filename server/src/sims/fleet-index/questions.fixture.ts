import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import { joinedTexts } from '@simdeck/contract/list.ts'
import { flags } from '@simdeck/contract/sim-fields.ts'
import { cmPlatforms, operators, simStatuses, simTypes } from '@simdeck/contract/sim-values.ts'
import { connectionFilters, reversibleFilters, simFilter, type SimFilter, simSortFields } from '@simdeck/contract/sims.ts'

/** Random choices from a seed: the same seed gives the same choices. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 1
  }

  /** A whole number below `limit` (xorshift32). */
  below(limit: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % limit
  }

  isOneIn(count: number): boolean {
    return this.below(count) === 0
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!
  }

  some<Value>(values: readonly Value[]): Value[] {
    return Array.from({ length: 1 + this.below(3) }, () => this.of(values))
  }
}

export const aliases = [
  null,
  'Meter',
  'METER 12',
  'ﾒｰﾀｰ 7',
  'メーター',
  '自販機 札幌',
  'ＡＢＣ',
  'abc',
  'Ä',
  'ä',
  'ΣΑΣ',
  'x,y',
  'a\\b',
  "o'clock",
  '%_',
  'é',
  '🚰 Pump',
  '',
]
export const versions = [null, '1.0', '1.9', '1.10', '2', 'beta', '1.0.0', '1,5']
export const appletNames = [null, 'Telemetry', 'telemetry', 'IoT SAFE', 'ＴＥＬ', 'テレメトリ']
export const tags = ['vip', 'v', 'vi', '札幌', 'test 1', 'a\\b', "o'clock", '😀', '\uff5e']
export const externalIds = [null, 'DEV-1', 'dev-1', 'DEV-22', 'X,Y', '８', '0042']

/** A random page of the list. `query` is the filter in the form of a request. */
export type Question = { query: Record<string, string>; filter: SimFilter; sort: string | undefined; skip: number; take: number }
type Known = { numbers: string[]; ids: number[]; selections: number[] }

const part = (dice: Dice, text: string): string => {
  const from = dice.below(text.length)
  return text.slice(from, from + 1 + dice.below(5)).trim() || 'e'
}

/** A random filter of the list in the form of a request. `numbers` are numbers of SIMs, `ids` their ids. */
function randomQuery(dice: Dice, { numbers, ids, selections }: Known): Record<string, string> {
  const time = () => new Date(Date.now() - dice.below(30 * 86_400_000)).toISOString()
  const texts = (values: readonly (string | null)[]) => joinedTexts(dice.some(values).map((value) => value || 'none'))
  const number = () => (dice.isOneIn(3) ? part(dice, dice.of(numbers)) : dice.isOneIn(4) ? dice.some(numbers).join(',') : dice.of(numbers))
  const word = () => part(dice, dice.of(aliases) || 'meter')
  const makers: Record<string, () => string> = {
    search: () => (dice.isOneIn(2) ? number() : dice.isOneIn(2) ? word() : `${word()} ${word()}`),
    iccid: number,
    imsi: number,
    msisdn: number,
    imei: number,
    id: () => dice.some(ids).join(','),
    device_alias: word,
    connection: () => dice.some(connectionFilters).join(','),
    group: () => dice.some([0, 1, 2, 3]).join(','),
    applet: () => texts(appletNames.map((name) => name && part(dice, name))),
    silent: () => dice.some(['never', '1h', '36h', '5m', '14d', '1x', '3x', '30x', '9999x', '1-3x', '3-30x']).join(','),
    status: () => dice.some(simStatuses).join(','),
    status_poller: () => dice.some(otaStatuses).join(','),
    status_other_applet: () => dice.some(otaStatuses).join(','),
    operator: () => dice.some(operators).join(','),
    cm_platform: () => dice.some(cmPlatforms).join(','),
    type: () => dice.of(simTypes),
    external_device_id: () => texts(externalIds),
    poller_version: () => texts(versions),
    applet_version: () => texts(versions),
    last_poll_start: time,
    last_poll_end: time,
    modified_start: time,
    modified_end: time,
    imei_changed_start: time,
    imei_changed_end: time,
    tags: () => joinedTexts(dice.some(['ＶＩＰ', ...tags])),
    has_keys: () => dice.some(flags).join(','),
    has_standby_poller: () => dice.some(flags).join(','),
    selection: () => String(dice.of(selections)),
  }
  const names = dice.isOneIn(8) ? [] : dice.some(Object.keys(makers))
  const not = names.filter((name) => reversibleFilters.some((other) => other === name) && dice.isOneIn(3))
  const asked: Record<string, string> = {
    ...Object.fromEntries(names.map((name) => [name, makers[name]!()])),
    ...(not.length > 0 && { not: not.join(',') }),
  }
  for (const period of ['last_poll', 'modified', 'imei_changed']) {
    const [start, end] = [asked[`${period}_start`], asked[`${period}_end`]]
    if (start && end && start > end) Object.assign(asked, { [`${period}_start`]: end, [`${period}_end`]: start })
  }
  return simFilter.safeParse(asked).success ? asked : {}
}

export const randomFilter = (dice: Dice, known: Known): SimFilter => simFilter.parse(randomQuery(dice, known))

export function randomQuestion(dice: Dice, known: Known): Question {
  const take = 1 + dice.below(60)
  const query = randomQuery(dice, known)
  return {
    query,
    filter: simFilter.parse(query),
    sort: dice.isOneIn(10) ? undefined : `${dice.of(simSortFields)}:${dice.of(['ASC', 'DESC'])}`,
    skip: dice.isOneIn(2) ? 0 : dice.below(known.ids.length + 50),
    take,
  }
}
