import { endpoints } from '@simdeck/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { queryClient } from '../../session/api/query-client.ts'
import { keyOf } from '../../session/api/query.ts'
import { edgesOf, placeOf } from './neighbours.ts'

const page = (...ids: number[]) => ({ data: ids.map((id) => ({ id, iccid: `8981${id}` })), pageIndex: 0, totalPages: 3, totalItems: 7 })

test('the place of a SIM is the newest cached page of a list that has it, and stays known without a cache', () => {
  queryClient.setQueryData(keyOf(endpoints.listSims, { query: { take: 3, pageIndex: 1, sort: 'iccid:ASC' } }), page(4, 5, 6), {
    updatedAt: 2,
  })
  queryClient.setQueryData(keyOf(endpoints.listSims, { query: { take: 9 } }), page(5), { updatedAt: 1 })
  expect(placeOf(5)).toMatchObject({ start: 3, total: 7, sims: [{ id: 4 }, { id: 5 }, { id: 6 }] })
  expect(placeOf(99)).toBe(null)
  queryClient.clear()
  expect(placeOf(6)).toMatchObject({ start: 3 })
})

test('a step over the edge of a page asks for the page beside it, and none at the ends of the list', () => {
  const query = { take: 3, pageIndex: 1, sort: 'iccid:ASC' }
  const place = { query, start: 3, total: 7, sims: [4, 5, 6].map((id) => ({ id, iccid: '' })) }
  expect(edgesOf(place, 5)).toEqual({ before: null, after: null })
  expect(edgesOf(place, 4).before).toEqual({ sort: 'iccid:ASC', take: 3, skip: 0 })
  expect(edgesOf(place, 6).after).toEqual({ sort: 'iccid:ASC', take: 3, skip: 6 })
  expect(edgesOf({ ...place, start: 0, total: 3 }, 4).before).toBe(null)
  expect(edgesOf({ ...place, total: 6 }, 6).after).toBe(null)
})
