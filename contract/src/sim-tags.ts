import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { faultName } from './fault-name.ts'
import { oneLine } from './line.ts'
import { sim } from './sims.ts'
import { longestTag, maxTagsOfSim, tagKey } from './tag-keys.ts'
import { task } from './tasks.ts'

const charactersOf = (text: string): number => Array.from(text).length

/** A tag as a member types it, trimmed: 1 to 32 characters in one line, without a comma, also after normalisation. */
export const tag = z
  .string()
  .trim()
  // Normalisation of longer texts could take long.
  .max(2 * longestTag, { error: faultName('tagTooLong'), abort: true })
  .refine((text) => tagKey(text) !== '', { error: faultName('empty'), abort: true })
  .refine((text) => charactersOf(text) <= longestTag && charactersOf(tagKey(text)) <= longestTag, faultName('tagTooLong'))
  .regex(oneLine, faultName('unseen'))
  .refine((text) => !/[,、]/u.test(tagKey(text)), faultName('tagComma'))

const tags = z.array(tag).max(maxTagsOfSim).default([])

/** Tags to add and tags to remove, in any spelling. No tag is in both. */
const change = z.strictObject({ add: tags, remove: tags })
const isApart = ({ add, remove }: z.output<typeof change>): boolean => {
  const removed = new Set(remove.map(tagKey))
  return !add.some((text) => removed.has(tagKey(text)))
}
const inBoth = { error: faultName('tagInBoth'), path: ['remove'] }

export const listSimTags = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/tags',
  needs: 'signedIn',
  summary: 'All tags of the installation as they are shown, in alphabetical order',
  response: z.array(z.string()),
})

/** Adding a tag that the SIM has, or removing one that it does not have, changes nothing. */
export const changeSimTags = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/{id}/tags',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Add tags to one SIM and remove others',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  body: change.refine(isApart, inBoth),
  response: sim,
  errors: ['simNotFound', 'emptyParameters', 'simTagLimit', 'tagLimit'],
})

export const setTags = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/bulk/tags',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Add tags to the SIMs of a selection and remove others',
  body: change.extend({ selectionId: z.number().int().positive() }).refine(isApart, inBoth),
  response: task,
  errors: ['selectionNotFound', 'emptyParameters', 'tagLimit'],
})

/** A tag as it is shown, and the numbers of SIMs that have it, and of saved views and alert rules that filter by it. */
const countedTag = z.object({ tag: z.string(), sims: z.number(), views: z.number(), rules: z.number() })
export type CountedTag = z.infer<typeof countedTag>

export const countSimTags = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/tags/counts',
  needs: 'signedIn',
  summary: 'All tags of the installation in alphabetical order, each with the numbers of its SIMs, saved views and alert rules',
  response: z.array(countedTag),
  errors: ['searchTooSlow', 'tooManyRequests'],
})

/** The task that changes the SIMs in parts; null if no SIM changes. */
const everywhere = z.object({ task: task.nullable() })

export const renameTag = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/sims/tags',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Give a tag another name on all SIMs; SIMs that have a tag with that name keep it once',
  body: z.strictObject({ tag, to: tag }),
  response: everywhere,
  errors: ['tagNotFound', 'tagLimit', 'searchTooSlow', 'tooManyRequests'],
})

export const deleteTag = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/sims/tags',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Remove a tag from all SIMs',
  body: z.strictObject({ tag }),
  response: everywhere,
  errors: ['tagNotFound', 'searchTooSlow', 'tooManyRequests'],
})
