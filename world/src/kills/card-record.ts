import { isSuccess } from '@simdeck/protocol/status-words.ts'
import type { VirtualSimOptions } from '@simdeck/simulator/virtual-sim.ts'

const instructions = { initializeUpdate: 0x50, externalAuthenticate: 0x82, select: 0xa4, delete: 0xe4, install: 0xe6, load: 0xe8 } as const

type Executed = { ins: number; p1: number; p2: number; sw: number }

/** Commands that a card has executed since the last check; shows commands that were lost or repeated. */
export class CardRecord {
  #executed: Executed[] = []

  throughCard: NonNullable<VirtualSimOptions['throughCard']> = (execute) => (command) => {
    const response = execute(command)
    this.#executed.push({ ins: command[1]!, p1: command[2]!, p2: command[3]!, sw: response?.sw ?? 0 })
    return response
  }

  /**
   * Fault in the card's commands for a successful install or removal of `commands` commands without a card reset; null when every command
   * ran once and in order. A channel whose first chunk never reached the card has executed nothing. The script after it begins with DELETE,
   * since the effect of the lost chunk is unknown (OTA protocol §5.5).
   */
  faultOf(action: 'install' | 'remove', commands: number): string | null {
    const executed = this.#executed
    this.#executed = []
    const authenticated = executed.findLastIndex(({ ins }) => ins === instructions.externalAuthenticate)
    const [before, script] = [executed.slice(0, Math.max(0, authenticated)), executed.slice(Math.max(0, authenticated))]
    const early = before.find(({ ins }) => ins === instructions.load || ins === instructions.install || ins === instructions.delete)
    if (early) return `${name(early)} ran in a channel that was given up`
    const deletes = action === 'install' ? script.filter(({ ins }) => ins === instructions.delete).length : 0
    const wanted = action === 'install' ? installOf(commands, deletes) : removalOf(commands)
    const wrong = wanted.findIndex((command, at) => !script[at] || name(script[at]) !== command)
    if (wrong >= 0) return `command ${wrong} was ${script[wrong] ? name(script[wrong]) : 'none'}, not ${wanted[wrong]}`
    if (script.length > wanted.length) return `${name(script[wanted.length]!)} ran after the last command`
    const refused = executed.find(({ ins, sw }) => !isSuccess(sw) && !(ins === instructions.delete && sw === notFound))
    return refused ? `${name(refused)} was refused` : null
  }
}

const notFound = 0x6a88

const name = ({ ins, p1, p2 }: Omit<Executed, 'sw'>): string => {
  if (ins === instructions.load) return `LOAD ${p2}${p1 === 0x80 ? ' last' : ''}`
  if (ins === instructions.install) return `INSTALL ${p1.toString(16)}`
  return Object.entries(instructions).find(([, value]) => value === ins)?.[0] ?? ins.toString(16)
}

/**
 * Expected commands: EXTERNAL AUTHENTICATE, DELETEs, INSTALL [for load], LOAD from block 0 on, INSTALL [for install and make selectable].
 */
function installOf(commands: number, deletes: number): string[] {
  const blocks = commands - deletes - 3
  const loads = Array.from({ length: blocks }, (_, block) => `LOAD ${block % 256}${block === blocks - 1 ? ' last' : ''}`)
  return ['externalAuthenticate', ...repeated('delete', deletes), 'INSTALL 2', ...loads, 'INSTALL c']
}

const removalOf = (commands: number): string[] => ['externalAuthenticate', ...repeated('delete', commands - 1)]

const repeated = (what: string, times: number): string[] => Array.from({ length: times }, () => what)
