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

/** Limit of scripts, for a card whose answers are lost again and again. */
const maxScripts = 10
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
 */
export const rfm: JobKind<RfmParameters, RfmFound> = {
  hasConfidentialAnswers: true,
  isSecured: () => false,
  commands: (parameters, plan) => (isReading(parameters, plan) ? readsBefore(parameters) : writing(parameters)),
  planAfter(parameters, { plan, found }: LeftScript<RfmFound>) {
    if (!isReading(parameters, plan)) return 'write'
    return hasAll(readBackOf(parameters), found?.before) ? 'write' : 'again'
  },
  take,
  outcome,
}

const isReading = (parameters: RfmParameters, plan: JobPlan): boolean => plan !== 'write' && readBackOf(parameters).length > 0

const isUpdate = (apdu: CommandApdu): boolean => ['updateBinary', 'updateRecord'].includes(fileCommand.decode(apdu).kind)

const isReadBack = ({ apdu, path }: RfmParameters['lines'][number]): boolean => isUpdate(apdu) && !holdsKeys(path)

/** The indexes of the updates whose contents are read before and after them. */
const readBackOf = ({ lines, readsBack }: RfmParameters): number[] =>
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
  return readBackOf(parameters).flatMap((at) => {
    const { apdu, path } = lines[at]!
    const select = fileCommand.encode({ kind: 'select', path, fcp: false })
    return [{ ...command('before', at, select, 0), mark: '' }, command('before', at, readingOf(apdu), 0, refusedReads)]
  })
}

function writing(parameters: RfmParameters): PlainCommand[] {
  const readBack = readBackOf(parameters)
  return parameters.lines.flatMap(({ apdu }, at) => [
    command('lines', at, apdu, at + 1),
    ...(readBack.includes(at) ? [command('after', at, readingOf(apdu), at + 1, refusedReads)] : []),
  ])
}

function take(before: RfmFound | null, { mark = '' }: PlainCommand, { sw, data }: TakenAnswer): RfmFound {
  const found = before ?? nothingFound
  const [, name, number] = /^(before|lines|after) (\d{1,3})$/.exec(mark) ?? []
  const use = uses.find((one) => one === name)
  if (!use) return found
  const line = Number(number)
  const known = found[use][line]
  // A content from before the first update is kept: a later script would read what an update in doubt has written.
  if (use === 'before' && known && known.data !== null) return found
  const scripts = use === 'lines' && line === 0 ? found.scripts + 1 : found.scripts
  return { ...found, scripts, [use]: { ...found[use], [line]: { sw, data: refusedReads.includes(sw) ? new Uint8Array() : data } } }
}

const hasAll = (lines: readonly number[], answers: Readonly<Record<number, RfmAnswer>> | undefined): boolean =>
  lines.every((line) => answers?.[line] !== undefined && answers[line].data !== null)

function outcome(found: RfmFound | null, parameters: RfmParameters, plan: JobPlan): JobOutcome {
  if (isReading(parameters, plan)) return 'more'
  const isWhole = hasAll(readsOf(parameters), found?.lines) && hasAll(readBackOf(parameters), found?.after)
  return isWhole || (found?.scripts ?? 0) >= maxScripts ? 'Succeeded' : 'more'
}

/** The scripts of a job in their order: what they read before, and what they write. */
export const rfmPlans = (parameters: RfmParameters): PlainCommand[][] =>
  [isReading(parameters, 'first') ? readsBefore(parameters) : [], writing(parameters)].filter((commands) => commands.length > 0)

/**
 * The line that the card refused: the first one without an answer, or before anything was written the line that opens the file of an update.
 */
export function refusedLine(parameters: RfmParameters, found: RfmFound | null): number | null {
  const { lines } = parameters
  const unread = isReading(parameters, 'first') ? readBackOf(parameters).find((at) => found?.before[at] === undefined) : undefined
  if (unread === undefined) {
    const line = lines.findIndex((_, at) => found?.lines[at] === undefined)
    return line < 0 ? null : line
  }
  return lines.findLastIndex(({ apdu }, at) => at <= unread && fileCommand.decode(apdu).kind === 'select')
}
