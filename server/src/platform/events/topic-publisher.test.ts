import { expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import { wholeChange } from './change-feed.ts'
import type { Change } from './changes.ts'
import type { Socket } from '../http/socket.ts'
import { Sockets } from './sockets.ts'
import type { Topic } from './topic.ts'

/** A topic whose open ids and failures the test sets. */
function topicOf(more: Partial<Topic>) {
  const state = { open: new Set<number>(), failing: false, read: [] as number[][] }
  const topic: Topic = {
    name: 'tasks',
    everyMs: 0,
    watched: null,
    load(_db, ids) {
      state.read.push([...ids])
      if (state.failing) return Promise.reject(new Error('the database is away'))
      return Promise.resolve(ids.map((id) => ({ id, event: { event: 'TASK_UPDATED', task: { id } } as never, isOpen: state.open.has(id) })))
    },
    ...more,
  }
  return { topic, state }
}

function open(topic: Topic) {
  const errors: string[] = []
  const received: number[] = []
  const sockets = new Sockets(null as never, (error) => errors.push(error.message))
  sockets.registerTopics([topic])
  const socket: Socket = {
    caller: null as never,
    ip: '',
    send: (text) => void received.push((JSON.parse(Buffer.from(text).toString()) as { task: { id: number } }).task.id),
    close: () => undefined,
    bufferedBytes: () => 0,
  }
  const leave = sockets.add(socket)
  return { sockets, socket, received, errors, leave, push: (change: Change) => sockets.push(wholeChange(change)) }
}

test('rows that could not be read are sent after the next try, together with later changes', async () => {
  const { topic, state } = topicOf({})
  const { push, received, errors, sockets } = open(topic)
  state.failing = true
  push({ tasks: [1, 2] })
  await until(() => errors.length > 0)
  state.failing = false
  push({ tasks: [3] })
  await until(() => received.length === 3)
  expect([errors, received.toSorted((a, b) => a - b)]).toEqual([['the database is away'], [1, 2, 3]])
  sockets.close()
})

test('after a gap in the changes open rows are read again, and ended rows are not', async () => {
  const { topic, state } = topicOf({ rereadAfterGap: 'open' })
  const { push, received, sockets } = open(topic)
  state.open.add(1)
  push({ tasks: [1, 2] })
  await until(() => received.length === 2)
  state.open.clear()
  push({ rereadSims: 'all' })
  await until(() => received.length === 3)
  push({ rereadSims: 'all', tasks: [4] })
  await until(() => received.length === 4)
  expect([received, state.read]).toEqual([
    [1, 2, 1, 4],
    [[1, 2], [1], [4]],
  ])
  sockets.close()
})

test('unwatched rows are not read; a watch may name other ids than those of the topic, such as SIMs for OTAs', async () => {
  const { topic, state } = topicOf({
    watched: 'sims',
    subjectsOf: (_db, ids) => Promise.resolve(new Map(ids.filter((id) => id < 30).map((id) => [id, id * 10]))),
  })
  const { push, received, sockets, socket } = open(topic)
  sockets.watch(socket, { sims: [110, 130], campaigns: [] })
  push({ tasks: [11, 12, 31] })
  push({ tasks: [13] })
  await until(() => received.length === 2)
  expect([received, state.read.flat()]).toEqual([
    [11, 13],
    [11, 13],
  ])
  sockets.close()
})
