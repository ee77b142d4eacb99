import { formatAid } from '../aid.ts'
import type { CommandApdu } from '../apdu.ts'
import { bytesOf, toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { getData } from './card-data.ts'
import { deletion } from './deletion.ts'
import { load, select, storeData } from './commands.ts'
import { install } from './install.ts'
import { getStatus, setStatus } from './registry.ts'
import type { RegistrySubset, StatusChange } from './registry.ts'

/** A C-APDU in words. AIDs are upper-case hex. It never contains command data, and of PUT KEY it has only the header. */
export type CommandDescription =
  | { readonly name: 'SELECT'; readonly aid: string }
  | { readonly name: 'SELECT [by path]'; readonly path: string }
  | { readonly name: 'INSTALL [for load]'; readonly loadFileAid: string; readonly securityDomainAid: string }
  | {
      readonly name: 'INSTALL [for install and make selectable]' | 'INSTALL [for install]'
      readonly loadFileAid: string
      readonly moduleAid: string
      readonly instanceAid: string
    }
  | { readonly name: 'INSTALL [for make selectable]' | 'INSTALL [for personalization]'; readonly applicationAid: string }
  | {
      readonly name: 'INSTALL [for extradition]' | 'INSTALL [for registry update]'
      readonly aid: string
      readonly securityDomainAid: string
    }
  | { readonly name: 'LOAD'; readonly block: number; readonly last: boolean; readonly length: number }
  | { readonly name: 'DELETE'; readonly aid: string; readonly relatedObjects: boolean }
  | { readonly name: 'DELETE [key]'; readonly keyIdentifier: number | null; readonly keyVersionNumber: number | null }
  /** `replacedKeyVersionNumber` 0 means that the keys are new. */
  | { readonly name: 'PUT KEY'; readonly replacedKeyVersionNumber: number; readonly keyIdentifier: number }
  | { readonly name: 'GET DATA'; readonly tag: number }
  | { readonly name: 'SET STATUS'; readonly target: StatusChange['target']; readonly state: number; readonly aid: string }
  | { readonly name: 'GET STATUS'; readonly subset: RegistrySubset; readonly occurrence: 'first' | 'next' }
  | { readonly name: 'STORE DATA'; readonly block: number; readonly last: boolean }
  | { readonly name: 'INITIALIZE UPDATE'; readonly keyVersionNumber: number }
  | { readonly name: 'EXTERNAL AUTHENTICATE'; readonly securityLevel: number }
  /** A command that is known by its instruction alone, such as one whose data is wrapped or malformed. */
  | { readonly name: 'other'; readonly instruction: string }

const instructionNames: Readonly<Record<number, string>> = {
  0x50: 'INITIALIZE UPDATE',
  0x70: 'MANAGE CHANNEL',
  0x82: 'EXTERNAL AUTHENTICATE',
  0xa4: 'SELECT',
  0xb0: 'READ BINARY',
  0xb2: 'READ RECORD',
  0xc0: 'GET RESPONSE',
  0xca: 'GET DATA',
  0xd6: 'UPDATE BINARY',
  0xd8: 'PUT KEY',
  0xdc: 'UPDATE RECORD',
  0xe2: 'STORE DATA',
  0xe4: 'DELETE',
  0xe6: 'INSTALL',
  0xe8: 'LOAD',
  0xf0: 'SET STATUS',
  0xf2: 'GET STATUS',
}

/** Describes a plain C-APDU for people. Never throws: a command that cannot be read is named by its instruction. */
export function describeCommand(command: CommandApdu): CommandDescription {
  try {
    return describeKnown(command) ?? describeInstruction(command)
  } catch (error) {
    if (error instanceof ProtocolError) return describeInstruction(command)
    throw error
  }
}

function describeInstruction({ ins }: CommandApdu): CommandDescription {
  return { name: 'other', instruction: instructionNames[ins] ?? `INS ${toHex(bytesOf(ins)).toUpperCase()}` }
}

function describeKnown(command: CommandApdu): CommandDescription | null {
  switch (command.ins) {
    case 0x50:
      return { name: 'INITIALIZE UPDATE', keyVersionNumber: command.p1 }
    case 0x82:
      return { name: 'EXTERNAL AUTHENTICATE', securityLevel: command.p1 }
    case 0xa4:
      return command.p1 === 0x08
        ? { name: 'SELECT [by path]', path: formatAid(command.data) }
        : { name: 'SELECT', aid: formatAid(select.decode(command).aid) }
    case 0xca:
      return { name: 'GET DATA', tag: getData.decode(command) }
    case 0xd8:
      return { name: 'PUT KEY', replacedKeyVersionNumber: command.p1 & 0x7f, keyIdentifier: command.p2 & 0x7f }
    case 0xe2: {
      const { block, last } = storeData.decode(command)
      return { name: 'STORE DATA', block, last }
    }
    case 0xe4: {
      const read = deletion.decode(command)
      return read.kind === 'keys'
        ? { name: 'DELETE [key]', keyIdentifier: read.id, keyVersionNumber: read.version }
        : { name: 'DELETE', aid: formatAid(read.aid), relatedObjects: read.relatedObjects }
    }
    case 0xe6:
      return describeInstall(command)
    case 0xe8: {
      const { block, last, data } = load.decode(command)
      return { name: 'LOAD', block, last, length: data.length }
    }
    case 0xf0: {
      const { target, state, aid } = setStatus.decode(command)
      return { name: 'SET STATUS', target, state, aid: formatAid(aid) }
    }
    case 0xf2: {
      const { subset, occurrence } = getStatus.decode(command)
      return { name: 'GET STATUS', subset, occurrence }
    }
    default:
      return null
  }
}

function describeInstall(command: CommandApdu): CommandDescription {
  const read = install.decode(command)
  switch (read.kind) {
    case 'load':
      return {
        name: 'INSTALL [for load]',
        loadFileAid: formatAid(read.loadFileAid),
        securityDomainAid: formatAid(read.securityDomainAid),
      }
    case 'install':
      return {
        name: read.selectable ? 'INSTALL [for install and make selectable]' : 'INSTALL [for install]',
        loadFileAid: formatAid(read.loadFileAid),
        moduleAid: formatAid(read.moduleAid),
        instanceAid: formatAid(read.instanceAid),
      }
    case 'makeSelectable':
      return { name: 'INSTALL [for make selectable]', applicationAid: formatAid(read.aid) }
    case 'extradition':
    case 'registryUpdate':
      return {
        name: read.kind === 'extradition' ? 'INSTALL [for extradition]' : 'INSTALL [for registry update]',
        aid: formatAid(read.aid),
        securityDomainAid: formatAid(read.securityDomainAid),
      }
    case 'personalization':
      return { name: 'INSTALL [for personalization]', applicationAid: formatAid(read.applicationAid) }
  }
}

/** One line for a trace: the name, with the block number where there is one (`LOAD block 8`). */
export function commandTitle(description: CommandDescription): string {
  if (description.name === 'other') return description.instruction
  return 'block' in description ? `${description.name} block ${description.block}` : description.name
}
