import { isSuccess } from '@simdeck/protocol/status-words.ts'
import type { VirtualSimOptions } from '@simdeck/simulator/virtual-sim.ts'

const instructions = { initializeUpdate: 0x50, externalAuthenticate: 0x82, select: 0xa4, delete: 0xe4, install: 0xe6, load: 0xe8 } as const

/** A refusal of `takeRefused`: the card is asked for more of its list than it has. */
export const noFurtherEntry = 'f2 6985'

/** A successful OTA, and the number of its commands. */
export type CardAction = { action: 'install' | 'remove'; commands: number }

type Executed = { ins: number; p1: number; p2: number; sw: number }

/** Commands that a card has executed since the last check; shows commands that were lost or repeated. */
export class CardRecord {
  #executed: Executed[] = []
  /** Called after each command that the card has executed. */
  afterCommand: () => void = () => undefined

  throughCard: NonNullable<VirtualSimOptions['throughCard']> = (execute) => (command) => {
    const response = execute(command)
    this.#executed.push({ ins: command[1]!, p1: command[2]!, p2: command[3]!, sw: response?.sw ?? 0 })
    this.afterCommand()
    return response
  }

  /** Number of commands since the last check. */
  get count(): number {
    return this.#executed.length
  }

  /** The commands since the last check that the card has refused, with their status words. */
  takeRefused(): string[] {
    const executed = this.#executed
    this.#executed = []
    return executed.filter(({ sw }) => !isSuccess(sw)).map((one) => `${name(one)} ${one.sw.toString(16)}`)
  }

  /**
   * Fault in the card's commands for a successful install or removal of `commands` commands without a card reset; null when every command
   * ran once and in order. A channel whose first chunk never reached the card has executed nothing. The script after it begins with DELETE,
   * since the effect of the lost chunk is unknown (OTA protocol §5.5).
   */
  faultOf(action: CardAction['action'], commands: number): string | null {
    return this.faultOfAll([{ action, commands }])
  }

  /** Fault in the card's commands for several installs and removals, one after the other. */
  faultOfAll(actions: readonly CardAction[]): string | null {
    const executed = this.#executed
    this.#executed = []
    const channels = channelsOf(executed)
    const scripts = channels.filter((channel) => channel.some(changes))
    const [first] = scripts
    if (first && scripts.length > actions.length) return `${name(first.find(changes)!)} ran in a channel that was given up`
    if (actions.length > 0 && channels.at(-1) !== scripts.at(-1)) return 'a channel was opened after the last command'
    for (const [at, { action, commands }] of actions.entries()) {
      const script = scripts[at] ?? []
      const deletes = action === 'install' ? script.filter(({ ins }) => ins === instructions.delete).length : 0
      const wanted = action === 'install' ? installOf(commands, deletes) : removalOf(commands)
      const wrong = wanted.findIndex((command, index) => !script[index] || name(script[index]) !== command)
      if (wrong >= 0) return `command ${wrong} was ${script[wrong] ? name(script[wrong]) : 'none'}, not ${wanted[wrong]}`
      if (script.length > wanted.length) return `${name(script[wanted.length]!)} ran after the last command`
    }
    const refused = executed.find(({ ins, sw }) => !isSuccess(sw) && !(ins === instructions.delete && sw === notFound))
    return refused ? `${name(refused)} was refused` : null
  }
}

const changes = ({ ins }: Executed): boolean => ins === instructions.load || ins === instructions.install || ins === instructions.delete

/** The commands of each channel, each of which SCP_INIT opens with SELECT. */
function channelsOf(executed: readonly Executed[]): Executed[][] {
  const channels: Executed[][] = []
  for (const command of executed) {
    if (command.ins === instructions.select || channels.length === 0) channels.push([])
    channels.at(-1)!.push(command)
  }
  return channels
}

const notFound = 0x6a88

const name = ({ ins, p1, p2 }: Omit<Executed, 'sw'>): string => {
  if (ins === instructions.load) return `LOAD ${p2}${p1 === 0x80 ? ' last' : ''}`
  if (ins === instructions.install) return `INSTALL ${p1.toString(16)}`
  return Object.entries(instructions).find(([, value]) => value === ins)?.[0] ?? ins.toString(16)
}

const opening = ['select', 'initializeUpdate', 'externalAuthenticate']

/**
 * Expected commands: those that open the channel, DELETEs, INSTALL [for load], LOAD from block 0 on, INSTALL [for install and make
 * selectable].
 */
function installOf(commands: number, deletes: number): string[] {
  const blocks = commands - deletes - 3
  const loads = Array.from({ length: blocks }, (_, block) => `LOAD ${block % 256}${block === blocks - 1 ? ' last' : ''}`)
  return [...opening, ...repeated('delete', deletes), 'INSTALL 2', ...loads, 'INSTALL c']
}

const removalOf = (commands: number): string[] => [...opening, ...repeated('delete', commands - 1)]

const repeated = (what: string, times: number): string[] => Array.from({ length: times }, () => what)
