import type { Task } from '@simdeck/contract/tasks.ts'
import { beforeEach, expect, test } from 'vitest'
import { removeOwnTask, removeEndedTasks, storeOwnTask, useOwnTasks } from './own-tasks.ts'

const task = (id: number, state: Task['state'], done = 0) => ({ id, state, done, kind: 'simDelete' }) as Task
const shown = () => useOwnTasks.getState().tasks.map(({ id, state, done }) => [id, state, done])

beforeEach(() => useOwnTasks.setState({ tasks: [] }))

test('the later state applies if an answer and an event arrive out of order', () => {
  storeOwnTask(task(1, 'running', 40))
  expect(storeOwnTask(task(1, 'waiting')).state).toBe('running')
  expect(storeOwnTask(task(1, 'running', 20)).done).toBe(40)
  storeOwnTask(task(2, 'waiting'))
  storeOwnTask(task(1, 'completed', 60))
  storeOwnTask(task(1, 'cancelling', 50))
  expect(shown()).toEqual([
    [2, 'waiting', 0],
    [1, 'completed', 60],
  ])
})

test('removeEndedTasks removes ended tasks, and a discarded task does not come back', () => {
  storeOwnTask(task(3, 'failed'))
  storeOwnTask(task(4, 'running'))
  storeOwnTask(task(5, 'checked'))
  removeOwnTask(5)
  storeOwnTask(task(5, 'cancelled'))
  removeEndedTasks()
  expect(shown()).toEqual([[4, 'running', 0]])
})
