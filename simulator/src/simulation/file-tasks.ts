import { toHex } from '@simdeck/protocol/bytes.ts'
import { fileCommand } from '@simdeck/protocol/card-files/file-commands.ts'
import type { FileCommand } from '@simdeck/protocol/card-files/file-commands.ts'
import type { RfmParameters } from '@simdeck/protocol/ota/kinds/rfm.ts'
import type { CardNvm } from '../card/nvm.ts'
import { FileSystem, usim } from '../card/files/file-system.ts'
import type { ElementaryFile } from '../card/files/file-system.ts'
import type { Random } from '../random.ts'
import { expectedOf } from './expected-files.ts'
import type { ExpectedAnswer, Expected } from './expected-files.ts'
import { pick } from './task.ts'
import type { Check, Task } from './task.ts'

type Line = RfmParameters['lines'][number]
type Path = readonly number[]
type Kept = { sw: number; data: Uint8Array | null }
type Found = { scripts: number } & Record<'before' | 'lines' | 'after', Record<number, Kept>>

const telecom = 0x7f10
/** Groups of files that server and card may change; each task has a group for itself. */
const groups: readonly (readonly Path[])[] = [
  [0x6f60, 0x6f7b, 0x6f42].map((id) => [usim, id]),
  [0x6f46, 0x6f78, 0x6f3c].map((id) => [usim, id]),
  [[0x2f05], [telecom, 0x6f3a], [usim, 0x6f61]],
]
export const fileGroups = groups.length
export const keyFiles: readonly Path[] = [
  [usim, 0x6f08],
  [usim, 0x6f09],
]
const missing: Path = [usim, 0x6fee]
/** A file that nobody may update: EF.ICCID. */
const fixed: Path = [0x2fe2]
/** The number of scripts after which a job ends although answers did not arrive. */
const lastScript = 10

/** A script on the files of one group, some with a line in the middle that the card refuses. */
export function fileTask(random: Random, group: number, files: FileSystem): Task {
  const paths = groups[group]!.filter(() => random.fraction() < 0.6)
  const parts = [
    ...(paths.length > 0 ? paths : groups[group]!.slice(0, 1)),
    ...(group === 0 ? keyFiles.slice(0, random.between(0, 2)) : []),
  ]
  const lines = parts.map((path) => linesOn(files, path, random))
  if (random.fraction() < 0.3) lines.splice(random.between(0, lines.length), 0, refusedLines(random))
  const parameters: RfmParameters = { lines: lines.flat(), readsBack: random.fraction() < 0.6 }
  const expected = expectedOf(files.record, parameters, keyFiles)
  const hasEnded = (refused: boolean): Check => {
    return ({ nvm, found }) => faultOfFiles(nvm, expected) ?? faultOfAnswers(found as Found | null, expected, refused)
  }
  const { refusal } = expected
  return {
    job: { kind: 'rfm', ...parameters },
    subject: `the files of group ${group}`,
    ends: new Map([[refusal === null ? 'Succeeded' : `Failed 500 ${refusal.toString(16)}`, hasEnded(refusal !== null)]]),
    interrupted: ({ found }) => wrongAnswer('before', (found as Found | null)?.before ?? {}, expected.before, true),
    withoutChannel: null,
  }
}

const line = (path: Path, command: FileCommand): Line => ({ apdu: fileCommand.encode(command), path })
const selecting = (path: Path, random: Random): Line => line(path, { kind: 'select', path, fcp: random.fraction() < 0.3 })

function linesOn(files: FileSystem, path: Path, random: Random): Line[] {
  const file = files.at(path) as ElementaryFile
  const isSecret = keyFiles.includes(path)
  const some = (): Line[] => {
    const die = random.fraction()
    if (die < 0.3 && !isSecret) return [reading(file, random)]
    return die < 0.9 ? [updating(file, random)] : []
  }
  return [selecting(path, random), ...some(), updating(file, random), ...some()]
}

const recordsOf = ({ content }: ElementaryFile, length: number): number => content.length / length

function reading(file: ElementaryFile, random: Random): Line {
  const { path, content } = file
  if (file.kind === 'records') {
    const record = random.between(1, recordsOf(file, file.recordLength))
    return line(path, { kind: 'readRecord', record, length: file.recordLength })
  }
  const offset = random.between(0, content.length - 1)
  return line(path, { kind: 'readBinary', offset, length: random.between(1, content.length - offset) })
}

function updating(file: ElementaryFile, random: Random): Line {
  const { path, content } = file
  if (file.kind === 'records') {
    const record = random.between(1, recordsOf(file, file.recordLength))
    return line(path, { kind: 'updateRecord', record, data: random.bytes(file.recordLength) })
  }
  const offset = random.between(0, content.length - 1)
  return line(path, { kind: 'updateBinary', offset, data: random.bytes(random.between(1, content.length - offset)) })
}

/** Lines of which the card refuses one: 6A82 for a missing file, 6982 for one that nobody may update. */
function refusedLines(random: Random): Line[] {
  const update = (path: Path): Line => line(path, { kind: 'updateBinary', offset: 0, data: random.bytes(1) })
  const read = line(missing, { kind: 'readBinary', offset: 0, length: 1 })
  return pick(random, [
    () => [selecting(fixed, random), update(fixed)],
    () => [selecting(missing, random), update(missing)],
    () => [selecting(missing, random), read],
  ])()
}

function faultOfFiles({ files: record }: CardNvm, { contents }: Expected): string | null {
  const files = new FileSystem(record!)
  for (const [path, content] of contents) {
    const held = toHex(files.contentOf(files.at(path) as ElementaryFile))
    if (held !== content)
      return `the file ${toHex(Uint8Array.from(path.flatMap((id) => [id >> 8, id & 0xff])))} holds ${held}, not ${content}`
  }
  return null
}

/** After a refusal, answers may be missing that did not arrive. */
function faultOfAnswers(found: Found | null, { before, lines, after }: Expected, refused: boolean): string | null {
  const { scripts, ...kept } = found ?? { scripts: 0, before: {}, lines: {}, after: {} }
  const mayMiss = refused || scripts >= lastScript
  return (
    wrongAnswer('before', kept.before, before, refused) ??
    wrongAnswer('lines', kept.lines, lines, mayMiss) ??
    wrongAnswer('after', kept.after, after, mayMiss)
  )
}

function wrongAnswer(
  use: string,
  kept: Readonly<Record<number, Kept>>,
  right: ReadonlyMap<number, ExpectedAnswer>,
  mayMiss: boolean,
): string | null {
  for (const at of Object.keys(kept)) if (!right.has(Number(at))) return `${use} ${at}: an answer was kept that nobody asked for`
  for (const [at, { sw, data, isWanted }] of right) {
    const answer = kept[at]
    if (!answer && !mayMiss) return `${use} ${at}: no answer was kept`
    if (!answer) continue
    if (answer.sw !== sw) return `${use} ${at}: status word ${answer.sw.toString(16)}, not ${sw.toString(16)}`
    if (answer.data === null && (mayMiss || !isWanted)) continue
    const is = answer.data === null ? 'nothing' : toHex(answer.data)
    if (is !== toHex(data)) return `${use} ${at}: ${is}, not ${toHex(data)}`
  }
  return null
}
