import { expect, test } from 'vitest'
import { bytesOf } from '../../bytes.ts'
import { type FileCommand, fileCommand } from '../../card-files/file-commands.ts'
import type { JobPlan, PlainCommand } from './job-kind.ts'
import { rfm, type RfmFound, type RfmParameters, rfmPlans } from './rfm.ts'

const path = [0x7fff, 0x6f78]
const context = { cut: { receiveBuffer: 1500, enc: true }, wrapping: null, securityDomainAid: bytesOf() }
const line = (command: FileCommand): RfmParameters['lines'][number] => ({ apdu: fileCommand.encode(command), path })
const select = line({ kind: 'select', path, fcp: false })
const read = line({ kind: 'readBinary', offset: 0, length: 2 })
const update = (value: number) => line({ kind: 'updateBinary', offset: 0, data: bytesOf(value, value) })

/** Runs the job on a card with one file. `lost` has the scripts that are left: the number of commands that ran, and of answers that arrived. */
function play(
  parameters: RfmParameters,
  lost: readonly ({ ran: number; arrived: number } | undefined)[],
): { found: RfmFound | null; content: Uint8Array } {
  let content: Uint8Array = bytesOf(0, 0)
  let found: RfmFound | null = null
  let plan: JobPlan = 'first'
  const run = ({ command }: PlainCommand): Uint8Array => {
    const decoded = fileCommand.decode(command)
    if (decoded.kind === 'updateBinary') content = decoded.data
    return decoded.kind === 'readBinary' ? content : bytesOf()
  }
  for (let at = 0; at < 20; at++) {
    const script = rfm.commands(parameters, plan, context)
    const { ran, arrived } = lost[at] ?? { ran: script.length, arrived: script.length }
    for (const [i, one] of script.slice(0, ran).entries()) {
      const data = run(one)
      if (i < arrived) found = rfm.take!(found, one, { sw: 0x9000, data, plan })
    }
    if (arrived === script.length && rfm.outcome!(found, parameters, plan) === 'Succeeded') return { found, content }
    plan = rfm.planAfter(parameters, { plan, script, acked: arrived, inDoubt: ran, found })
  }
  throw new Error('the job does not end')
}

test('a line that reads keeps the content from before a later update, although the update runs in doubt', () => {
  const parameters = { lines: [select, read, update(1), read, update(2)], readsBack: false }
  for (const ran of [0, 1, 2, 3])
    for (const arrived of [0, 1, 2])
      for (const script of [0, 1, 2]) {
        const lost = Array.from({ length: script + 1 }, (_, at) => (at === script ? { ran, arrived: Math.min(ran, arrived) } : undefined))
        const { found, content } = play(parameters, lost)
        expect([found?.lines[1]?.data, found?.lines[3]?.data, content]).toEqual([bytesOf(0, 0), bytesOf(1, 1), bytesOf(2, 2)])
      }
})

test('an update of a file that was read begins another script, which selects the file again', () => {
  const kinds = (parameters: RfmParameters) =>
    rfmPlans(parameters).map((script) => script.map(({ command }) => fileCommand.decode(command).kind))
  expect(kinds({ lines: [select, update(1), read], readsBack: false })).toEqual([['select', 'updateBinary', 'readBinary']])
  expect(kinds({ lines: [select, read, update(1)], readsBack: true })).toEqual([
    ['select', 'readBinary'],
    ['select', 'readBinary'],
    ['select', 'updateBinary', 'readBinary'],
  ])
})

test('a later attempt, which has no answers, runs all lines again', () => {
  const stored = { found: null, opensSession: true }
  const parameters = { lines: [select, read, update(1)], readsBack: false }
  expect(rfm.planToBegin!(parameters, { plan: 'write 2', ...stored })).toBe('write 0')
  expect(rfm.planToBegin!(parameters, { plan: 'first', ...stored })).toBe('first')
})
