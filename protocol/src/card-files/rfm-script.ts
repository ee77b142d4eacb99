import { type CommandApdu, decodeCommand } from '../apdu.ts'
import { ProtocolError } from '../errors.ts'
import { type FileCommand, fileCommand } from './file-commands.ts'
import { holdsKeys, knownFile } from './file-names.ts'
import { ScriptError, type ScriptFault } from './script-error.ts'
import { filledWith, readTemplate, type ScriptData, type VariableValues } from './template.ts'

/** The most lines of a script. */
export const maxScriptLines = 100

/** A line of a script: its octets with places for values, its command, and the path of the file that it works on. */
export type ScriptLine = { data: ScriptData; command: FileCommand; path: readonly number[] }

/** A fault of the line at that index. */
export type LineFault = { line: number; fault: ScriptFault; what: string }

/** The header of a short C-APDU, with Lc. No variable may be in it. */
const headerLength = 5

type ReadScript = { lines: (ScriptLine | null)[]; faults: LineFault[] }

/** Reads a script of remote file management. A line with a fault is null, and `faults` explains it. */
export const readScript = (lines: readonly string[]): ReadScript => readLines(lines, true)

function readLines(lines: readonly string[], refusesKeys: boolean): ReadScript {
  const faults: LineFault[] = []
  let path: readonly number[] | null = null
  const read = lines.map((text, at): ScriptLine | null => {
    try {
      const line = readLine(text, path)
      path = line.path
      if (refusesKeys && readsKeys(line)) throw new ScriptError('keyFile', knownFile(line.path)?.name)
      return line
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error
      faults.push({ line: at, fault: error.fault, what: error.what })
      return null
    }
  })
  return { lines: read, faults }
}

/** True for a line that reads a file with keys. A script that an earlier version has stored can have such lines, which are not sent. */
export const readsKeys = ({ command, path }: ScriptLine): boolean =>
  (command.kind === 'readBinary' || command.kind === 'readRecord') && holdsKeys(path)

/** The lines of a script that was checked before. Throws `ScriptError` for its first fault. */
export function scriptLines(lines: readonly string[]): ScriptLine[] {
  const read = readLines(lines, false)
  const [fault] = read.faults
  if (fault) throw new ScriptError(fault.fault, fault.what)
  return read.lines.filter((line) => line !== null)
}

function readLine(text: string, selected: readonly number[] | null): ScriptLine {
  const data = readTemplate(text)
  if (data.octets.length === 0) throw new ScriptError('empty')
  const early = data.holes.find(({ at }) => at < headerLength)
  if (early) throw new ScriptError('variablePlace', early.name)
  const apdu = apduOf(data.octets)
  // The last octet of a command with Le is no data.
  const end = headerLength + apdu.data.length
  const late = data.holes.find(({ at, length }) => at + length > end)
  if (late || (data.holes.length > 0 && apdu.data.length === 0)) throw new ScriptError('variablePlace', data.holes[0]?.name)
  const command = fileCommand.decode(apdu)
  if (command.kind === 'select') {
    if (data.holes[0]) throw new ScriptError('variablePlace', data.holes[0].name)
    return { data, command, path: command.path }
  }
  if (selected === null) throw new ScriptError('noFile')
  return { data, command, path: selected }
}

function apduOf(octets: Uint8Array): CommandApdu {
  try {
    return decodeCommand(octets)
  } catch (error) {
    if (error instanceof ProtocolError) throw new ScriptError('command')
    throw error
  }
}

/** The commands with the values of a SIM; null if a value is missing or does not fit. */
export function filledScript(
  lines: readonly ScriptLine[],
  values: VariableValues,
): { apdu: CommandApdu; path: readonly number[] }[] | null {
  const filled: { apdu: CommandApdu; path: readonly number[] }[] = []
  for (const { data, path } of lines) {
    const octets = filledWith(data, values)
    if (!octets) return null
    filled.push({ apdu: decodeCommand(octets), path })
  }
  return filled
}
