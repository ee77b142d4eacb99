import { type CommandApdu, type ResponseApdu, responseApdu } from '@simdeck/protocol/apdu.ts'
import { equalBytes, uint } from '@simdeck/protocol/bytes.ts'
import { CardError, sw } from '../../card-error.ts'
import { masterFile, runFileCommand, type SelectedFile, selectFile, usimFile } from './file-commands.ts'
import { type FileSystem, usim } from './file-system.ts'

/** The applications that manage files for packets, by TAR: that of the shared files, and that of the USIM (TS 102 226 §8, TS 31.116). */
const folders: Readonly<Record<string, SelectedFile>> = { B00000: masterFile, B00001: usimFile }

const select = 0xa4
const beginsInUsim = (data: Uint8Array): boolean => equalBytes(data.subarray(0, 2), uint(usim, 2))

/**
 * Begins a script of the application with this TAR, which selects files of its own and changes no channel; null if there is none. The
 * application of the shared files knows no current USIM.
 */
export function remoteFiles(files: FileSystem, tar: string): ((command: CommandApdu) => ResponseApdu) | null {
  const folder = folders[tar.toUpperCase()]
  if (!folder) return null
  let selected = folder
  return (command) => {
    try {
      if (command.ins !== select) return runFileCommand(files, selected, { remote: true, verified: [] }, command)
      if (folder === masterFile && beginsInUsim(command.data)) return responseApdu(sw.notFound)
      const found = selectFile(files, selected, command)
      selected = found.selected
      return found.response
    } catch (error) {
      if (error instanceof CardError) return responseApdu(error.sw)
      throw error
    }
  }
}
