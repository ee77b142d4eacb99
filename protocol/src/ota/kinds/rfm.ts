import type { CommandApdu } from '../../apdu.ts'
import { type FileCommand, fileCommand } from '../../card-files/file-commands.ts'
import { holdsKeys } from '../../card-files/file-names.ts'
import type { JobKind, JobOutcome, JobPlan, LeftScript, PlainCommand, TakenAnswer } from './job-kind.ts'

/**
 * Commands on the files of a card, each with the path of its file. `readsBack`: what an update changes is read before and after it, unless
 * its file holds keys.
 */
export type RfmParameters = { lines: readonly { apdu: CommandApdu; path: readonly number[] }[]; readsBack: boolean }

/** An answer of the card. `data` is null for an answer that did not arrive. */
export type RfmAnswer = { sw: number; data: Uint8Array | null }

/** Answers by the index of their line: to reads before an update, to the lines themselves, and to reads after an update. */
export type RfmFound = {
  scripts: number
  before: Readonly<Record<number, RfmAnswer>>
  lines: Readonly<Record<number, RfmAnswer>>
  after: Readonly<Record<number, RfmAnswer>>
}

const nothingFound: RfmFound = { scripts: 0, before: {}, lines: {}, after: {} }
const uses = ['before', 'lines', 'after'] as const
type Use = (typeof uses)[number]

/** Limit of repeated scripts, for a card whose answers are lost again and again. */
const maxRepeats = 9
/** Status words with which a card refuses only to read: access, type of file, offset, record, length, no EF. */
const refusedReads: readonly number[] = [
  0x6700,
  0x6981,
  0x6982,
  0x6985,
  0x6986,
  0x6a83,
  0x6a86,
  0x6b00,
  0x6d00,
  ...Array.from({ length: 256 }, (_, length) => 0x6c00 + length),
]

/**
 * Remote file management on the file system of the card, without a secure channel (OTA protocol §5.5). The contents that will be changed are
 * read by a script of their own, so that an update which ran in doubt cannot hide what was there before. That script also selects each of
 * the files, so a missing file is noticed before anything is written.
 *
 * The lines run in parts: an update of a file that the part has read begins the next part, `write LINE`. A part can then run again without
 * reading what its own updates have written.
 */
export const rfm: JobKind<RfmParameters, RfmFound> = {
  hasConfidentialAnswers: true,
  isSecured: () => false,
  // A later attempt begins without the answers of the one before, so it runs all parts.
  planToBegin: (_, { plan, found }) => (found === null && plan.startsWith('write') ? 'write 0' : plan),
  commands: (parameters, plan) => (isReading(parameters, plan) ? readsBefore(parameters) : writing(parameters, partOf(parameters, plan))),
  planAfter(parameters, { plan, script, acked, found }: LeftScript<RfmFound>) {
    if (!isReading(parameters, plan)) {
      const part = partOf(parameters, plan)
      // A part that was left in the middle has to run to its end, so that its last update is the last one.
      return acked >= script.length && isDone(parameters, part, found) ? `write ${part.to}` : `write ${part.from}`
    }
    return hasAll(linesReadBefore(parameters), found?.before) ? 'write' : 'again'
  },
  take,
  outcome,
}

const isReading = (parameters: RfmParameters, plan: JobPlan): boolean => !plan.startsWith('write') && linesReadBefore(parameters).length > 0

/** Lines from `from` up to, but not including, `to`. */
type Part = { from: number; to: number }

/** The first line of a plan. The plan `write` begins with the first one. */
const fromOf = (plan: JobPlan): number => Number(/^write (\d{1,3})$/.exec(plan)?.[1] ?? 0)

function partsOf({ lines }: RfmParameters): Part[] {
  const begins = [0]
  let read = new Set<string>()
  for (const [at, { apdu, path }] of lines.entries()) {
    if (isUpdate(apdu) && read.has(path.join())) {
      begins.push(at)
      read = new Set()
    }
    if (isRead(apdu)) read.add(path.join())
  }
  return begins.map((from, at) => ({ from, to: begins[at + 1] ?? lines.length }))
}

function partOf(parameters: RfmParameters, plan: JobPlan): Part {
  const from = fromOf(plan)
  return partsOf(parameters).find((part) => part.from === from) ?? { from: 0, to: parameters.lines.length }
}

const isUpdate = (apdu: CommandApdu): boolean => ['updateBinary', 'updateRecord'].includes(fileCommand.decode(apdu).kind)

const isRead = (apdu: CommandApdu): boolean => ['readBinary', 'readRecord'].includes(fileCommand.decode(apdu).kind)

const isReadBack = ({ apdu, path }: RfmParameters['lines'][number]): boolean => isUpdate(apdu) && !holdsKeys(path)

/** The indexes of the updates whose contents are read before and after them. */
export const linesReadBefore = ({ lines, readsBack }: RfmParameters): number[] =>
  lines.flatMap((line, at) => (readsBack && isReadBack(line) ? [at] : []))

/** The indexes of the lines that ask for data. */
const readsOf = ({ lines }: RfmParameters): number[] => lines.flatMap(({ apdu }, at) => (apdu.le === null ? [] : [at]))

const command = (use: Use, line: number, apdu: CommandApdu, position: number, tolerated: readonly number[] = []): PlainCommand => ({
  role: 'command',
  command: apdu,
  tolerated,
  position,
  mark: `${use} ${line}`,
})

/** READ of the part that an update changes. */
function readingOf(apdu: CommandApdu): CommandApdu {
  const update = fileCommand.decode(apdu)
  const read: FileCommand =
    update.kind === 'updateRecord'
      ? { kind: 'readRecord', record: update.record, length: update.data.length }
      : { kind: 'readBinary', offset: update.kind === 'updateBinary' ? update.offset : 0, length: apdu.data.length }
  return fileCommand.encode(read)
}

function readsBefore(parameters: RfmParameters): PlainCommand[] {
  const { lines } = parameters
  return linesReadBefore(parameters).flatMap((at) => {
    const { apdu, path } = lines[at]!
    const select = fileCommand.encode({ kind: 'select', path, fcp: false })
    return [{ ...command('before', at, select, 0), mark: '' }, command('before', at, readingOf(apdu), 0, refusedReads)]
  })
}

/** The lines of a part. A part in the middle selects the file that the part before has left selected. */
function writing(parameters: RfmParameters, { from, to }: Part): PlainCommand[] {
  const readBack = linesReadBefore(parameters)
  const commands = parameters.lines.slice(from, to).flatMap(({ apdu }, i) => {
    const at = from + i
    return [
      command('lines', at, apdu, at + 1),
      ...(readBack.includes(at) ? [command('after', at, readingOf(apdu), at + 1, refusedReads)] : []),
    ]
  })
  const path = from === 0 ? undefined : parameters.lines[from]?.path
  if (!path) return commands
  return [{ ...command('lines', from, fileCommand.encode({ kind: 'select', path, fcp: false }), from), mark: '' }, ...commands]
}

function take(before: RfmFound | null, { mark = '' }: PlainCommand, { sw, data, plan }: TakenAnswer): RfmFound {
  const found = before ?? nothingFound
  const [, name, number] = /^(before|lines|after) (\d{1,3})$/.exec(mark) ?? []
  const use = uses.find((one) => one === name)
  if (!use) return found
  const line = Number(number)
  const known = found[use][line]
  // A content from before the first update is kept: a later script would read what an update in doubt has written.
  if (use === 'before' && known && known.data !== null) return found
  const scripts = use === 'lines' && line === fromOf(plan) ? found.scripts + 1 : found.scripts
  return { ...found, scripts, [use]: { ...found[use], [line]: { sw, data: refusedReads.includes(sw) ? new Uint8Array() : data } } }
}

const hasAll = (lines: readonly number[], answers: Readonly<Record<number, RfmAnswer>> | undefined): boolean =>
  lines.every((line) => answers?.[line] !== undefined && answers[line].data !== null)

/** True if all answers of the part have arrived, or too many scripts ran. */
function isDone(parameters: RfmParameters, { from, to }: Part, found: RfmFound | null): boolean {
  const inside = (line: number): boolean => line >= from && line < to
  const isWhole =
    hasAll(readsOf(parameters).filter(inside), found?.lines) && hasAll(linesReadBefore(parameters).filter(inside), found?.after)
  return isWhole || (found?.scripts ?? 0) >= partsOf(parameters).length + maxRepeats
}

function outcome(found: RfmFound | null, parameters: RfmParameters, plan: JobPlan): JobOutcome {
  if (isReading(parameters, plan)) return 'more'
  const part = partOf(parameters, plan)
  return part.to === parameters.lines.length && isDone(parameters, part, found) ? 'Succeeded' : 'more'
}

/** The scripts of a job in their order: what they read before, and its lines. */
export const rfmPlans = (parameters: RfmParameters): PlainCommand[][] =>
  [isReading(parameters, 'first') ? readsBefore(parameters) : [], ...partsOf(parameters).map((part) => writing(parameters, part))].filter(
    (commands) => commands.length > 0,
  )

/**
 * The line that the card refused: the first one without an answer, or before anything was written the line that opens the file of an update.
 */
export function refusedLine(parameters: RfmParameters, found: RfmFound | null): number | null {
  const { lines } = parameters
  const unread = isReading(parameters, 'first') ? linesReadBefore(parameters).find((at) => found?.before[at] === undefined) : undefined
  if (unread === undefined) {
    const line = lines.findIndex((_, at) => found?.lines[at] === undefined)
    return line < 0 ? null : line
  }
  return lines.findLastIndex(({ apdu }, at) => at <= unread && fileCommand.decode(apdu).kind === 'select')
}
