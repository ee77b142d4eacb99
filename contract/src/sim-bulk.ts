import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { simFilter } from './sims.ts'
import { task } from './tasks.ts'

/** A frozen list of SIMs for a bulk change. It does not follow later changes of the SIMs, and is stored for a day. */
export const simSelection = z.object({ id: z.number(), total: z.number(), createdAt: z.string() })
export type SimSelection = z.infer<typeof simSelection>

export const createSimSelection = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/selections',
  needs: 'signedIn',
  summary: 'Freeze the SIMs of a filter or a list of ids as a selection, with an exact count',
  body: z.strictObject({ filter: simFilter.optional(), simIds: z.array(z.number().int().positive()).min(1).max(10_000).optional() }),
  response: simSelection,
  errors: ['emptyParameters', 'noTargetSims', 'searchTooSlow'],
})

const selectionId = z.number().int().positive()

/**
 * The names that an alias pattern may have in braces. `n` counts the SIMs of the selection from 1; `{n:4}` fills up to 4 digits with zeros;
 * `{iccid:4}` takes the last 4.
 */
export const aliasPlaceholders = ['n', 'iccid', 'imsi', 'msisdn', 'imei', 'external_device_id', 'group'] as const
export type AliasPlaceholder = (typeof aliasPlaceholders)[number]
export const maxAliasLength = 100

/** The parts of a pattern, in order. Null when it has braces with an unknown name. */
export function aliasParts(pattern: string): ({ text: string } | { name: AliasPlaceholder; digits: number | null })[] | null {
  const parts: ({ text: string } | { name: AliasPlaceholder; digits: number | null })[] = []
  let from = 0
  for (const found of pattern.matchAll(/\{([a-z_]+)(?::([1-9]\d?))?\}/g)) {
    const name = aliasPlaceholders.find((known) => known === found[1])
    if (!name) return null
    if (found.index > from) parts.push({ text: pattern.slice(from, found.index) })
    parts.push({ name, digits: found[2] === undefined ? null : Number(found[2]) })
    from = found.index + found[0].length
  }
  if (from < pattern.length) parts.push({ text: pattern.slice(from) })
  return parts.some((part) => 'text' in part && /[{}]/.test(part.text)) ? null : parts
}

/** The alias that a pattern makes for one SIM. Throws a programming error for a pattern whose `aliasParts` are null. */
export function fillAlias(pattern: string, values: Record<AliasPlaceholder, string | number | null>): string {
  const parts = aliasParts(pattern)
  if (!parts) throw new Error('not an alias pattern')
  return parts
    .map((part) => {
      if ('text' in part) return part.text
      const value = String(values[part.name] ?? '')
      if (part.digits === null) return value
      return part.name === 'n' ? value.padStart(part.digits, '0') : value.slice(-part.digits)
    })
    .join('')
}

export const aliasPattern = line(maxAliasLength)
  .min(1)
  .refine((pattern) => aliasParts(pattern) !== null)

export const setAliases = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/bulk/alias',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Name the SIMs of a selection by a pattern',
  body: z.strictObject({ selectionId, pattern: aliasPattern }),
  response: task,
  errors: ['selectionNotFound'],
})

export const setGroups = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/bulk/group',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Move the SIMs of a selection to a group; null removes them from their groups',
  body: z.strictObject({ selectionId, groupId: z.number().int().positive().nullable() }),
  response: task,
  errors: ['selectionNotFound', 'groupNotFound'],
})

/** `total` is the number that the user typed to confirm, and must be the selection's. A SIM with an open OTA is refused. */
export const deleteSims = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/bulk/delete',
  needs: 'SIM_DELETE',
  action: 'simDelete',
  summary: 'Delete the SIMs of a selection',
  body: z.strictObject({ selectionId, total: z.number().int().positive() }),
  response: task,
  errors: ['selectionNotFound', 'selectionCount'],
})
