import type { Task } from '@simdeck/contract/tasks.ts'
import { beforeEach, expect, test } from 'vitest'
import { dropWork, forgetEnded, learnWork, useWork } from './work.ts'

const task = (id: number, state: Task['state'], done = 0) => ({ id, state, done, kind: 'simDelete' }) as Task
const shown = () => useWork.getState().tasks.map(({ id, state, done }) => [id, state, done])

beforeEach(() => useWork.setState({ tasks: [] }))

test('the later state applies if an answer and an event arrive out of order', () => {
  learnWork(task(1, 'running', 40))
  expect(learnWork(task(1, 'waiting')).state).toBe('running')
  expect(learnWork(task(1, 'running', 20)).done).toBe(40)
  learnWork(task(2, 'waiting'))
  learnWork(task(1, 'completed', 60))
  learnWork(task(1, 'cancelling', 50))
  expect(shown()).toEqual([
    [2, 'waiting', 0],
    [1, 'completed', 60],
  ])
})

test('ended tasks are forgotten after they were seen, discarded tasks at once', () => {
  learnWork(task(3, 'failed'))
  learnWork(task(4, 'running'))
  learnWork(task(5, 'checked'))
  dropWork(5)
  learnWork(task(5, 'cancelled'))
  forgetEnded()
  expect(shown()).toEqual([[4, 'running', 0]])
})
