import { expect, test } from 'vitest'
import { type Asker, QuestionQueue } from './question-queue.ts'

/** A queue whose questions are answered by hand. `asked` has the names of the questions that run, in the order of their start. */
function queue(limits = { atOnce: 4, perAsker: 2, waitingPerAsker: 3 }) {
  const made = new QuestionQueue(limits)
  const asked: string[] = []
  const answers = new Map<string, () => void>()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const ask = (name: string, gone = new AbortController().signal) => {
    const asker: Asker = { key: name[0]!, gone }
    const answer = made.run(asker, () => {
      asked.push(name)
      return new Promise<string>((resolve) => answers.set(name, () => resolve(name)))
    })
    return answer.catch((error: Error) => error.message)
  }
  return {
    ask,
    answer: async (name: string) => {
      await settled()
      answers.get(name)!()
      await settled()
    },
    asked: async () => {
      await settled()
      return asked
    },
    waiting: () => made.waiting,
  }
}

test('a few questions of one asker run at once, and the questions of others start beside them', async () => {
  const { ask, asked, answer } = queue()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']) void ask(name)
  expect(await asked()).toEqual(['a1', 'a2', 'b1', 'c1'])
  await answer('a1')
  expect(await asked()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  await answer('a2')
  expect(await asked()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2'])
})

test('askers take turns if all places are taken', async () => {
  const { ask, asked, answer } = queue({ atOnce: 1, perAsker: 1, waitingPerAsker: 9 })
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name)
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await answer(name)
  expect(await asked()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('a question whose client is gone is never asked, and leaves its place to others', async () => {
  const { ask, asked, answer, waiting } = queue({ atOnce: 1, perAsker: 1, waitingPerAsker: 2 })
  const gone = new AbortController()
  void ask('a1')
  void ask('a2', gone.signal)
  void ask('a3')
  gone.abort()
  void ask('a4')
  expect(waiting()).toBe(2)
  await answer('a1')
  await answer('a3')
  expect(await asked()).toEqual(['a1', 'a3', 'a4'])
  void ask('a5', gone.signal)
  expect(waiting()).toBe(0)
})

test('a question is refused if too many of its asker wait; those of others are not', async () => {
  const { ask, asked, answer } = queue({ atOnce: 1, perAsker: 1, waitingPerAsker: 1 })
  const kept = ask('a1')
  void ask('a2')
  expect(await ask('a3')).toMatch('Too many requests')
  void ask('b1')
  await answer('a1')
  expect(await kept).toBe('a1')
  await answer('a2')
  expect(await asked()).toEqual(['a1', 'a2', 'b1'])
})
